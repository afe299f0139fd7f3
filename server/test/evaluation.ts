import type { NewRule } from '@portal/contract/guideline/model'
import { NewSlvRequest } from '@portal/contract/slv-request/model'
import { createVersion } from '../src/guideline/change-version.ts'
import { publishVersion } from '../src/guideline/publish-version.ts'
import { saveRules } from '../src/guideline/save-rules.ts'
import type { Ctx } from '../src/lib/ctx.ts'
import { getEvaluation } from '../src/slv/evaluate.ts'
import { addSlvRequest } from '../src/slv-request/change-requests.ts'
import { test as base } from './makers.ts'

/** The code that the tests' database gives 'Bank Statement 12'. */
export const program = 'T2'

export const createRule = (
  parameter: NewRule['parameter'],
  value: number,
  more: Partial<NewRule> = {},
): NewRule => ({
  program,
  parameter,
  operator: parameter === 'CREDIT_SCORE' ? '>=' : '<=',
  value,
  unit: null,
  scope: {},
  severity: 'REVIEW',
  citation: '§4.2',
  text: `At the limit of ${value}`,
  ...more,
})

export const rules = [
  createRule('CREDIT_SCORE', 660),
  createRule('DTI', 50),
  createRule('LTV', 90, { severity: 'KNOCKOUT', citation: '§1' }),
]

/** Publishes a version of the guide with these rules. */
async function publish(ctx: Ctx, newRules: NewRule[], from: string) {
  const { id } = await createVersion(ctx, { title: 'Guide' })
  await saveRules(ctx, id, newRules)
  return publishVersion(ctx, id, from)
}

/** Requests a variance from the rule of the FICO, with one factor. */
async function addFicoVariance(owner: Ctx, slvId: string, factor: string) {
  const { findings } = await getEvaluation(owner, slvId)
  const finding = findings.find(({ parameter }) => parameter === 'CREDIT_SCORE')
  const variance = NewSlvRequest.parse({
    reason: 'Credit Score',
    ruleId: finding?.ruleId,
    justification: 'Low debts',
    compensatingFactors: [{ factor, value: '' }],
  })
  return addSlvRequest(owner, slvId, variance)
}

/**
 * A draft that misses FICO 660 by 5 points under a version in force since
 * today, and the people around it.
 */
export const test = base.extend('round', async ({ a, as, db, now }) => {
  const admin = await a.underwriter('manageGuidelines')
  await publish(await as(admin), rules, '2026-03-04')
  const underwriter = await a.underwriter('myOwn')
  const draft = await a.slv({ status: 'DRAFT', underwriterId: underwriter.id })
  await db.deleteFrom('slvRequest').where('slvId', '=', draft.id).execute()
  const owner = await as(await a.ownerOf(draft))
  const reviewer = await as(underwriter)
  return {
    id: draft.id,
    owner,
    reviewer,
    admin: await as(admin),
    /** The administrator, so many days later. */
    adminInDays: (days: number) =>
      as(admin, new Date(now.getTime() + days * 86_400_000)),
    publish,
    request: (factor = 'DTI below maximum') =>
      addFicoVariance(owner, draft.id, factor),
  }
})

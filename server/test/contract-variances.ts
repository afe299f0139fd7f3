import type { NewRule } from '@portal/contract/guideline/model'
import { civil } from '@portal/contract/sla/calendar'
import type { addContractVariance } from '../src/guideline/change-variances.ts'
import { createVersion } from '../src/guideline/change-version.ts'
import { listContractVariances } from '../src/guideline/list-variances.ts'
import { publishVersion } from '../src/guideline/publish-version.ts'
import { saveRules } from '../src/guideline/save-rules.ts'
import type { Ctx } from '../src/lib/ctx.ts'
import { test as base } from './makers.ts'

type NewVariance = Parameters<typeof addContractVariance>[1]

const createRule = (
  parameter: NewRule['parameter'],
  operator: NewRule['operator'],
  value: number,
): NewRule => ({
  program: 'T2',
  parameter,
  operator,
  value,
  unit: null,
  scope: {},
  severity: 'REVIEW',
  citation: '§1',
  text: 'As written',
})

export const createVariance = (
  sellerId: string,
  more: Partial<NewVariance> = {},
): NewVariance => ({
  code: 'V-1',
  sellerId,
  programs: [],
  parameter: 'CREDIT_SCORE',
  scope: {},
  value: 650,
  from: '2026-01-01',
  to: null,
  capLoans: null,
  capAmount: null,
  ...more,
})

/**
 * Publishes a version from today on; the requests of the makers miss only its
 * credit score of 660.
 */
export async function publishRules(admin: Ctx) {
  const { id } = await createVersion(admin, { title: 'Spring' })
  await saveRules(admin, id, [
    createRule('CREDIT_SCORE', '>=', 660),
    createRule('LTV', '<=', 80),
  ])
  await publishVersion(admin, id, civil(admin.now).day)
}

export const test = base
  .extend('admin', async ({ a, as }) =>
    as(await a.underwriter('manageGuidelines')),
  )
  .extend('seller', ({ a }) => a.seller())

/** The code of each variance, the loans that use it, and their amount. */
export const listUses = async (ctx: Ctx) =>
  (await listContractVariances(ctx)).items.map(
    ({ code, usedLoans, usedAmount }) => [code, usedLoans, usedAmount],
  )

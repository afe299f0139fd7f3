import type { VersionAnswer } from '@portal/contract/guideline/api'
import { evaluate } from '@portal/contract/guideline/evaluate'
import type { Figures } from '@portal/contract/guideline/figures'
import type { NewRule, Rule } from '@portal/contract/guideline/model'
import type { Loan } from '@portal/contract/loan/model'
import { civil } from '@portal/contract/sla/calendar'
import { managesGuidelines } from '@portal/contract/user/policy'
import { programs as products } from '@portal/sandbox/loan-dock/programs'
import { addProgram } from '../guideline/change-programs.ts'
import { addContractVariance } from '../guideline/change-variances.ts'
import { createVersion, updateVersion } from '../guideline/change-version.ts'
import { getVersion } from '../guideline/list-versions.ts'
import { publishVersion } from '../guideline/publish-version.ts'
import { saveRules } from '../guideline/save-rules.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { prefill } from '../loan/prefill.ts'
import { lockActor } from '../user/lock-person.ts'
import { addPriceGrid } from './decision-rules.ts'
import { getQualifying, programLimits } from './program-limits.ts'
import { draftRules, firstRules, secondRules } from './program-rules.ts'

/** How many days before today each version of the demo was made. */
export const versionDays = { first: 620, second: 150, draft: 6 }

const asPublished = (rules: readonly NewRule[]): Rule[] =>
  rules.map((rule, index) => ({ ...rule, unit: null, id: String(index) }))

const published = {
  first: asPublished(firstRules),
  second: asPublished(secondRules),
}

/**
 * How many guidelines a loan misses under the version of its lock date; null
 * for one that no variance helps.
 */
export function countMisses(
  loan: Loan,
  isSecond: (day: string) => boolean,
): number | null {
  const figures: Figures = prefill(loan)
  const asOf = loan.originalLockDate ?? ''
  const rules = isSecond(asOf) ? published.second : published.first
  const limits = programLimits.find(({ name }) => name === loan.program)
  const code = limits?.code ?? ''
  const { verdict, findings } = evaluate(figures, code, rules, { asOf })
  return verdict === 'NOT_ELIGIBLE'
    ? null
    : findings.filter(({ state }) => state === 'MISSES').length
}

/**
 * `back` returns the last business morning that is at least this many days ago.
 */
type Stage = {
  as: (now: Date) => Ctx
  back: (days: number) => Date
  sellerId: string
}

async function addPrograms(ctx: Ctx) {
  for (const limits of programLimits) {
    const { code, name, family } = limits
    await addProgram(ctx, {
      code,
      name,
      family,
      qualifiesBy: getQualifying(limits),
      activeFrom: '2020-01-01',
      activeTo: null,
      approvalDays: 60,
      products: products[name].map((product) => ({
        code: product,
        name: product,
      })),
    })
  }
}

const exampleNote =
  'An example with invented limits. Replace them with your guidelines before you publish this version.'

/**
 * For a new portal: adds the programs of the demo, and their invented limits as
 * a draft that says so. Throws 409 if there are programs already.
 */
export const addExample = (ctx: Ctx): Promise<VersionAnswer> =>
  transact(ctx, async (inner) => {
    await lockActor(inner, managesGuidelines)
    const program = await inner.db
      .selectFrom('guidelineProgram')
      .select('code')
      .limit(1)
      .executeTakeFirst()
    if (program)
      throw conflict('You can add the example only while there are no programs')
    await addPrograms(inner)
    const { id } = await createVersion(inner, {
      title: 'Example with invented limits',
    })
    await updateVersion(inner, id, { note: exampleNote })
    await saveRules(inner, id, firstRules)
    return getVersion(inner, id)
  })

type NewVersion = { title: string; note: string; rules: NewRule[] }

async function addDraft(ctx: Ctx, { title, note, rules }: NewVersion) {
  const { id } = await createVersion(ctx, { title })
  await updateVersion(ctx, id, { note })
  await saveRules(ctx, id, rules)
  return id
}

async function addPublished(ctx: Ctx, version: NewVersion) {
  const id = await addDraft(ctx, version)
  await publishVersion(ctx, id, civil(ctx.now).day)
}

/**
 * Adds programs, two published versions, a draft and a contract variance with
 * the portal's own verbs, as an administrator did them.
 */
export async function addGuidelines({ as, back, sellerId }: Stage) {
  const first = as(back(versionDays.first))
  await addPrograms(first)
  await addPriceGrid(first)
  await addPublished(first, {
    title: 'Program guide',
    note: 'Initial version.',
    rules: firstRules,
  })
  const second = as(back(versionDays.second))
  await addPublished(second, {
    title: 'Tighter DSCR',
    note: 'DSCR Prime and DSCR Multi: minimum DSCR raised to 1.05, reserves to 9 and 12 months.',
    rules: secondRules,
  })
  await addContractVariance(second, {
    code: 'V-12',
    sellerId,
    programs: ['BS12', 'BS24'],
    parameter: 'RESERVES_MONTHS',
    scope: {},
    value: 4,
    from: civil(second.now).day,
    to: null,
    capLoans: 25,
    capAmount: null,
  })
  await addDraft(as(back(versionDays.draft)), {
    title: 'Full doc below 700',
    note: 'Proposed: raise maximum LTV 5 points for full documentation loans with FICO below 700.',
    rules: draftRules,
  })
}

import { setImmediate as yieldTurn } from 'node:timers/promises'
import type { VersionEffect } from '@portal/contract/guideline/api'
import { compareRules } from '@portal/contract/guideline/check-rules'
import {
  type Evaluation,
  type EvaluationOptions,
  evaluateGroups,
  type Finding,
  groupRules,
  type Verdict,
} from '@portal/contract/guideline/evaluate'
import { type Figures, getInputs } from '@portal/contract/guideline/figures'
import {
  type Parameter,
  parameterNames,
  type Rule,
} from '@portal/contract/guideline/model'
import { pick } from '@portal/contract/lib/typed'
import { civil } from '@portal/contract/sla/calendar'
import {
  decisions,
  isDecided,
  openStatuses,
  type SlvStatus,
  statusFor,
} from '@portal/contract/slv/status'
import { sql } from 'kysely'
import { readPrograms } from '../guideline/list-programs.ts'
import { readAllCoverages } from '../guideline/list-variances.ts'
import { getVersion } from '../guideline/list-versions.ts'
import { readRules, readRulesInForce } from '../guideline/read-rules.ts'
import type { Ctx } from '../lib/ctx.ts'
import { listLiterals } from '../lib/database/literals.ts'
import { inScope } from '../slv/visible.ts'

const months = 12
const maxItems = 50
/**
 * SLVs per query, and the milliseconds of evaluating after which other requests
 * get their turn.
 */
const batchSize = 1000
const turnMs = 10

/** The columns of `slv` that rules and their scopes read. */
const figureColumns = [
  ...new Set([
    ...parameterNames.flatMap(getInputs),
    ...([
      'occupancy',
      'purpose',
      'propertyType',
      'state',
      'creditScore',
      'loanAmount',
      'ltv',
      'isExperiencedInvestor',
    ] as const),
  ]),
]

type Sides = { before: Evaluation; after: Evaluation }
const needsVariance = (verdict: Verdict) =>
  verdict === 'NEEDS_VARIANCE' || verdict === 'NOT_ELIGIBLE'

/**
 * What a version would change, compared with the rules in force today for its
 * programs. A request's own day only dates its appraisal. Programs with the
 * same limits on both sides are not read at all.
 */
export async function countEffect(
  ctx: Ctx,
  versionId: string,
  signal?: AbortSignal,
): Promise<VersionEffect> {
  const programs = await readChangedPrograms(ctx, versionId)
  const coverages = await readAllCoverages(ctx.db)
  const totals = await countRequests(ctx)
  const open = {
    total: totals.open,
    changed: 0,
    newlyNeeded: 0,
    noLongerNeeded: 0,
  }
  const decided = {
    months,
    total: totals.decided,
    newlyNeeded: 0,
    noLongerNeeded: 0,
  }
  const changed = new Map<string, Sides>()
  for await (const request of readRequests(ctx, [...programs.keys()], signal)) {
    const { id, status, companyId, program: name, asOf, ...figures } = request
    const program = programs.get(name ?? '')
    const options = { asOf, coverages: coverages.get(companyId) ?? [] }
    const sides = program && evaluateRequest(program, figures, options)
    if (!sides) continue
    countVariances(isDecided(status) ? decided : open, sides)
    if (isDecided(status)) continue
    open.changed++
    changed.set(id, sides)
  }
  return { open: { ...open, items: await listChanged(ctx, changed) }, decided }
}

/** Evaluates a loan against the rules of both sides. */
type EvaluateSides = (figures: Figures, options: EvaluationOptions) => Sides
type Program = { evaluateChanged: EvaluateSides; evaluateAll: EvaluateSides }

/** The programs of a version whose limits differ from today's, by name. */
async function readChangedPrograms(
  ctx: Ctx,
  versionId: string,
): Promise<Map<string, Program>> {
  const { db, now } = ctx
  await getVersion(ctx, versionId)
  const rules = await readRules(db, versionId)
  const rulesInForce = await readRulesInForce(db, civil(now).day)
  const programs = new Map<string, Program>()
  for (const { code, name } of await readPrograms(db)) {
    const after = rules.filter(({ program }) => program === code)
    if (after.length === 0) continue
    const before = rulesInForce.filter(({ program }) => program === code)
    const changed = findChangedParameters(before, after)
    if (changed.size === 0) continue
    const isChanged = ({ parameter }: Rule) => changed.has(parameter)
    programs.set(name, {
      evaluateChanged: evaluateBoth(
        code,
        before.filter(isChanged),
        after.filter(isChanged),
      ),
      evaluateAll: evaluateBoth(code, before, after),
    })
  }
  return programs
}

const evaluateBoth = (
  code: string,
  before: readonly Rule[],
  after: readonly Rule[],
): EvaluateSides => {
  const groupsBefore = groupRules(code, before)
  const groupsAfter = groupRules(code, after)
  return (figures, options) => ({
    before: evaluateGroups(figures, code, groupsBefore, options),
    after: evaluateGroups(figures, code, groupsAfter, options),
  })
}

/** Null if the verdict is the same on both sides. */
function evaluateRequest(
  { evaluateChanged, evaluateAll }: Program,
  figures: Figures,
  options: EvaluationOptions,
): Sides | null {
  // Few loans are affected: all rules are read only for those.
  if (!mayDiffer(evaluateChanged(figures, options))) return null
  const sides = evaluateAll(figures, options)
  return sides.before.verdict === sides.after.verdict ? null : sides
}

function countVariances(
  counts: { newlyNeeded: number; noLongerNeeded: number },
  { before, after }: Sides,
) {
  const neededBefore = needsVariance(before.verdict)
  const neededAfter = needsVariance(after.verdict)
  if (neededAfter && !neededBefore) counts.newlyNeeded++
  if (neededBefore && !neededAfter) counts.noLongerNeeded++
}

/**
 * The parameters whose limits or scopes differ, and those that their knockouts
 * depend on: the findings of all others are the same on both sides. Citations
 * and texts change no verdict.
 */
function findChangedParameters(
  before: readonly Rule[],
  after: readonly Rule[],
): Set<Parameter> {
  const changes = compareRules(before, after).filter(
    (change) => change.before?.value !== change.after?.value,
  )
  const changed = new Set(
    changes.flatMap(
      (change) => (change.after ?? change.before)?.parameter ?? [],
    ),
  )
  const linked = [...before, ...after].flatMap(({ parameter, scope }) =>
    scope.misses
      ? [[parameter, ...scope.misses.map((miss) => miss.parameter)]]
      : [],
  )
  addLinked(changed, linked)
  return changed
}

/** Adds the groups with a changed parameter, until no other group has one. */
function addLinked(
  changed: Set<Parameter>,
  groups: readonly (readonly Parameter[])[],
): void {
  const isChanged = (parameter: Parameter) => changed.has(parameter)
  const found = groups.find(
    (group) => group.some(isChanged) && !group.every(isChanged),
  )
  if (!found) return
  for (const parameter of found) changed.add(parameter)
  addLinked(changed, groups)
}

/**
 * Whether the verdict by all rules may differ, from the findings of the changed
 * parameters alone.
 */
const mayDiffer = ({ before, after }: Sides) =>
  before.verdict !== after.verdict ||
  (before.findings.length === 0) !== (after.findings.length === 0)

const hasStatus = (statuses: readonly SlvStatus[]) =>
  sql<boolean>`slv.status in (${listLiterals(statuses)})`

const isOpen = hasStatus(openStatuses)
const isRecent = ({ now }: Ctx) =>
  sql<boolean>`${hasStatus(decisions)}
    and slv.decision_date > ${now}::timestamptz - make_interval(months => ${sql.lit(months)})`

const countRequests = (ctx: Ctx) =>
  ctx.db
    .selectFrom('slv')
    .select(sql<number>`count(*) filter (where ${isOpen})`.as('open'))
    .select(sql<number>`count(*) filter (where ${isRecent(ctx)})`.as('decided'))
    .executeTakeFirstOrThrow()

const evaluationDay = sql<string>`coalesce(
  original_lock_date,
  (date at time zone 'America/New_York')::date
)::text`

/**
 * The figures of open and recently decided requests of these programs, read in
 * batches, each on its own connection. Throws once the signal is aborted.
 */
async function* readRequests(
  ctx: Ctx,
  programs: readonly string[],
  signal?: AbortSignal,
) {
  const next = (after: string | undefined) =>
    ctx.db
      .selectFrom('slv')
      .select([
        'id',
        'status',
        'companyId',
        'buyerNonAgencyProgram as program',
        ...figureColumns,
      ])
      .select(evaluationDay.as('asOf'))
      .where(sql<boolean>`(${isOpen} or ${isRecent(ctx)})`)
      .where('buyerNonAgencyProgram', 'in', programs)
      .$if(after !== undefined, (all) => all.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(batchSize)
      .execute()
  let turnStarted = performance.now()
  let pending = programs.length > 0 ? next(undefined) : undefined
  while (pending) {
    const batch = await pending
    // Read while this one is evaluated; an error surfaces where the batch is
    // awaited.
    pending = batch.length < batchSize ? undefined : next(batch.at(-1)?.id)
    pending?.catch(() => undefined)
    for (const request of batch) {
      if (performance.now() - turnStarted > turnMs) {
        await yieldTurn()
        signal?.throwIfAborted()
        turnStarted = performance.now()
      }
      yield request
    }
  }
}

/** The first SLVs that the actor sees, with what differs. */
async function listChanged(
  { db, actor }: Ctx,
  changed: ReadonlyMap<string, Sides>,
) {
  if (changed.size === 0) return []
  const slvs = await db
    .selectFrom('slv')
    .innerJoin('company', 'company.id', 'slv.companyId')
    .select([
      'slv.id',
      'slv.buyerLoan as loanNumber',
      'company.name as sellerName',
      'slv.status',
    ])
    .where((eb) => inScope(eb, actor))
    .where(sql<boolean>`slv.id = any(${[...changed.keys()]}::uuid[])`)
    .orderBy('slv.buyerLoan')
    .orderBy('slv.id')
    .limit(maxItems)
    .execute()
  return slvs.flatMap(({ status, ...slv }) => {
    const sides = changed.get(slv.id)
    if (!sides) return []
    const { before, after } = sides
    return {
      ...slv,
      status: statusFor(actor.role, status),
      before: before.verdict,
      after: after.verdict,
      changes: compareFindings(before.findings, after.findings),
    }
  })
}

function compareFindings(
  before: readonly Finding[],
  after: readonly Finding[],
) {
  const present = (finding: Finding | undefined) =>
    finding ? pick(finding, ['state', 'operator', 'limit', 'distance']) : null
  return parameterNames.flatMap((parameter) => {
    const was = before.find((finding) => finding.parameter === parameter)
    const is = after.find((finding) => finding.parameter === parameter)
    return was?.state === is?.state
      ? []
      : [{ parameter, before: present(was), after: present(is) }]
  })
}

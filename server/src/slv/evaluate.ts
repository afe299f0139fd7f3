import type {
  EvaluationAnswer,
  StoredEvaluation,
} from '@portal/contract/guideline/answers'
import { hasRoom, verdictFor } from '@portal/contract/guideline/evaluate'
import { evaluationDate } from '@portal/contract/guideline/figures'
import {
  evaluateWithFactors,
  evaluateWithFit,
} from '@portal/contract/guideline/fit'
import type { Parameter } from '@portal/contract/guideline/model'
import { civil } from '@portal/contract/sla/calendar'
import { approvalDays } from '@portal/contract/slv/decision/validity'
import { measured } from '@portal/contract/slv-request/distance'
import { findAnswer } from '@portal/contract/slv-request/policy'
import { selectLevelOf } from '../authority/read-authority.ts'
import {
  type GuideQuery,
  selectGuidelines,
  toGuide,
} from '../guideline/evaluate-loan.ts'
import { lockCoverages, selectCoverages } from '../guideline/list-variances.ts'
import { versionInForce } from '../guideline/read-rules.ts'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { type Read, readTogether } from '../lib/database/read-together.ts'
import { selectGridFor } from '../price/read-price-grid.ts'
import { findSlv, type LockedSlv } from './lock.ts'
import { selectPrepared } from './read-conditions.ts'
import {
  type StoredRequest,
  selectAnswers,
  selectRequests,
} from './read-requests.ts'

/** The queries of what evaluates a round. */
const selectRound = (db: Db, slv: LockedSlv, query: GuideQuery) => ({
  ...selectGuidelines(db, query),
  /** Attached to compensating factors, of this round or an earlier one. */
  documents: db
    .selectFrom('document')
    .select('supports')
    .where('slvId', '=', slv.id)
    .where('deletedAt', 'is', null)
    .where('resubmitCount', '<=', slv.resubmitCount),
  requests: selectRequests(db, slv.id),
  answers: selectAnswers(db, slv.id),
})

/** What a decision is checked against, which sellers may not read. */
const selectDecision = (ctx: Ctx, slv: LockedSlv) => ({
  prepared: selectPrepared(ctx, slv),
  grids: selectGridFor(ctx.db, slv.id),
  levels: selectLevelOf(ctx.db, ctx.actor.id),
  decisions: ctx.db
    .selectFrom('slvHistory')
    .select(['toStatus', 'changes'])
    .where('slvId', '=', slv.id)
    .where('resubmitCount', '=', slv.resubmitCount)
    .where('action', '=', 'make-final-decision')
    .orderBy('id', 'desc')
    .limit(1),
})

type RoundOptions = Pick<GuideQuery, 'asOf' | 'kept'>

const toQuery = (slv: LockedSlv, options: RoundOptions): GuideQuery => ({
  ...options,
  sellerId: slv.companyId,
  slvId: slv.id,
  program: slv.buyerNonAgencyProgram,
})

const toRound = (
  query: GuideQuery,
  {
    documents,
    requests,
    answers,
    ...rows
  }: Read<ReturnType<typeof selectRound>>,
) => ({
  ...toGuide(query, rows),
  documents: documents.flatMap(({ supports }) => supports),
  requests,
  answers,
})

/** Reads what evaluates a round, with its variances and their answers. */
async function readRound({ db }: Ctx, slv: LockedSlv, options: RoundOptions) {
  const query = toQuery(slv, options)
  return toRound(query, await readTogether(db, selectRound(db, slv, query)))
}

/** Evaluates a round that is being edited, as if it were sent now. */
export async function evaluateRound(
  ctx: Ctx,
  slv: LockedSlv,
): Promise<StoredEvaluation> {
  const asOf = evaluationDate(unsent(slv), ctx.now)
  const { guide, version, documents } = await readRound(ctx, slv, { asOf })
  return { asOf, ...version, ...evaluateWithFactors(slv, guide, documents) }
}

/**
 * What the round that people edit keeps; null if it was never evaluated. While
 * a resubmission is drafted, `evaluation` is of the round in effect.
 */
const keptEvaluation = (slv: LockedSlv): StoredEvaluation | null =>
  slv.resubmission ? null : slv.evaluation

/** The version that the round keeps, else the one in effect on its day. */
function currentOptions({ now }: Ctx, slv: LockedSlv): RoundOptions {
  const kept = keptEvaluation(slv)
  const round = slv.resubmission ? unsent(slv) : slv
  return { asOf: kept?.asOf ?? evaluationDate(round, now), kept }
}

/**
 * Evaluates an SLV's current figures, as its page shows them; with 'now', by
 * the version in effect today.
 */
export async function getEvaluation(
  ctx: Ctx,
  id: string,
  asOf?: 'now',
): Promise<EvaluationAnswer> {
  const slv = await findSlv(ctx, id)
  const options =
    asOf === 'now' ? { asOf: civil(ctx.now).day } : currentOptions(ctx, slv)
  const { guide, version, documents } = await readRound(ctx, slv, options)
  const evaluation = evaluateWithFit(slv, guide, documents)
  const before = keptEvaluation(slv)
  return {
    versionId: version.versionId,
    versionNumber: version.versionNumber,
    currentVersionNumber: before && (await findOtherVersion(ctx, before)),
    ...evaluation,
    changed: before ? findChanges(before.findings, evaluation.findings) : [],
  }
}

/**
 * The number of the version in effect today for a round's program, if the round
 * keeps another.
 */
async function findOtherVersion(
  { db, now }: Ctx,
  { program, versionId }: StoredEvaluation,
): Promise<number | null> {
  const current =
    program === null ? null : await versionInForce(db, program, civil(now).day)
  return current && current.id !== versionId ? current.number : null
}

type Findings = EvaluationAnswer['findings']

const findChanges = (
  before: Findings,
  after: Findings,
): EvaluationAnswer['changed'] => {
  const findings = [...before, ...after]
  const parameters = new Set(findings.map(({ parameter }) => parameter))
  return [...parameters].flatMap((parameter) => {
    const old = findFinding(before, parameter)
    const now = findFinding(after, parameter)
    const isSame =
      old?.state === now?.state &&
      old?.actual === now?.actual &&
      old?.limit === now?.limit
    return isSame ? [] : [{ parameter, before: old, after: now }]
  })
}

const findFinding = (findings: Findings, parameter: Parameter) =>
  findings.find((finding) => finding.parameter === parameter) ?? null

/**
 * What a decision is checked against: the variances with their answers and
 * those that are approved, the findings on the figures as they are now, and the
 * measured factors; `factors` is null if no version evaluates the round, where
 * any factor counts. Also the days of the program's approvals, the round's last
 * decision, the prepared conditions, the price grid and the actor's level.
 */
export async function readForDecision(ctx: Ctx, slv: LockedSlv) {
  const query = toQuery(slv, currentOptions(ctx, slv))
  const { prepared, grids, levels, decisions, ...rows } = await readTogether(
    ctx.db,
    {
      ...selectRound(ctx.db, slv, query),
      ...selectDecision(ctx, slv),
    },
  )
  const { guide, version, documents, requests, answers } = toRound(query, rows)
  const { findings, factors } = evaluateWithFactors(slv, guide, documents)
  const program = guide.programs.find(
    ({ name }) => name === slv.buyerNonAgencyProgram,
  )
  const isApproved = ({ id }: StoredRequest) =>
    findAnswer(answers, id)?.decision === 'APPROVED'
  return {
    round: {
      slvRequests: requests.map(measured),
      slvDecisionRequests: answers,
      findings,
      factors: version.versionId ? factors : null,
    },
    approvedVariances: requests.filter(isApproved),
    approvalDays: program?.approvalDays ?? approvalDays.default,
    lastDecision: decisions[0],
    conditions: prepared,
    grid: grids[0] ?? { addOn: 0, rows: [] },
    level: levels[0] ?? null,
  }
}

/** During a draft resubmission, `date` is when the round before was sent. */
const unsent = (slv: LockedSlv) => ({ ...slv, date: null })

/** Variances with what rules fill in them as it is now. */
export const refreshRequests = (
  { findings, versionNumber }: StoredEvaluation,
  requests: readonly StoredRequest[],
): StoredRequest[] =>
  requests.map((request) => {
    const finding = request.ruleId && findFilling(findings, request)
    return finding
      ? { ...request, ...fillFrom(finding, versionNumber) }
      : request
  })

/**
 * The finding for a variance's own rule; if another rule now applies to the
 * loan, the one for its parameter.
 */
const findFilling = (
  findings: Findings,
  { ruleId, parameter }: StoredRequest,
) => {
  const ofParameter = findings.filter(
    (finding) => finding.parameter === parameter,
  )
  return (
    ofParameter.find((finding) => finding.ruleId === ruleId) ??
    ofParameter.find(({ state }) => state !== 'NOT_EVALUATED') ??
    ofParameter[0]
  )
}

/** What a finding fills in a variance. */
export const fillFrom = (
  {
    parameter,
    operator,
    limit,
    actual,
    unit,
    text,
    citation,
    ruleId,
  }: Findings[number],
  versionNumber: number | null,
) => ({
  parameter,
  operator,
  guidelineValue: limit,
  actualValue: actual,
  unit,
  ruleId,
  citation,
  versionNumber,
  currentGuideline: text,
})

/**
 * Reapplies the contract variances of a reopened round. Other requests may have
 * used them while it was denied: what no longer fits under a cap becomes a
 * miss.
 */
export async function reapplyCoverages(ctx: Ctx, slv: LockedSlv) {
  const kept = slv.evaluation
  if (!kept?.findings.some(({ coveredBy }) => coveredBy !== null)) return {}
  await lockCoverages(ctx.db, slv.companyId)
  const coverages = await selectCoverages(
    ctx.db,
    slv.companyId,
    slv.id,
  ).execute()
  const findings = kept.findings.map((finding) => {
    const coverage = coverages.find(({ code }) => code === finding.coveredBy)
    const isLost =
      finding.coveredBy !== null &&
      !(coverage && hasRoom(coverage, slv.loanAmount))
    return isLost
      ? { ...finding, state: 'MISSES' as const, coveredBy: null }
      : finding
  })
  return keepEvaluation(ctx, slv, {
    ...kept,
    findings,
    verdict: verdictFor(findings),
  })
}

/**
 * Columns that keep what a sent round was evaluated by. Records which contract
 * variances it uses.
 */
export async function keepEvaluation(
  { db }: Ctx,
  slv: LockedSlv,
  evaluation: StoredEvaluation,
) {
  const codes = evaluation.findings.flatMap(({ coveredBy }) => coveredBy ?? [])
  await db
    .deleteFrom('contractVarianceUse')
    .where('slvId', '=', slv.id)
    .execute()
  if (codes.length > 0)
    await db
      .insertInto('contractVarianceUse')
      .columns(['varianceId', 'slvId', 'loanAmount'])
      .expression((eb) =>
        eb
          .selectFrom('contractVariance')
          .select(['id', eb.cast<string>(eb.val(slv.id), 'uuid').as('slvId')])
          .select(
            eb
              .cast<number>(eb.val(slv.loanAmount ?? 0), 'numeric')
              .as('loanAmount'),
          )
          .where('companyId', '=', slv.companyId)
          .where('code', 'in', codes),
      )
      .execute()
  return {
    guidelineVersionId: evaluation.versionId,
    evaluation: JSON.stringify(evaluation),
  }
}

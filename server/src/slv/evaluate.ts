import type {
  EvaluationAnswer,
  StoredEvaluation,
} from '@portal/contract/guideline/answers'
import { hasRoom, verdictFor } from '@portal/contract/guideline/evaluate'
import type { FactorDocument } from '@portal/contract/guideline/factors'
import { evaluationDate } from '@portal/contract/guideline/figures'
import {
  evaluateWithFactors,
  evaluateWithFit,
} from '@portal/contract/guideline/fit'
import { civil } from '@portal/contract/sla/calendar'
import { readGuidelines, versionFor } from '../guideline/evaluate-loan.ts'
import { lockCoverages, readCoverages } from '../guideline/list-variances.ts'
import { versionInForce } from '../guideline/read-rules.ts'
import type { Ctx } from '../lib/ctx.ts'
import { findSlv, type LockedSlv } from './lock.ts'
import type { StoredRequest } from './read-requests.ts'

/**
 * The documents that are attached to compensating factors, of this round or an
 * earlier one.
 */
async function readFactorDocuments(
  { db }: Ctx,
  { id, resubmitCount }: LockedSlv,
): Promise<FactorDocument[]> {
  const documents = await db
    .selectFrom('document')
    .select('supports')
    .where('slvId', '=', id)
    .where('deletedAt', 'is', null)
    .where('resubmitCount', '<=', resubmitCount)
    .execute()
  return documents.flatMap(({ supports }) => supports)
}

/** Evaluates a round that is being edited, as if it were sent now. */
export async function evaluateRound(
  ctx: Ctx,
  slv: LockedSlv,
): Promise<StoredEvaluation> {
  const { companyId: sellerId, id: slvId, buyerNonAgencyProgram: program } = slv
  const asOf = evaluationDate(unsent(slv), ctx.now)
  const guide = await readGuidelines(ctx.db, asOf, { sellerId, slvId, program })
  return {
    asOf,
    ...(await versionFor(ctx.db, slv, guide)),
    ...evaluateWithFactors(slv, guide, await readFactorDocuments(ctx, slv)),
  }
}

/** What the round in effect keeps; null if it was never evaluated. */
export async function readEvaluation(
  { db }: Ctx,
  id: string,
): Promise<StoredEvaluation | null> {
  const row = await db
    .selectFrom('slv')
    .select('evaluation')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.evaluation ?? null
}

/**
 * What evaluates an SLV's figures: the version that its round keeps, else the one
 * in effect on its day; with 'now', the one in effect today.
 */
async function readRoundGuide(ctx: Ctx, slv: LockedSlv, asOf?: 'now') {
  const before = slv.resubmission ? null : await readEvaluation(ctx, slv.id)
  const kept = asOf === 'now' ? null : before
  const round = slv.resubmission ? unsent(slv) : slv
  const day =
    asOf === 'now'
      ? civil(ctx.now).day
      : (kept?.asOf ?? evaluationDate(round, ctx.now))
  const ofKept = kept && { kept, program: slv.buyerNonAgencyProgram }
  const guide = await readGuidelines(ctx.db, day, {
    sellerId: slv.companyId,
    slvId: slv.id,
    ...ofKept,
  })
  const { versionId, versionNumber } =
    kept ?? (await versionFor(ctx.db, slv, guide))
  return { before, guide, versionId, versionNumber }
}

/**
 * Evaluates an SLV's current figures, as its page shows them
 * (`readRoundGuide`).
 */
export async function getEvaluation(
  ctx: Ctx,
  id: string,
  asOf?: 'now',
): Promise<EvaluationAnswer> {
  const slv = await findSlv(ctx, id)
  const { before, guide, versionId, versionNumber } = await readRoundGuide(
    ctx,
    slv,
    asOf,
  )
  const evaluation = evaluateWithFit(
    slv,
    guide,
    await readFactorDocuments(ctx, slv),
  )
  const changed = before
    ? findChanges(before.findings, evaluation.findings)
    : []
  const currentVersionNumber = before
    ? await findOtherVersion(ctx, before)
    : null
  return {
    versionId,
    versionNumber,
    currentVersionNumber,
    ...evaluation,
    changed,
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
): EvaluationAnswer['changed'] =>
  [...new Set([...before, ...after].map(({ parameter }) => parameter))].flatMap(
    (parameter) => {
      const [old, now] = [before, after].map(
        (findings) =>
          findings.find((each) => each.parameter === parameter) ?? null,
      )
      const isSame =
        old?.state === now?.state &&
        old?.actual === now?.actual &&
        old?.limit === now?.limit
      return isSame
        ? []
        : [{ parameter, before: old ?? null, after: now ?? null }]
    },
  )

/**
 * What a decision is checked against: the findings on the figures as they are
 * now, and the measured factors; `factors` is null if no version evaluates the
 * round, where any factor counts.
 */
export async function evaluateForDecision(ctx: Ctx, slv: LockedSlv) {
  const { guide, versionId } = await readRoundGuide(ctx, slv)
  const { findings, factors } = evaluateWithFactors(
    slv,
    guide,
    await readFactorDocuments(ctx, slv),
  )
  return { findings, factors: versionId ? factors : null }
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
  const kept = await readEvaluation(ctx, slv.id)
  if (!kept?.findings.some(({ coveredBy }) => coveredBy !== null)) return {}
  await lockCoverages(ctx.db, slv.companyId)
  const coverages = await readCoverages(ctx.db, slv.companyId, slv.id)
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

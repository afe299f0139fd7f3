import { measured } from '@portal/contract/slv-request/distance'
import {
  getUnit,
  keepsOneVariance,
  maxRequests,
  type NewSlvRequest,
  type SlvRequestPatch,
} from '@portal/contract/slv-request/model'
import type { z } from 'zod'
import { readReasons } from '../guideline/list-programs.ts'
import { changesBetween } from '../lib/changes.ts'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { viewSlv } from '../slv/detail.ts'
import { evaluateRound, fillFrom } from '../slv/evaluate.ts'
import type { LockedSlv } from '../slv/lock.ts'
import {
  addRequest,
  readRequest,
  readRequests,
  removeRequest,
  replaceRequest,
  type StoredRequest,
} from '../slv/read-requests.ts'
import { type Event, withinSlv } from './within.ts'

type New = z.output<typeof NewSlvRequest>
type Patch = z.output<typeof SlvRequestPatch>

const readOrRefuse = async (ctx: Ctx, slv: LockedSlv, requestId: string) => {
  const request = await readRequest(ctx, slv, requestId)
  if (!request) throw notFound('Request')
  return request
}

const summaryChange = (before: string | null, after: string | null) => [
  { field: 'slvRequests', before, after },
]

export const addSlvRequest = (
  ctx: Ctx,
  slvId: string,
  request: New,
  ifMatch?: number,
) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner, slv) => {
    if ((await countRequests(inner, slv)) >= maxRequests)
      throw conflict(`A request can have at most ${maxRequests} variances`)
    await refuseUnknownReason(inner, request.reason)
    const filled = await fillFromRule(inner, slv, request)
    const answer = measured(await addRequest(inner, slv, filled))
    return {
      answer,
      events: [
        { action: 'add-request', changes: summaryChange(null, answer.summary) },
      ],
    }
  })

/** A variance as the actor may see it. */
export async function getSlvRequest(
  ctx: Ctx,
  slvId: string,
  requestId: string,
) {
  const slv = await viewSlv(ctx, slvId)
  const request = slv.slvRequests.find(({ id }) => id === requestId)
  if (!request) throw notFound('Request')
  return request
}

/** Changes any part of a variance. Its unit follows its parameter. */
export const updateSlvRequest = (
  ctx: Ctx,
  slvId: string,
  requestId: string,
  patch: Patch,
  ifMatch?: number,
) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner, slv) => {
    const before = await readOrRefuse(inner, slv, requestId)
    if (before.ruleId) refuseLockedFields(before, patch)
    // A reason that the buyer has removed since stays until another is chosen.
    if (patch.reason !== undefined && patch.reason !== before.reason)
      await refuseUnknownReason(inner, patch.reason)
    const merged = { ...before, ...patch }
    const after = { ...merged, unit: getUnit(merged) }
    const changes = changesBetween(before, { ...patch, unit: after.unit })
    if (changes.length === 0) return { answer: measured(before), events: [] }
    await replaceRequest(inner, slv, after)
    const historyChanges = changes.map(({ field, ...values }) => ({
      field: `slvRequests.${field}`,
      ...values,
    }))
    return {
      answer: measured(after),
      events: [{ action: 'update-request', changes: historyChanges }],
    }
  })

/**
 * Removes a variance and its answer, if any, with history for both. Throws 409
 * for the last variance of a sent request.
 */
export const deleteSlvRequest = (
  ctx: Ctx,
  slvId: string,
  requestId: string,
  ifMatch?: number,
) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner, slv) => {
    const before = measured(await readOrRefuse(inner, slv, requestId))
    if (keepsOneVariance(slv) && (await countRequests(inner, slv)) === 1)
      throw conflict('A request needs at least one variance')
    const events: Event[] = []
    // During a draft resubmission, the answers belong to the round in effect.
    if (!slv.resubmission) {
      const removed = await deleteAnswer(inner, slvId, requestId)
      if (removed) events.push(toRemovedAnswer(removed.decision))
    }
    await removeRequest(inner, slv, requestId)
    events.push({
      action: 'delete-request',
      changes: summaryChange(before.summary, null),
    })
    return { answer: { id: requestId }, events }
  })

/** Throws 400 for a reason that isn't one of the buyer's. */
async function refuseUnknownReason({ db }: Ctx, reason: string) {
  const reasons = await readReasons(db)
  const names = reasons.map(({ name }) => name)
  if (!names.includes(reason))
    throw badRequest([
      { field: 'reason', error: `Choose one of: ${names.join(', ')}` },
    ])
}

/** What a rule fills in a variance, which people can't change. */
const lockedFields = [
  'parameter',
  'operator',
  'guidelineValue',
  'actualValue',
  'unit',
  'currentGuideline',
] as const

/** Throws 400 for changes to what a rule has filled. */
function refuseLockedFields(before: StoredRequest, patch: Patch) {
  const changes = changesBetween(before, patch)
  const changed = new Set(changes.map(({ field }) => field))
  const refused = lockedFields.filter((field) => changed.has(field))
  if (refused.length === 0) return
  throw badRequest(
    refused.map((field) => ({ field, error: 'Filled from the guideline' })),
  )
}

/**
 * A new variance; with a rule, its measure and guideline text are the rule's.
 * Throws 400 if the loan doesn't miss it.
 */
async function fillFromRule(
  ctx: Ctx,
  slv: LockedSlv,
  request: New,
): Promise<Omit<StoredRequest, 'id'>> {
  if (!request.ruleId)
    return { ...request, citation: null, versionNumber: null }
  const evaluation = await evaluateRound(ctx, slv)
  const finding = evaluation.findings.find(
    ({ ruleId }) => ruleId === request.ruleId,
  )
  const refuse = (error: string) => badRequest([{ field: 'ruleId', error }])
  if (!finding)
    throw refuse(
      'This rule does not apply to the loan under the guidelines in effect',
    )
  if (finding.state === 'KNOCKED_OUT')
    throw refuse(
      `Knockouts are not eligible for a variance (${finding.citation})`,
    )
  if (finding.actual === null)
    throw refuse('The figure for this rule is missing')
  return { ...request, ...fillFrom(finding, evaluation.versionNumber) }
}

const toRemovedAnswer = (decision: string): Event => ({
  action: 'delete-decision-request',
  comment: 'Its variance was removed',
  changes: [
    { field: 'slvDecisionRequests.decision', before: decision, after: null },
  ],
})

const deleteAnswer = ({ db }: Ctx, slvId: string, requestId: string) =>
  db
    .deleteFrom('slvDecisionRequest')
    .where('slvId', '=', slvId)
    .where('slvRequestId', '=', requestId)
    .returning('decision')
    .executeTakeFirst()

const countRequests = async (ctx: Ctx, slv: LockedSlv): Promise<number> =>
  (await readRequests(ctx, slv)).length

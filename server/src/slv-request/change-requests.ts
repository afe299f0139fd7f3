import { measured } from '@portal/contract/slv-request/distance'
import {
  keepsOneVariance,
  mostRequests,
  type NewSlvRequest,
  type SlvRequestPatch,
  unitOf,
} from '@portal/contract/slv-request/model'
import type { z } from 'zod'
import { changesBetween } from '../lib/changes.ts'
import type { Ctx } from '../lib/ctx.ts'
import { conflict, notFound } from '../lib/errors.ts'
import type { LockedSlv } from '../slv/lock.ts'
import { addRequest, readRequest, readRequests, removeRequest, replaceRequest } from '../slv/read-requests.ts'
import { type Event, withinSlv } from './within.ts'

type New = z.output<typeof NewSlvRequest>
type Patch = z.output<typeof SlvRequestPatch>

const read = async (ctx: Ctx, slv: LockedSlv, requestId: string) => {
  const request = await readRequest(ctx, slv, requestId)
  if (!request) throw notFound('Request')
  return request
}

const summaryChange = (before: string | null, after: string | null) => [{ field: 'slvRequests', before, after }]

export const addSlvRequest = (ctx: Ctx, slvId: string, request: New, ifMatch?: number) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner, slv) => {
    if ((await countRequests(inner, slv)) >= mostRequests)
      throw conflict(`A request can have at most ${mostRequests} variances`)
    const answer = measured(await addRequest(inner, slv, request))
    return { answer, events: [{ action: 'add-request', changes: summaryChange(null, answer.summary) }] }
  })

/** Changes any part of a variance. Its unit follows its parameter. */
export const updateSlvRequest = (ctx: Ctx, slvId: string, requestId: string, patch: Patch, ifMatch?: number) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner, slv) => {
    const before = await read(inner, slv, requestId)
    const merged = { ...before, ...patch }
    const after = { ...merged, unit: unitOf(merged) }
    const changes = changesBetween(before, { ...patch, unit: after.unit })
    if (changes.length === 0) return { answer: measured(before), events: [] }
    await replaceRequest(inner, slv, after)
    const named = changes.map(({ field, ...values }) => ({ field: `slvRequests.${field}`, ...values }))
    const answer = measured(after)
    return { answer, events: [{ action: 'update-request', changes: named }] }
  })

/**
 * Removes a variance and its answer, if any, with history for both. Throws 409 for the last variance of a sent request.
 */
export const deleteSlvRequest = (ctx: Ctx, slvId: string, requestId: string, ifMatch?: number) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner, slv) => {
    const before = measured(await read(inner, slv, requestId))
    if (keepsOneVariance(slv) && (await countRequests(inner, slv)) === 1)
      throw conflict('A request needs at least one variance')
    // During a draft resubmission, the answers belong to the round in effect.
    const answered = slv.resubmission ? undefined : await deleteAnswer(inner, slvId, requestId)
    await removeRequest(inner, slv, requestId)
    const answerEvents: Event[] = answered ? [withoutVariance(answered.decision)] : []
    return {
      answer: { id: requestId },
      events: [...answerEvents, { action: 'delete-request', changes: summaryChange(before.summary, null) }],
    }
  })

const withoutVariance = (decision: string): Event => ({
  action: 'delete-decision-request',
  comment: 'Its variance was removed',
  changes: [{ field: 'slvDecisionRequests.decision', before: decision, after: null }],
})

const deleteAnswer = ({ db }: Ctx, slvId: string, requestId: string) =>
  db
    .deleteFrom('slvDecisionRequest')
    .where('slvId', '=', slvId)
    .where('slvRequestId', '=', requestId)
    .returning('decision')
    .executeTakeFirst()

const countRequests = async (ctx: Ctx, slv: LockedSlv): Promise<number> => (await readRequests(ctx, slv)).length

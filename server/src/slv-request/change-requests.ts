import { measured } from '@portal/contract/slv-request/distance'
import {
  keepsOneVariance,
  mostRequests,
  type NewSlvRequest,
  type SlvRequestPatch,
  unitOf,
} from '@portal/contract/slv-request/model'
import { sql } from 'kysely'
import type { z } from 'zod'
import { changesBetween } from '../history/changes.ts'
import type { Ctx } from '../lib/ctx.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { readRequest, readRequests } from './read.ts'
import { type Event, withinSlv } from './within.ts'

type New = z.output<typeof NewSlvRequest>
type Patch = z.output<typeof SlvRequestPatch>

const written = <T extends { compensatingFactors?: unknown }>({ compensatingFactors, ...columns }: T) => ({
  ...columns,
  ...(compensatingFactors !== undefined && { compensatingFactors: JSON.stringify(compensatingFactors) }),
})

const read = async (ctx: Ctx, slvId: string, requestId: string) => {
  const request = await readRequest(ctx, slvId, requestId)
  if (!request) throw notFound('Request')
  return request
}

/** In the history a variance is told by its summary line. */
const told = (before: string | null, after: string | null) => [{ field: 'slvRequests', before, after }]

/** Adds a variance at the end of the SLV's list. */
export const addSlvRequest = (ctx: Ctx, slvId: string, request: New, ifMatch?: number) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner) => {
    if ((await countRequests(inner, slvId)) >= mostRequests) throw conflict(`At most ${mostRequests} variances`)
    const { id } = await inner.db
      .insertInto('slvRequest')
      .values({
        ...written(request),
        slvId,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from slv_request where slv_id = ${slvId})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const answer = measured(await read(inner, slvId, id))
    return { answer, events: [{ action: 'add-request', changes: told(null, answer.summary) }] }
  })

/** Changes any part of a variance. Its unit follows its parameter. */
export const updateSlvRequest = (ctx: Ctx, slvId: string, requestId: string, patch: Patch, ifMatch?: number) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner) => {
    const before = await read(inner, slvId, requestId)
    const merged = { ...before, ...patch }
    const changes = changesBetween(before, { ...patch, unit: unitOf(merged) })
    if (changes.length === 0) return { answer: measured(before), events: [] }
    await inner.db
      .updateTable('slvRequest')
      .set({ ...written(patch), unit: unitOf(merged) })
      .where('slvId', '=', slvId)
      .where('id', '=', requestId)
      .execute()
    const named = changes.map(({ field, ...values }) => ({ field: `slvRequests.${field}`, ...values }))
    const answer = measured(await read(inner, slvId, requestId))
    return { answer, events: [{ action: 'update-request', changes: named }] }
  })

/**
 * Removes a variance; its answer, when it had one, goes first and is told too. What was sent keeps one variance at least:
 * throws 409 for the last.
 */
export const deleteSlvRequest = (ctx: Ctx, slvId: string, requestId: string, ifMatch?: number) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner, slv) => {
    const before = measured(await read(inner, slvId, requestId))
    if (keepsOneVariance(slv) && (await countRequests(inner, slvId)) === 1)
      throw conflict('A request needs one variance at least')
    const answered = await inner.db
      .deleteFrom('slvDecisionRequest')
      .where('slvId', '=', slvId)
      .where('slvRequestId', '=', requestId)
      .returning('decision')
      .executeTakeFirst()
    await inner.db.deleteFrom('slvRequest').where('slvId', '=', slvId).where('id', '=', requestId).execute()
    const gone: Event[] = answered ? [withoutVariance(answered.decision)] : []
    return {
      answer: { id: requestId },
      events: [...gone, { action: 'delete-request', changes: told(before.summary, null) }],
    }
  })

const withoutVariance = (decision: string): Event => ({
  action: 'delete-decision-request',
  comment: 'Its variance was removed',
  changes: [{ field: 'slvDecisionRequests.decision', before: decision, after: null }],
})

const countRequests = async (ctx: Ctx, slvId: string): Promise<number> => (await readRequests(ctx, slvId)).length

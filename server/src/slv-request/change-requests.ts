import { distance, varianceSummary } from '@portal/contract/slv-request/distance'
import type { NewSlvRequest, SlvRequestPatch } from '@portal/contract/slv-request/model'
import { sql } from 'kysely'
import type { z } from 'zod'
import { changesBetween } from '../history/changes.ts'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { readRequest } from './read.ts'
import { withinSlv } from './within.ts'

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

const present = (request: Awaited<ReturnType<typeof read>>) => ({
  ...request,
  distance: distance(request),
  summary: varianceSummary(request),
})

/** In the history a variance is told by its summary line. */
const told = (before: string | null, after: string | null) => [{ field: 'slvRequests', before, after }]

/** Adds a variance at the end of the SLV's list. */
export const addSlvRequest = (ctx: Ctx, slvId: string, request: New, ifMatch?: number) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner) => {
    const { id } = await inner.db
      .insertInto('slvRequest')
      .values({
        ...written(request),
        slvId,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from slv_request where slv_id = ${slvId})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const answer = present(await read(inner, slvId, id))
    return { answer, action: 'add-request', changes: told(null, answer.summary) }
  })

/** Changes any part of a variance. */
export const updateSlvRequest = (ctx: Ctx, slvId: string, requestId: string, patch: Patch, ifMatch?: number) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner) => {
    const before = await read(inner, slvId, requestId)
    if (Object.keys(patch).length > 0)
      await inner.db
        .updateTable('slvRequest')
        .set(written(patch))
        .where('slvId', '=', slvId)
        .where('id', '=', requestId)
        .execute()
    const answer = present(await read(inner, slvId, requestId))
    const changes = changesBetween(before, patch).map(({ field, ...values }) => ({
      field: `slvRequests.${field}`,
      ...values,
    }))
    return { answer, action: 'update-request', changes }
  })

/** Removes a variance, with its answer when it had one. */
export const deleteSlvRequest = (ctx: Ctx, slvId: string, requestId: string, ifMatch?: number) =>
  withinSlv(ctx, slvId, 'request', ifMatch, async (inner) => {
    const before = await read(inner, slvId, requestId)
    await inner.db.deleteFrom('slvRequest').where('slvId', '=', slvId).where('id', '=', requestId).execute()
    return { answer: { id: requestId }, action: 'delete-request', changes: told(present(before).summary, null) }
  })

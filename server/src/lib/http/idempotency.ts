import { createHash } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import type { FastifyRequest } from 'fastify'
import { type Ctx, transact } from '../ctx.ts'
import { badRequest, conflict } from '../errors.ts'

/** Whether an Idempotency-Key applies: to a POST by a signed-in user, unless its response must not be stored. */
export const keepsAnswer = ({ method, access, keepsNothing, answersFile }: Endpoint): boolean =>
  method === 'POST' && access !== 'PUBLIC' && !keepsNothing && !answersFile

/** Identifies a request: its role, address and content. A stored response shows what that role may see. */
export const hashOf = ({ method, url, ctx }: FastifyRequest, ...content: unknown[]) =>
  createHash('sha256')
    .update(JSON.stringify([ctx.actor.role, method, url, ...content]))
    .digest()

const deflatedFrom = 1000

const packed = (answer: unknown): Buffer => {
  const json = Buffer.from(JSON.stringify(answer) ?? 'null')
  return json.length < deflatedFrom ? json : deflateSync(json)
}

/** zlib output starts with 'x', which no JSON does. */
const unpacked = (stored: Buffer): unknown => JSON.parse((stored[0] === 0x78 ? inflateSync(stored) : stored).toString())

export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > 200)
    throw badRequest([{ field: 'Idempotency-Key', error: '1 to 200 characters' }])
  return key
}

/** The stored response for this user and key, or undefined. Throws 409 if it belongs to a request with another hash. */
export async function findKept(ctx: Ctx, key: string, requestHash?: Buffer): Promise<{ answer: unknown } | undefined> {
  const kept = await ctx.db
    .selectFrom('idempotencyKey')
    .select(['requestHash', 'answer'])
    .where('userId', '=', ctx.actor.id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (kept && requestHash && !kept.requestHash.equals(requestHash))
    throw conflict('This Idempotency-Key was used for another request')
  return kept && { answer: unpacked(kept.answer) }
}

/**
 * Runs the work and stores its response under the key, in one transaction; a known key gets the stored response, after
 * the first request's commit.
 */
export const remembered = <T>(ctx: Ctx, key: string, requestHash: Buffer, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  transact(ctx, async (inner) => {
    const userId = ctx.actor.id
    const claimed = await inner.db
      .insertInto('idempotencyKey')
      .values({ userId, key, requestHash, createdAt: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!claimed) return (await findKept(inner, key, requestHash))?.answer as T

    const answer = await work(inner)
    await inner.db
      .updateTable('idempotencyKey')
      .set({ answer: packed(answer) })
      .where('userId', '=', userId)
      .where('key', '=', key)
      .execute()
    return answer
  })

/**
 * Runs a POST's work once per Idempotency-Key of its user. `fetchFirst` calls other systems, and is skipped for a known
 * key.
 */
export const once = async <F, T>(
  ctx: Ctx,
  request: FastifyRequest,
  fetchFirst: (() => Promise<F>) | undefined,
  work: (ctx: Ctx, fetched: F | undefined) => Promise<T>,
): Promise<T> => {
  const key = idempotencyKeyOf(request)
  if (key === undefined) return work(ctx, await fetchFirst?.())

  const requestHash = hashOf(request, request.headers['if-match'] ?? null, request.body ?? null)
  const known = fetchFirst && (await findKept(ctx, key, requestHash))
  if (known) return known.answer as T
  const fetched = await fetchFirst?.()
  return remembered(ctx, key, requestHash, (inner) => work(inner, fetched))
}

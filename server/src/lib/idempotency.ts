import { createHash } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import type { FastifyRequest } from 'fastify'
import { type Ctx, transact } from './ctx.ts'
import { badRequest, conflict } from './errors.ts'

/** Whether an Idempotency-Key applies: to a POST by a signed-in user, unless its response must not be stored. */
export const keepsAnswer = ({ method, access, keepsNothing, answersFile }: Endpoint): boolean =>
  method === 'POST' && access !== 'PUBLIC' && !keepsNothing && !answersFile

/** What makes a request another one: who it is asked as, and what is asked. Kept answers show what that role may see. */
export const hashOf = ({ method, url, ctx }: FastifyRequest, ...content: unknown[]) =>
  createHash('sha256')
    .update(JSON.stringify([ctx.actor.role, method, url, ...content]))
    .digest()

/** Shorter answers fit a row of the table as they are. */
const deflatedFrom = 1000

const packed = (answer: unknown): Buffer => {
  const json = Buffer.from(JSON.stringify(answer) ?? 'null')
  return json.length < deflatedFrom ? json : deflateSync(json)
}

/** The first byte of what zlib writes, 'x', begins no JSON. */
const unpacked = (stored: Buffer): unknown => JSON.parse((stored[0] === 0x78 ? inflateSync(stored) : stored).toString())

type Known = { requestHash: Buffer; answer: unknown }

/** What was answered under this key, if anything was. Throws 409 when it was another request's. */
async function recall(ctx: Ctx, key: string, requestHash: Buffer): Promise<Known | undefined> {
  const known = await ctx.db
    .selectFrom('idempotencyKey')
    .select(['requestHash', 'answer'])
    .where('userId', '=', ctx.actor.id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (known && !known.requestHash.equals(requestHash))
    throw conflict('This Idempotency-Key was used for another request')
  return known && { ...known, answer: unpacked(known.answer) }
}

/** The request's Idempotency-Key; undefined when it has none. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > 200)
    throw badRequest([{ field: 'Idempotency-Key', error: '1 to 200 characters' }])
  return key
}

/** The stored response for this user and key, or undefined. */
export async function findKept(ctx: Ctx, key: string): Promise<{ answer: unknown } | undefined> {
  const kept = await ctx.db
    .selectFrom('idempotencyKey')
    .select('answer')
    .where('userId', '=', ctx.actor.id)
    .where('key', '=', key)
    .executeTakeFirst()
  return kept && { answer: unpacked(kept.answer) }
}

/**
 * Runs the work and keeps its answer under the key, in one transaction; for a key that is known, answers what was
 * answered. A second request with the same key waits for the first one's commit.
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
    if (!claimed) return (await recall(inner, key, requestHash))?.answer as T

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
 * Runs a POST's work once per Idempotency-Key of its user. The answer is kept in the work's own transaction,
 * so a lost answer can be asked for again. `fetchFirst` asks the outside world, and is not asked again for an answer
 * that is known.
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
  const known = fetchFirst && (await recall(ctx, key, requestHash))
  if (known) return known.answer as T
  const fetched = await fetchFirst?.()
  return remembered(ctx, key, requestHash, (inner) => work(inner, fetched))
}

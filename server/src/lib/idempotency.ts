import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Ctx, transact } from './ctx.ts'
import { badRequest, conflict } from './errors.ts'

const hashOf = ({ method, url, body }: FastifyRequest) =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest()

/**
 * Runs a POST's work once per Idempotency-Key of its user. The answer is kept in the work's own transaction,
 * so a lost answer can be asked for again; a second request with the same key waits for the first one's commit.
 */
export const once = async <T>(ctx: Ctx, request: FastifyRequest, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return work(ctx)
  if (typeof key !== 'string' || key.length === 0 || key.length > 200)
    throw badRequest([{ field: 'Idempotency-Key', error: '1 to 200 characters' }])

  const requestHash = hashOf(request)
  return transact(ctx, async (inner) => {
    const mine = { userId: ctx.actor.id, key }
    const fresh = await inner.db
      .insertInto('idempotencyKey')
      .values({ ...mine, requestHash, createdAt: ctx.now })
      .onConflict((conflicting) => conflicting.doNothing())
      .returning('key')
      .executeTakeFirst()

    if (fresh === undefined) {
      const known = await inner.db
        .selectFrom('idempotencyKey')
        .select(['requestHash', 'answer'])
        .where('userId', '=', mine.userId)
        .where('key', '=', mine.key)
        .executeTakeFirstOrThrow()
      if (!known.requestHash.equals(requestHash)) throw conflict('This Idempotency-Key was used for another request')
      return known.answer as T
    }

    const answer = await work(inner)
    await inner.db
      .updateTable('idempotencyKey')
      .set({ answer: JSON.stringify(answer) })
      .where('userId', '=', mine.userId)
      .where('key', '=', mine.key)
      .execute()
    return answer
  })
}

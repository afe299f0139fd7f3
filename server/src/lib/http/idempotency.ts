import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Ctx, transact } from '../ctx.ts'
import { badRequest, conflict } from '../errors.ts'

/**
 * What identifies the result of a request and isn't in the request itself, such
 * as the id of a new record. Only ids, numbers and booleans, which the database
 * checks: nothing in it ever has to be erased.
 */
export type StoredResult = Record<
  string,
  string | number | boolean | null | readonly string[]
>

/** How a repeat of a request gets its response. */
export type Replay<
  Request,
  Response,
  Kept extends StoredResult = StoredResult,
> = {
  /** If omitted, the request itself identifies the result. */
  keep?: (response: Response) => Kept
  /**
   * Reads the result as the caller may see it now. Throws 404 if they may no
   * longer see it.
   */
  read: (request: Request, kept: Kept) => Promise<Response>
}

/** Keeps the id of the record that a request created. */
export const keepId = ({ id }: { id: string }): { id: string } => ({ id })

/** Identifies a request: its role, address and content. */
export const hashOf = (
  { method, url, ctx }: FastifyRequest,
  ...content: unknown[]
) =>
  createHash('sha256')
    .update(JSON.stringify([ctx.actor.role, method, url, ...content]))
    .digest()

export function idempotencyKeyOf({
  headers,
}: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > 200)
    throw badRequest([
      { field: 'Idempotency-Key', error: '1 to 200 characters' },
    ])
  return key
}

const findKey = ({ db, actor }: Ctx, key: string) =>
  db
    .selectFrom('idempotencyKey')
    .select(['requestHash', 'result'])
    .where('userId', '=', actor.id)
    .where('key', '=', key)
    .executeTakeFirst()

/** Whether this user has already sent a request with this key. */
export const isKnownKey = async (ctx: Ctx, key: string): Promise<boolean> =>
  (await findKey(ctx, key)) !== undefined

/**
 * What was kept of the request with this user's key, or undefined. Throws 409
 * if the key belongs to a request with another hash, or was stored by a release
 * that kept responses instead.
 */
async function findResult(
  ctx: Ctx,
  key: string,
  requestHash: Buffer,
): Promise<StoredResult | undefined> {
  const known = await findKey(ctx, key)
  if (!known) return undefined
  if (!known.requestHash.equals(requestHash))
    throw conflict('This Idempotency-Key was used for another request')
  if (known.result === null)
    throw conflict(
      'This request was already made before the portal was upgraded',
    )
  return known.result as StoredResult
}

/**
 * Claims the key for a request, after waiting for a concurrent request with it.
 * Returns false if it is taken.
 */
async function claimKey(
  { db, actor, now }: Ctx,
  key: string,
  requestHash: Buffer,
): Promise<boolean> {
  const claimed = await db
    .insertInto('idempotencyKey')
    .values({
      userId: actor.id,
      key,
      requestHash,
      result: '{}',
      createdAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

const storeResult = ({ db, actor }: Ctx, key: string, result: StoredResult) =>
  db
    .updateTable('idempotencyKey')
    .set({ result: JSON.stringify(result) })
    .where('userId', '=', actor.id)
    .where('key', '=', key)
    .execute()

/**
 * The work of a request, and how its repeat gets the response: `Replay` for a
 * request that is already parsed.
 */
type Work<Response> = {
  work: (ctx: Ctx) => Promise<Response>
  keep: ((response: Response) => StoredResult) | undefined
  read: (ctx: Ctx, kept: StoredResult) => Promise<Response>
}

/**
 * Runs the work once per key of its user, in one transaction with the key. A
 * repeat only reads its result.
 */
export const runOnce = <Response>(
  ctx: Ctx,
  key: string,
  requestHash: Buffer,
  { work, keep, read }: Work<Response>,
): Promise<Response> =>
  transact(ctx, async (inner) => {
    const isFirst = await claimKey(inner, key, requestHash)
    const kept = isFirst ? undefined : await findResult(inner, key, requestHash)
    if (kept) return read(inner, kept)

    const response = await work(inner)
    if (keep) await storeResult(inner, key, keep(response))
    return response
  })

type Steps<Fetched, Response> = Omit<Work<Response>, 'work'> & {
  /** Calls other systems, before the transaction. Skipped for a repeat. */
  fetchFirst: (() => Promise<Fetched>) | undefined
  work: (ctx: Ctx, fetched: Fetched | undefined) => Promise<Response>
}

/** Runs the work of a POST: with an Idempotency-Key, only once. */
export async function once<Fetched, Response>(
  ctx: Ctx,
  request: FastifyRequest,
  { fetchFirst, work, keep, read }: Steps<Fetched, Response>,
): Promise<Response> {
  const key = idempotencyKeyOf(request)
  if (key === undefined) return work(ctx, await fetchFirst?.())

  const requestHash = hashOf(
    request,
    request.headers['if-match'] ?? null,
    request.body ?? null,
  )
  const kept = fetchFirst && (await findResult(ctx, key, requestHash))
  if (kept) return read(ctx, kept)
  const fetched = await fetchFirst?.()
  return runOnce(ctx, key, requestHash, {
    work: (inner) => work(inner, fetched),
    keep,
    read,
  })
}

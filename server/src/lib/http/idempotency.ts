import { createHash } from 'node:crypto'
import {
  type Endpoint,
  takesIdempotencyKey,
} from '@portal/contract/lib/endpoint'
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

/** A request that its user can repeat with the same result. */
export type RepeatableRequest = { key: string; hash: Buffer }

/** The Idempotency-Key of a request, if it has one. */
export function readIdempotencyKey({
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

/** Identifies a request: its role, address and content. */
export const hashToken = (
  { method, url, ctx }: FastifyRequest,
  ...content: unknown[]
) =>
  createHash('sha256')
    .update(JSON.stringify([ctx.actor.role, method, url, ...content]))
    .digest()

/** A request with JSON, if it has an Idempotency-Key that applies to it. */
export function toRepeatable(
  endpoint: Endpoint,
  request: FastifyRequest,
): RepeatableRequest | undefined {
  if (!takesIdempotencyKey(endpoint)) return undefined
  const key = readIdempotencyKey(request)
  if (key === undefined) return undefined
  const version = request.headers['if-match'] ?? null
  return { key, hash: hashToken(request, version, request.body ?? null) }
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
 * What was kept of a request that this user already made, or undefined. Throws
 * 409 if the key belongs to another request, or was stored by a release that
 * kept responses instead.
 */
export async function findResult<Kept extends StoredResult>(
  ctx: Ctx,
  { key, hash }: RepeatableRequest,
): Promise<Kept | undefined> {
  const known = await findKey(ctx, key)
  if (!known) return undefined
  if (!known.requestHash.equals(hash))
    throw conflict('This Idempotency-Key was used for another request')
  if (known.result === null)
    throw conflict(
      'This request was already made before the portal was upgraded',
    )
  return known.result as Kept
}

/**
 * Claims the key for a request, after waiting for a concurrent request with it.
 * Returns false if it is taken.
 */
async function claimKey(
  { db, actor, now }: Ctx,
  { key, hash }: RepeatableRequest,
): Promise<boolean> {
  const claimed = await db
    .insertInto('idempotencyKey')
    .values({
      userId: actor.id,
      key,
      requestHash: hash,
      result: '{}',
      createdAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

const storeResult = (
  { db, actor }: Ctx,
  { key }: RepeatableRequest,
  result: StoredResult,
) =>
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
type Work<Response, Kept> = {
  work: (ctx: Ctx) => Promise<Response>
  keep: ((response: Response) => Kept) | undefined
  read: (ctx: Ctx, kept: Kept) => Promise<Response>
}

/**
 * Runs the work of a request once, in one transaction with its key. A repeat
 * only reads the result.
 */
export const runOnce = <Response, Kept extends StoredResult>(
  ctx: Ctx,
  request: RepeatableRequest,
  { work, keep, read }: Work<Response, Kept>,
): Promise<Response> =>
  transact(ctx, async (inner) => {
    const isFirst = await claimKey(inner, request)
    const kept = isFirst ? undefined : await findResult<Kept>(inner, request)
    if (kept) return read(inner, kept)

    const response = await work(inner)
    if (keep) await storeResult(inner, request, keep(response))
    return response
  })

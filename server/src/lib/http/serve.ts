import {
  type Endpoint,
  type Received,
  type TakesIdempotencyKey,
  takesIdempotencyKey,
} from '@portal/contract/lib/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { createFairQueue } from '../concurrency/fair-queue.ts'
import type { Ctx } from '../ctx.ts'
import { answerUnchanged } from './answer-unchanged.ts'
import { watchDisconnect } from './disconnect.ts'
import {
  findResult,
  type Replay,
  runOnce,
  type StoredResult,
  toRepeatable,
} from './idempotency.ts'
import { toRoute } from './route-of.ts'
import { getEtag, readIfMatch } from './version.ts'

type Request<E extends Endpoint> = Received<E> & {
  ctx: Ctx
  reply: FastifyReply
} & (E extends { takesIfMatch: true }
    ? {
        /** The version that the caller last saw, if given. */
        ifMatch: number | undefined
      }
    : unknown)
type Response<E extends Endpoint> = z.input<E['response']>
type Handler<E extends Endpoint> = (request: Request<E>) => Promise<Response<E>>

/**
 * Searches share the database connections (lib/db.ts); these limits leave some
 * for other calls.
 */
const searches = createFairQueue({
  total: 16,
  perCompany: 12,
  perPerson: 2,
  waitingPerPerson: 100,
  message:
    'Your other searches are still running. Try again when they are done.',
})

/**
 * Reads with a query string that aren't polls: lists, filters, counts and
 * figures.
 */
const isSearch = ({ method, query, isPoll, access }: Endpoint) =>
  method === 'GET' && query !== undefined && !isPoll && access !== 'PUBLIC'

/**
 * Refuses endpoints that take an Idempotency-Key: `serveOnce` says what their
 * repeats return.
 */
type WithoutKey<E extends Endpoint> =
  TakesIdempotencyKey<E> extends false ? unknown : { servedBy: 'serveOnce' }

/** The only place where requests are parsed and responses checked. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E & WithoutKey<E>,
  handle: Handler<E>,
) {
  if (takesIdempotencyKey(endpoint))
    throw new Error(
      `${endpoint.path} takes an Idempotency-Key but has no replay`,
    )
  addRoute<E>(app, endpoint, handle)
}

/**
 * `serve` for a POST that takes an Idempotency-Key: with one, the work and the
 * key are one transaction, and a repeat only reads the result again.
 */
export function serveOnce<E extends Endpoint, Kept extends StoredResult>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E>,
  replay: Replay<Request<E>, Response<E>, Kept>,
) {
  addRoute<E>(app, endpoint, async (received) => {
    const repeatable = toRepeatable(endpoint, received.reply.request)
    if (!repeatable) return handle(received)
    return runOnce<Response<E>, Kept>(received.ctx, repeatable, {
      work: (ctx) => handle({ ...received, ctx }),
      keep: replay.keep,
      read: (ctx, kept) => replay.read({ ...received, ctx }, kept),
    })
  })
}

/**
 * `serveOnce` for a call that first calls another system, before the
 * transaction. A repeat doesn't call it.
 */
export function serveWith<
  E extends Endpoint,
  Fetched,
  Kept extends StoredResult,
>(
  app: FastifyInstance,
  endpoint: E,
  fetchFirst: (request: Request<E>) => Promise<Fetched>,
  handle: (request: Request<E>, fetched: Fetched) => Promise<Response<E>>,
  replay: Replay<Request<E>, Response<E>, Kept>,
) {
  addRoute<E>(app, endpoint, async (received) => {
    const { ctx, reply } = received
    const repeatable = toRepeatable(endpoint, reply.request)
    if (!repeatable) return handle(received, await fetchFirst(received))

    const kept = await findResult<Kept>(ctx, repeatable)
    if (kept) return replay.read(received, kept)
    const fetched = await fetchFirst(received)
    return runOnce<Response<E>, Kept>(ctx, repeatable, {
      work: (inner) => handle({ ...received, ctx: inner }, fetched),
      keep: replay.keep,
      read: (inner, again) => replay.read({ ...received, ctx: inner }, again),
    })
  })
}

function addRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E>,
) {
  app.route({
    ...toRoute(endpoint),
    ...(endpoint.takesIfNoneMatch &&
      !endpoint.tagsItself && { onSend: answerUnchanged }),
    handler: async (request, reply) => {
      const received = receive<E>(request, reply)
      const leave = isSearch(endpoint)
        ? await searches.enter(received.ctx.actor, watchDisconnect(reply))
        : undefined
      try {
        const response = await handle(received)
        const etag = getEtag(response)
        if (etag) reply.header('etag', etag)
        return response
      } finally {
        leave?.()
      }
    },
  })
}

/**
 * `serve` for an endpoint with `answersStream`: the handler takes over the
 * response and ends it.
 */
export const serveStream = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  open: (request: Request<E>) => Promise<void>,
) => {
  app.route({
    ...toRoute(endpoint),
    handler: (request, reply) => open(receive<E>(request, reply)),
  })
}

const receive = <E extends Endpoint>(
  request: FastifyRequest,
  reply: FastifyReply,
) =>
  ({
    params: request.params,
    query: request.query,
    body: request.body,
    ctx: request.ctx,
    ifMatch: readIfMatch(request),
    reply,
  }) as unknown as Request<E>

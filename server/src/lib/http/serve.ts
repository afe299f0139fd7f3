import type { Endpoint, Received } from '@portal/contract/lib/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { createFairQueue } from '../jobs/fair-queue.ts'
import { disconnectOf } from './disconnect.ts'
import { keepsAnswer, once } from './idempotency.ts'
import { routeOf } from './route-of.ts'
import { etagOf, ifMatchOf } from './version.ts'

type Request<E extends Endpoint> = Received<E> & { ctx: Ctx; reply: FastifyReply } & (E extends { takesIfMatch: true }
    ? {
        /** The version that the caller last saw, if given. */
        ifMatch: number | undefined
      }
    : unknown)
type Handler<E extends Endpoint> = (request: Request<E>) => Promise<z.input<E['response']>>

/** Searches share the database connections (lib/db.ts); these limits leave some for other calls. */
const searches = createFairQueue({
  ...{ total: 16, perCompany: 12, perPerson: 2, waitingPerPerson: 100 },
  message: 'Your other searches are still running. Try again when they are done.',
})

/** Reads with a query string that aren't polls: lists, filters, counts and figures. */
export const isSearch = ({ method, query, isPoll, access }: Endpoint) =>
  method === 'GET' && query !== undefined && !isPoll && access !== 'PUBLIC'

/**
 * The only place where requests are parsed and answers checked. A POST with an Idempotency-Key is one transaction with
 * its stored answer.
 */
export const serve = <E extends Endpoint>(app: FastifyInstance, endpoint: E, handle: Handler<E>) =>
  route(app, endpoint, undefined, handle)

/** `serve` for a call that first calls another system, before BEGIN. */
export const serveWith = <E extends Endpoint, F>(
  app: FastifyInstance,
  endpoint: E,
  fetchFirst: (request: Request<E>) => Promise<F>,
  handle: (request: Request<E>, fetched: F) => Promise<z.input<E['response']>>,
) => route(app, endpoint, fetchFirst, (request, fetched) => handle(request, fetched as F))

const route = <E extends Endpoint, F>(
  app: FastifyInstance,
  endpoint: E,
  fetchFirst: ((request: Request<E>) => Promise<F>) | undefined,
  handle: (request: Request<E>, fetched: F | undefined) => Promise<z.input<E['response']>>,
) => {
  app.route({
    ...routeOf(endpoint),
    handler: async (request, reply) => {
      const received = receive<E>(request, reply)
      const leave = isSearch(endpoint) ? await searches.enter(received.ctx.actor, disconnectOf(reply)) : undefined
      const fetch = fetchFirst && (() => fetchFirst(received))
      const work = (ctx: Ctx, fetched?: F) => handle({ ...received, ctx }, fetched)
      try {
        const answer = keepsAnswer(endpoint)
          ? await once(received.ctx, request, fetch, work)
          : await work(received.ctx, await fetch?.())
        const etag = etagOf(answer)
        if (etag) reply.header('etag', etag)
        return answer
      } finally {
        leave?.()
      }
    },
  })
}

/** `serve` for an endpoint with `answersStream`: the handler takes over the response and ends it. */
export const serveStream = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  open: (request: Request<E>) => Promise<void>,
) => {
  app.route({ ...routeOf(endpoint), handler: (request, reply) => open(receive<E>(request, reply)) })
}

const receive = <E extends Endpoint>(request: FastifyRequest, reply: FastifyReply) =>
  ({
    params: request.params,
    query: request.query,
    body: request.body,
    ctx: request.ctx,
    ifMatch: ifMatchOf(request),
    reply,
  }) as unknown as Request<E>

import type { Endpoint, Received } from '@portal/contract/lib/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Ctx } from './ctx.ts'
import { once } from './idempotency.ts'
import { etagOf, ifMatchOf } from './version.ts'

type Request<E extends Endpoint> = Received<E> & {
  ctx: Ctx
  /** The version that the asker last saw, when they said so. */
  ifMatch: number | undefined
  reply: FastifyReply
}
type Handler<E extends Endpoint, F> = (request: Request<E> & { fetched: F }) => Promise<z.input<E['response']>>

type Options<E extends Endpoint, F> = {
  /** Asks the outside world before a transaction is open: nothing slow stands between BEGIN and COMMIT. */
  fetchFirst?: (request: Request<E>) => Promise<F>
}

/**
 * The only place where a request is parsed and an answer checked, both by the contract.
 * A POST with an Idempotency-Key is one transaction together with the memory of its answer.
 */
export const serve = <E extends Endpoint, F = undefined>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handler<E, F>,
  options: Options<E, F> = {},
) => {
  const { method, path, params, query, body, response, access, summary, tag } = endpoint
  app.route({
    method,
    url: path,
    config: { access },
    schema: {
      summary,
      tags: [tag],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { 200: response },
    },
    handler: async (request, reply) => {
      const received = receive<E>(request, reply)
      const fetched = (await options.fetchFirst?.(received)) as F
      const work = (ctx: Ctx) => handle({ ...received, ctx, fetched })
      const answer = method === 'POST' && received.ctx ? await once(received.ctx, request, work) : await work(received.ctx)
      const etag = etagOf(answer)
      if (etag) reply.header('etag', etag)
      return answer
    },
  })
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

import type { Endpoint } from '@portal/contract/lib/endpoint'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent only on PUBLIC endpoints. */
    ctx: Ctx
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/**
 * The Fastify route options of an endpoint. Only this builds a route's config, so no route can omit its access rule
 * (auth/guard.ts).
 */
export const routeOf = (endpoint: Endpoint) => {
  const { method, path, params, query, body, response, answersFile, answersStream, answersRedirect, isPoll } = endpoint
  return {
    method,
    url: path,
    // Most requests are polls, which say little: they have metrics, but no traces.
    config: { endpoint, ...(isPoll && { otel: false }) },
    // A stream never ends, so its headers alone can't be requested.
    ...(answersStream && { exposeHeadRoute: false }),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(!answersFile && !answersStream && !answersRedirect && { response: { 200: response } }),
    },
    ...(body instanceof z.ZodObject && { preValidation: noteUnknown(Object.keys(body.shape)) }),
  }
}

/** Limits for a log line. */
const most = { names: 20, characters: 60 }

/** Logs the names of unknown fields of a body, never their values. */
const noteUnknown = (names: readonly string[]) => {
  const known = new Set(names)
  return async (request: FastifyRequest) => {
    const { body } = request
    if (typeof body !== 'object' || body === null) return
    const unknown = Object.keys(body).filter((name) => !known.has(name))
    if (unknown.length === 0) return
    const dropped = unknown.slice(0, most.names).map((name) => name.slice(0, most.characters))
    request.log.info({ reqId: request.id, dropped }, 'a body has unknown keys')
  }
}

import type { Endpoint } from '@portal/contract/lib/endpoint'
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

const emptyQuery = z.object({})
const emptyBody = z.object({}).nullish()

/** The schema of the body; none for a file, which is read as a stream. */
function bodySchema({ method, body, takesFile }: Endpoint) {
  if (body) return body
  return method === 'GET' || takesFile ? undefined : emptyBody
}

/**
 * The Fastify route options of an endpoint. Only this builds a route's config,
 * so no route can omit its access rule (auth/guard.ts).
 */
export const toRoute = (endpoint: Endpoint) => {
  const {
    method,
    path,
    params,
    query,
    response,
    answersFile,
    answersStream,
    answersRedirect,
    isPoll,
  } = endpoint
  const body = bodySchema(endpoint)
  return {
    method,
    url: path,
    // Most requests are polls, which say little: they have metrics, but no
    // traces.
    config: { endpoint, ...(isPoll && { otel: false }) },
    // A stream never ends, so its headers alone can't be requested.
    ...(answersStream && { exposeHeadRoute: false }),
    schema: {
      ...(params && { params }),
      querystring: query ?? emptyQuery,
      ...(body && { body }),
      ...(!answersFile &&
        !answersStream &&
        !answersRedirect && { response: { 200: response } }),
    },
  }
}

import type { AddressInfo } from 'node:net'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyError } from 'fastify'
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { z } from 'zod'

/** The body of every error response. */
export const ErrorBody = z.object({ error: z.string() }).meta({ id: 'Error' })

/**
 * A Fastify server that validates with zod, answers every error with {error},
 * and describes itself at /openapi.json and /docs.
 */
export async function createServer(
  info: { title: string; description: string },
  log: (line: string) => void,
) {
  const app = Fastify({
    forceCloseConnections: true,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'Not found' }),
  )
  app.setErrorHandler((error: FastifyError, { method, url }, reply) => {
    const { statusCode = 500, message, stack } = error
    if (statusCode >= 500)
      log(`${info.title}: ${method} ${url} failed: ${stack}`)
    return reply
      .code(statusCode)
      .send({ error: statusCode < 500 ? message : 'Something went wrong' })
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { ...info, version: '1.0.0' } },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, { routePrefix: '/docs' })
  app.get('/openapi.json', { schema: { hide: true } }, async () =>
    app.swagger(),
  )
  app.get('/health', { schema: { summary: 'Health check' } }, async () => ({
    status: 'ok',
  }))
  return app.withTypeProvider<ZodTypeProvider>()
}

export type Server = Awaited<ReturnType<typeof createServer>>

/** The port on which a server listens. */
export const portOf = (server: {
  address: () => AddressInfo | string | null
}): number => {
  const place = server.address()
  return typeof place === 'object' && place !== null ? place.port : 0
}

/**
 * The name by which programs on this machine reach a server that listens on
 * `host`.
 */
export const reachableHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

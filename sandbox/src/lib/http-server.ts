import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import { z } from 'zod'

type Description = { title: string; description: string }

/** Sent files are described by hand: they are read as a stream and never checked against a schema. */
const fileBody = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
}

type Transform = typeof jsonSchemaTransform
const transform: Transform = (input) => {
  const described = jsonSchemaTransform(input)
  const takesFile = input.schema?.consumes?.includes('multipart/form-data')
  return takesFile ? { ...described, schema: { ...described.schema, body: fileBody } } : described
}

const statusOf = (error: unknown): number => {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' ? status : 500
}

const sentence = (error: unknown): string => {
  if (hasZodFastifySchemaValidationErrors(error))
    return error.validation
      .map(({ instancePath, message }) => `${instancePath.slice(1) || 'request'}: ${message}`)
      .join('; ')
  return error instanceof Error && statusOf(error) < 500 ? error.message : 'Something went wrong'
}

/** A Fastify server that checks by zod, answers every refusal with {error}, and describes itself at /openapi.json and /docs. */
export const makeServer = ({ title, description }: Description, log: (line: string) => void): FastifyInstance => {
  const app = Fastify({ forceCloseConnections: true, requestTimeout: 30_000, routerOptions: { maxParamLength: 200 } })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Not found' }))
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error)
    if (status >= 500)
      log(`${title}: ${request.method} ${request.url} failed: ${error instanceof Error ? error.stack : error}`)
    return reply.code(status).send({ error: sentence(error) })
  })
  app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title, description, version: '1.0.0' } },
    transform,
    transformObject: jsonSchemaTransformObject,
  })
  app.register(swaggerUi, { routePrefix: '/docs' })
  app.register(async (scope) => {
    scope.get(
      '/openapi.json',
      { schema: { summary: 'This description', tags: ['system'], response: { 200: z.looseObject({}) } } },
      async () => ({ ...app.swagger() }),
    )
    scope.get(
      '/health',
      { schema: { summary: 'Is it up?', tags: ['system'], response: { 200: z.object({ status: z.literal('ok') }) } } },
      async () => ({ status: 'ok' as const }),
    )
  })
  return app
}

import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './describe-api.ts'
import type { CookieNames } from './describe-security.ts'
import { nameSchemas } from './schemas.ts'

/** Where the API's descriptions are. */
const published = '/openapi.json'
const full = '/openapi-full.json'

/** Swagger UI styles its elements inline, but runs no inline script. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Serves two descriptions of the API, and a page that shows them: one of what
 * is published for integrators, and one of every call.
 */
export async function serveDescriptions(
  api: FastifyInstance,
  cookies: CookieNames,
): Promise<void> {
  await nameSchemas()
  const describe = (isPublishedOnly: boolean) => {
    const all = api.operations.map(({ endpoint }) => endpoint)
    const described = isPublishedOnly
      ? all.filter(({ isPublished }) => isPublished)
      : all
    return describeApi(described, all, cookies)
  }
  await api.register(fastifySwagger, {
    // Finds no routes by itself, since none has a tag: the description is
    // generated from the endpoints.
    openapi: {},
    hideUntagged: true,
    transformObject: () => describe(false),
  })
  let forIntegrators: object | undefined
  const schema = { hide: true }
  api.get(published, { schema }, async () => {
    forIntegrators ??= describe(true)
    return forIntegrators
  })
  api.get(full, { schema }, async () => api.swagger())
  await api.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '/api',
    staticCSP: docsPolicy,
    uiConfig: {
      urls: [
        { name: 'For integrators', url: `/api${published}` },
        { name: 'Every call', url: `/api${full}` },
      ],
    },
  })
}

import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './describe-api.ts'
import type { CookieNames } from './describe-security.ts'
import { nameSchemas } from './schemas.ts'

/** Where the API's descriptions are. */
const published = '/openapi.json'
const full = '/openapi-full.json'

const withKey =
  'Send an API key as `Authorization: Bearer lrp_…`. Each call names scopes beside API_KEY; the key needs one of them.'
const texts = {
  published: `What systems of other companies call. ${withKey} /api${full} describes every call.`,
  full: `Every call, also those that people make in the portal. ${withKey} Only those of /api${published} are published for integrators; the others can change in any release.`,
}

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
  const listAll = () => api.operations.map(({ endpoint }) => endpoint)
  const describeAll = () => {
    const all = listAll()
    return describeApi({ endpoints: all, all, cookies, text: texts.full })
  }
  const describePublished = () => {
    const all = listAll()
    const endpoints = all.filter(({ isPublished }) => isPublished)
    return describeApi({ endpoints, all, cookies, text: texts.published })
  }
  await api.register(fastifySwagger, {
    // Finds no routes by itself, since none has a tag: the description is
    // generated from the endpoints.
    openapi: {},
    hideUntagged: true,
    transformObject: describeAll,
  })
  let forIntegrators: object | undefined
  const schema = { hide: true }
  api.get(published, { schema }, async () => {
    forIntegrators ??= describePublished()
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

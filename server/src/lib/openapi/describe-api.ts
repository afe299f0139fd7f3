import { type Endpoint, tags } from '@portal/contract/lib/endpoint'
import { ErrorAnswer } from '@portal/contract/lib/errors'
import { getKeys } from '@portal/contract/lib/typed'
import { describeCall } from './describe-call.ts'
import { headerParameters, listHeaders } from './describe-parameters.ts'
import { describeRefusals, listRefusals } from './describe-refusals.ts'
import {
  describeSharedResponses,
  findSharedResponses,
  type SharedResponses,
} from './describe-responses.ts'
import { type CookieNames, describeSecurity } from './describe-security.ts'
import { addWebhookSchemas, describeWebhooks } from './describe-webhooks.ts'
import { responseHeaders } from './response-headers.ts'
import { Schemas } from './schemas.ts'

type Described = {
  endpoints: readonly Endpoint[]
  /** All of the portal's: names of schemas don't depend on what is described. */
  all: readonly Endpoint[]
  cookies: CookieNames
  /** What the document is about. */
  text: string
}

/**
 * An OpenAPI document of some of the portal's endpoints. Schemas have the names
 * that `nameSchemas` gave them.
 */
export function describeApi({ endpoints, all, cookies, text }: Described) {
  const schemas = new Schemas()
  addSchemas(schemas, all)
  const shared = findSharedResponses(endpoints)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Loan-review portal',
      description: text,
      version: '1',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/api' }],
    tags: describeTags(endpoints),
    paths: describePaths(endpoints, schemas, shared),
    webhooks: describeWebhooks(schemas),
    components: {
      responses: {
        ...describeSharedResponses(shared, schemas),
        ...describeRefusals(new Set(endpoints.flatMap(listRefusals)), schemas),
      },
      parameters: pickHeaders(endpoints),
      headers: responseHeaders,
      securitySchemes: describeSecurity(endpoints, cookies),
      // Last: the schemas that everything above refers to.
      schemas: schemas.definitions,
    },
  }
}

/** Finds the schemas of everything that is described. */
function addSchemas(schemas: Schemas, endpoints: readonly Endpoint[]) {
  schemas.add(ErrorAnswer, 'output')
  addWebhookSchemas(schemas)
  for (const { params, query, body, response, answersFile } of endpoints) {
    for (const part of [params, query, body])
      if (part) schemas.add(part, 'input')
    if (!answersFile) schemas.add(response, 'output')
  }
}

const pickHeaders = (endpoints: readonly Endpoint[]) =>
  Object.fromEntries(
    endpoints
      .flatMap(listHeaders)
      .map((name) => [name, headerParameters[name]]),
  )

function describeTags(endpoints: readonly Endpoint[]) {
  const used = new Set(endpoints.map(({ tag }) => tag))
  return getKeys(tags)
    .filter((name) => used.has(name))
    .map((name) => ({ name, description: tags[name] }))
}

function describePaths(
  endpoints: readonly Endpoint[],
  schemas: Schemas,
  shared: SharedResponses,
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describeCall(endpoint, schemas, shared),
    }
  }
  return paths
}

import { scopesFor, takesKey } from '@portal/contract/integration/policy'
import {
  type Endpoint,
  type Subject,
  tags,
  takesIdempotencyKey,
} from '@portal/contract/lib/endpoint'
import {
  ErrorAnswer,
  type ErrorCode,
  errorMeaning,
  errorStatus,
} from '@portal/contract/lib/errors'
import { printTicketHeader } from '@portal/contract/reporting/model'
import { ZodObject, type ZodType } from 'zod'
import { addWebhookSchemas, describeWebhooks } from './describe-webhooks.ts'
import { bodyExamples, errorExample } from './examples.ts'
import { parameterTexts } from './parameter-texts.ts'
import { type JsonSchema, Schemas } from './schemas.ts'
import { versionNames } from './version.ts'

/**
 * `GET /v1/tdocs/:id/activity-log` is `getTdocsByIdActivityLog`: the method,
 * the path without its version, `By` before a parameter.
 */
function operationId({ method, path }: Endpoint): string {
  const words = path
    .replace(/^\/v1\//, '')
    .replaceAll(':', 'by-')
    .split(/[/-]/)
  return (
    method.toLowerCase() +
    words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  )
}

const listSecurity = (endpoint: Endpoint) => [
  ...(endpoint.access === 'PUBLIC' ? [] : [{ SESSION: [] }]),
  ...(takesKey(endpoint) ? [{ API_KEY: [] }] : []),
  ...(endpoint.opensWith ? [{ [endpoint.opensWith]: [] }] : []),
]

/**
 * Calls about these never return 404, unless their path or body has an id;
 * `refuses` says so in that case.
 */
const several: readonly Subject[] = [
  'NOTHING',
  'SELF',
  'SLVS',
  'TDOCS',
  'PEOPLE',
  'CAPTURES',
]

/** The error codes that any call may return; described once for all of them. */
const commonRefusals: readonly ErrorCode[] = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'headers_too_large',
  'internal',
  'unavailable',
]

/**
 * The other error codes that a call may return: those that follow from its
 * shape, and its own.
 */
function listRefusals(endpoint: Endpoint): ErrorCode[] {
  const { access, opensWith, takesFile } = endpoint
  const isGet = endpoint.method === 'GET'
  const when: Partial<Record<ErrorCode, unknown>> = {
    not_found: endpoint.params || !several.includes(endpoint.about),
    conflict: !isGet && (access !== 'PUBLIC' || opensWith === 'SIGN_IN'),
    stale: endpoint.takesIfMatch,
    range_not_satisfiable: endpoint.answersFile?.takesRange,
    no_room: takesFile,
  }
  const codes = Object.keys(errorStatus) as ErrorCode[]
  return codes.filter(
    (code) =>
      !commonRefusals.includes(code) &&
      (when[code] || endpoint.refuses?.includes(code)),
  )
}

/** The sentence of a parameter, with the allowed values of a list. */
function describeParameter(
  name: string,
  { description, ...schema }: JsonSchema,
) {
  const text = parameterTexts[name]
  return {
    description: [text, description].filter(Boolean).join('. '),
    schema,
  }
}

function parameters(
  schemas: Schemas,
  where: 'path' | 'query',
  schema: ZodType | undefined,
) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.describeProperties(schema)
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...describeParameter(name, described),
  }))
}

const listHeaders = (endpoint: Endpoint) => [
  ...(endpoint.takesIfMatch
    ? [{ $ref: '#/components/parameters/IfMatch' }]
    : []),
  ...(endpoint.takesIfNoneMatch
    ? [{ $ref: '#/components/parameters/IfNoneMatch' }]
    : []),
  ...(takesIdempotencyKey(endpoint)
    ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
    : []),
  ...(endpoint.answersFile?.takesRange
    ? [{ $ref: '#/components/parameters/Range' }]
    : []),
  ...(endpoint.answersStream
    ? [{ $ref: '#/components/parameters/LastEventId' }]
    : []),
]

const bytes = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
} as const
const oneFile = {
  type: 'object',
  properties: { file: bytes },
  required: ['file'],
} as const

function requestBody(schemas: Schemas, endpoint: Endpoint) {
  const { takesFile, takesForm, body } = endpoint
  if (takesFile)
    return {
      required: true,
      content: { 'multipart/form-data': { schema: oneFile } },
    }
  if (!body) return undefined
  const required = !body.safeParse(undefined).success
  const schema = schemas.describe(body, 'input')
  const example = bodyExamples[operationId(endpoint)]
  return {
    required,
    content: {
      ...(takesForm && { 'application/x-www-form-urlencoded': { schema } }),
      'application/json': { schema, ...(example && { example }) },
    },
  }
}

function answers(
  schemas: Schemas,
  {
    response,
    answersFile,
    answersStream,
    answersRedirect,
    takesIfNoneMatch,
  }: Endpoint,
) {
  if (answersRedirect)
    return {
      303: {
        description: 'Redirects the browser to another address',
        headers: {
          Location: { schema: { type: 'string', format: 'uri-reference' } },
        },
      },
    }
  if (answersFile) {
    const file = {
      description: 'The file',
      headers: { 'Content-Disposition': { schema: { type: 'string' } } },
      content: Object.fromEntries(
        answersFile.types.map((type) => [
          type,
          { schema: { ...bytes, contentMediaType: type } },
        ]),
      ),
    }
    return {
      200: file,
      ...(answersFile.takesRange && {
        206: { ...file, description: 'The requested range of the file' },
      }),
    }
  }
  const schema = schemas.describe(response, 'output')
  if (answersStream)
    return {
      200: {
        description: 'The events',
        content: { 'text/event-stream': { schema } },
      },
    }
  const hasTag =
    takesIfNoneMatch || versionNames.some((name) => hasField(response, name))
  return {
    200: {
      description: 'Done',
      ...(hasTag && {
        headers: { ETag: { $ref: '#/components/headers/ETag' } },
      }),
      content: { 'application/json': { schema } },
    },
    ...(takesIfNoneMatch && {
      304: { description: 'The caller’s copy is current' },
    }),
  }
}

const hasField = (schema: ZodType, name: string) =>
  schema instanceof ZodObject && name in schema.shape

/** Describes which scopes allow a call. */
function describeScopes(endpoint: Endpoint): string {
  if (endpoint.takesKey === 'ANY') return 'Any API key can make this call.'
  const scopes = scopesFor(endpoint).map((scope) => `\`${scope}\``)
  return scopes.length === 0
    ? 'API keys can’t make this call.'
    : `API keys need the scope ${scopes.join(' or ')}.`
}

function describeOperation(schemas: Schemas, endpoint: Endpoint) {
  const body = requestBody(schemas, endpoint)
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    ...(takesKey(endpoint) && { description: describeScopes(endpoint) }),
    tags: [endpoint.tag],
    security: listSecurity(endpoint),
    parameters: [
      ...parameters(schemas, 'path', endpoint.params),
      ...parameters(schemas, 'query', endpoint.query),
      ...listHeaders(endpoint),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...answers(schemas, endpoint),
      ...Object.fromEntries(
        listRefusals(endpoint).map((code) => [
          errorStatus[code],
          { $ref: `#/components/responses/${code}` },
        ]),
      ),
      default: { $ref: '#/components/responses/refusal' },
    },
  }
}

const retryAfter = {
  'Retry-After': { $ref: '#/components/headers/RetryAfter' },
}
/** Responses to API keys always have RateLimit. */
const commonRefusal = (schemas: Schemas) => ({
  description: [
    'What any call may return; `code` tells which:',
    ...commonRefusals.map(
      (code) => `- ${errorStatus[code]} \`${code}\`: ${errorMeaning[code]}`,
    ),
  ].join('\n'),
  headers: {
    ...retryAfter,
    'WWW-Authenticate': { $ref: '#/components/headers/WWWAuthenticate' },
    'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
    'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
    'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
  },
  content: {
    'application/json': {
      schema: schemas.describe(ErrorAnswer, 'output'),
      example: errorExample('bad_request'),
    },
  },
})

const refusal = (code: ErrorCode) => ({
  description: errorMeaning[code],
  content: {
    'application/json': {
      schema: refusalSchema(code),
      example: errorExample(code),
    },
  },
})

const refusalSchema = (code: ErrorCode): JsonSchema => ({
  allOf: [
    { $ref: '#/components/schemas/ErrorAnswer' },
    {
      type: 'object',
      properties: {
        statusCode: { const: errorStatus[code] },
        code: { const: code },
      },
    },
  ],
})

const header = (name: string, description: string, pattern?: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...(pattern && { pattern }) },
})

const cookie = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'cookie',
  name,
  description,
})

type Cookies = { session: string; challenge: string }

const headerParameters = {
  IfMatch: header(
    'If-Match',
    'The ETag that the caller last saw. Returns 412 if the resource has changed since then',
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The ETag of the caller’s copy. Returns 304 if nothing has changed',
  ),
  IdempotencyKey: {
    ...header(
      'Idempotency-Key',
      'A retry with the same key within 24 hours changes nothing and returns the result as it is now',
    ),
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  LastEventId: header(
    'Last-Event-ID',
    'The id of the last event that the caller received',
  ),
  Range: header('Range', 'The requested byte range of the file', '^bytes='),
}

const components = (
  schemas: Schemas,
  codes: readonly ErrorCode[],
  cookies: Cookies,
) => ({
  responses: {
    refusal: commonRefusal(schemas),
    ...Object.fromEntries(codes.map((code) => [code, refusal(code)])),
  },
  schemas: schemas.definitions,
  parameters: headerParameters,
  headers: {
    ETag: {
      description: 'The version of the resource',
      schema: { type: 'string' },
    },
    RetryAfter: {
      description: 'Seconds to wait before trying again',
      schema: { type: 'integer', minimum: 1 },
    },
    RateLimitLimit: {
      description: 'The calls that an API key can make in a minute',
      schema: { type: 'integer', minimum: 1 },
    },
    RateLimitRemaining: {
      description: 'The calls that the API key has left in this minute',
      schema: { type: 'integer', minimum: 0 },
    },
    RateLimitReset: {
      description: 'The seconds until the next minute begins',
      schema: { type: 'integer', minimum: 1 },
    },
    WWWAuthenticate: {
      description: 'How to authenticate, and why a key was refused (RFC 6750)',
      schema: { type: 'string' },
    },
  },
  securitySchemes: {
    SESSION: cookie(cookies.session, 'The session of a signed-in user'),
    SIGN_IN: cookie(
      cookies.challenge,
      'A sign-in that is waiting for its second factor; valid for nothing else',
    ),
    API_KEY: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'lrp_…',
      description: 'An API key of a service',
    },
    LINK: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of an emailed link',
    },
    PRINT_TICKET: {
      type: 'apiKey',
      in: 'header',
      name: printTicketHeader,
      description:
        'A one-time ticket for one call, used when a page is printed',
    },
  },
})

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

/** Schemas have the names that `nameSchemas` gave them. */
export function openApi(endpoints: readonly Endpoint[], cookies: Cookies) {
  const schemas = new Schemas()
  addSchemas(schemas, endpoints)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describeOperation(schemas, endpoint),
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Loan-review portal',
      version: '1',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(tags).map(([name, description]) => ({
      name,
      description,
    })),
    paths,
    webhooks: describeWebhooks(schemas),
    components: components(
      schemas,
      [...new Set(endpoints.flatMap(listRefusals))],
      cookies,
    ),
  }
}

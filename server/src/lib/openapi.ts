import { type Endpoint, tags } from '@portal/contract/lib/endpoint'
import { ErrorAnswer, type ErrorCode, errorMeaning, errorStatus } from '@portal/contract/lib/errors'
import { printTicketHeader } from '@portal/contract/reporting/model'
import { describeOperation, type JsonSchema, jsonSchema, refusalsOf } from './describe-operation.ts'

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
const hasRetryAfter: readonly ErrorCode[] = ['too_many_requests', 'unavailable']

/** The shared answer of one code: the one shape of errors, with this code and its status. */
const refusal = (code: ErrorCode) => ({
  description: errorMeaning[code],
  ...(hasRetryAfter.includes(code) && { headers: retryAfter }),
  content: { 'application/json': { schema: refusalSchema(code) } },
})

const refusalSchema = (code: ErrorCode): JsonSchema => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    { type: 'object', properties: { statusCode: { const: errorStatus[code] }, code: { const: code } } },
  ],
})

const header = (name: string, description: string, pattern?: string) => ({
  ...{ name, in: 'header', required: false, description },
  schema: { type: 'string', ...(pattern && { pattern }) },
})

const cookie = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description })

type Cookies = { session: string; challenge: string }

/** What operations refer to by name. */
const components = (codes: readonly ErrorCode[], cookies: Cookies) => ({
  schemas: { Error: jsonSchema(ErrorAnswer, 'output') },
  responses: Object.fromEntries(codes.map((code) => [code, refusal(code)])),
  parameters: {
    IfMatch: header('If-Match', 'The ETag that the asker last saw: 412 when the thing has changed since'),
    IfNoneMatch: header('If-None-Match', 'The ETag of the answer that the asker has: 304 when it is still the same'),
    IdempotencyKey: {
      ...header('Idempotency-Key', 'Asked again with the same key, the call does nothing and gives the same answer'),
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    },
    Range: header('Range', 'The part of the file that is wanted', '^bytes='),
  },
  headers: {
    ETag: { description: 'The version of what was answered', schema: { type: 'string' } },
    RetryAfter: { description: 'In how many seconds to try again', schema: { type: 'integer', minimum: 1 } },
  },
  securitySchemes: {
    SESSION: cookie(cookies.session, 'The session of a person who signed in'),
    SIGN_IN: cookie(cookies.challenge, 'A sign-in that waits for its second factor; it opens nothing else'),
    LINK: { type: 'http', scheme: 'bearer', description: 'The token of a link that was mailed' },
    PRINT_TICKET: {
      ...{ type: 'apiKey', in: 'header', name: printTicketHeader },
      description: 'Opens one call once, for the page that is printed',
    },
  },
})

/** The description of the API: every endpoint that is served, and nothing that is not. */
export function openApi(endpoints: readonly Endpoint[], cookies: Cookies) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Loan-review portal',
      version: '1',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: components([...new Set(endpoints.flatMap(refusalsOf))], cookies),
  }
}

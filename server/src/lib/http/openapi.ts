import { type Endpoint, tags } from '@portal/contract/lib/endpoint'
import { ErrorAnswer, type ErrorCode, errorMeaning, errorStatus } from '@portal/contract/lib/errors'
import { printTicketHeader } from '@portal/contract/reporting/model'
import { describeOperation, type JsonSchema, jsonSchema, refusalsOf } from './describe-operation.ts'

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
const hasRetryAfter: readonly ErrorCode[] = ['too_many_requests', 'unavailable']

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

const components = (codes: readonly ErrorCode[], cookies: Cookies) => ({
  schemas: { Error: jsonSchema(ErrorAnswer, 'output') },
  responses: Object.fromEntries(codes.map((code) => [code, refusal(code)])),
  parameters: {
    IfMatch: header(
      'If-Match',
      'The ETag that the caller last saw. Returns 412 if the resource has changed since then',
    ),
    IfNoneMatch: header('If-None-Match', 'The ETag of the caller’s copy. Returns 304 if nothing has changed'),
    IdempotencyKey: {
      ...header('Idempotency-Key', 'A retry with the same key does nothing and returns the first response'),
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    },
    Range: header('Range', 'The requested byte range of the file', '^bytes='),
  },
  headers: {
    ETag: { description: 'The version of the resource', schema: { type: 'string' } },
    RetryAfter: { description: 'Seconds to wait before trying again', schema: { type: 'integer', minimum: 1 } },
  },
  securitySchemes: {
    SESSION: cookie(cookies.session, 'The session of a signed-in user'),
    SIGN_IN: cookie(cookies.challenge, 'A sign-in that is waiting for its second factor; valid for nothing else'),
    LINK: { type: 'http', scheme: 'bearer', description: 'The token of an emailed link' },
    PRINT_TICKET: {
      ...{ type: 'apiKey', in: 'header', name: printTicketHeader },
      description: 'A one-time ticket for one call, used when a page is printed',
    },
  },
})

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

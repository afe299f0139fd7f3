import type { Endpoint, Subject } from '@portal/contract/lib/endpoint'
import {
  ErrorAnswer,
  type ErrorCode,
  errorMeaning,
  errorStatus,
} from '@portal/contract/lib/errors'
import { getKeys } from '@portal/contract/lib/typed'
import { errorExample } from './examples.ts'
import type { Schemas } from './schemas.ts'

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
export function listRefusals(endpoint: Endpoint): ErrorCode[] {
  const { access, opensWith, takesFile } = endpoint
  const isGet = endpoint.method === 'GET'
  const when: Partial<Record<ErrorCode, unknown>> = {
    not_found: endpoint.params || !several.includes(endpoint.about),
    conflict: !isGet && (access !== 'PUBLIC' || opensWith === 'SIGN_IN'),
    stale: endpoint.takesIfMatch,
    range_not_satisfiable: endpoint.answersFile?.takesRange,
    no_room: takesFile,
  }
  return getKeys(errorStatus).filter(
    (code) =>
      !commonRefusals.includes(code) &&
      (when[code] || endpoint.refuses?.includes(code)),
  )
}

/** These errors and the common ones, by status. */
export const referToRefusals = (codes: readonly ErrorCode[]) => ({
  ...Object.fromEntries(
    codes.map((code) => [
      errorStatus[code],
      { $ref: `#/components/responses/${code}` },
    ]),
  ),
  default: { $ref: '#/components/responses/refusal' },
})

/** Describes these errors by code, and the common ones as `refusal`. */
export const describeRefusals = (
  codes: Iterable<ErrorCode>,
  schemas: Schemas,
) => ({
  refusal: describeCommonRefusals(schemas),
  ...Object.fromEntries(
    [...codes].map((code) => [code, describeRefusal(code, schemas)]),
  ),
})

const describeContent = (code: ErrorCode, schemas: Schemas) => ({
  'application/json': {
    schema: schemas.describe(ErrorAnswer, 'output'),
    example: errorExample(code),
  },
})

const describeRefusal = (code: ErrorCode, schemas: Schemas) => ({
  description: `\`${code}\`: ${errorMeaning[code]}`,
  content: describeContent(code, schemas),
})

/** Responses to API keys always have RateLimit. */
const describeCommonRefusals = (schemas: Schemas) => ({
  description: [
    'What any call may return; `code` tells which:',
    ...commonRefusals.map(
      (code) => `- ${errorStatus[code]} \`${code}\`: ${errorMeaning[code]}`,
    ),
  ].join('\n'),
  headers: {
    'Retry-After': { $ref: '#/components/headers/RetryAfter' },
    'WWW-Authenticate': { $ref: '#/components/headers/WWWAuthenticate' },
    'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
    'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
    'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
  },
  content: describeContent('bad_request', schemas),
})

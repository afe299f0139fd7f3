import { z } from 'zod'

/** `error` is the sentence that toasts show after 'Reason:'. */
export const ErrorAnswer = z.object({
  statusCode: z.number().int().describe('The HTTP status'),
  code: z
    .string()
    .describe('What went wrong, as a word that programs can compare'),
  error: z.string().describe('What went wrong, as a sentence for people'),
  requestId: z
    .string()
    .optional()
    .describe('Finds the request in the portal’s log'),
  details: z
    .array(
      z.object({
        field: z.string().describe('A path such as `slvRequests.0.reason`'),
        error: z.string().describe('What is wrong with it'),
      }),
    )
    .optional()
    .describe('What is wrong with which field'),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>

/** A problem of one field; `field` is a path such as `slvRequests.0.reason`. */
export type Problem = { field: string; error: string }

/**
 * The message of an error that `details` explain, for a form that highlights
 * their fields.
 */
export const checkFields = 'Check the highlighted fields'

/** Error codes and their HTTP status (product.md §1). */
export const errorStatus = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  stale: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  loan_dock_refused: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  loan_dock_failed: 502,
  unavailable: 503,
  no_room: 507,
} as const
export type ErrorCode = keyof typeof errorStatus

/** When the API returns each code; shown in the OpenAPI description. */
export const errorMeaning: Record<ErrorCode, string> = {
  bad_request:
    'The request is malformed or invalid; `details` lists each invalid field',
  unauthorized: 'The session or API key is missing or has expired',
  forbidden:
    'The account is inactive or lacks permission, or the request came from another site',
  not_found: 'The resource does not exist, or the caller may not see it',
  method_not_allowed:
    'The path exists, but not with this method; Allow lists the methods',
  request_timeout: 'The request timed out',
  conflict:
    'The current state of the resource does not allow this, or someone else has to act',
  stale: 'The resource has changed since the version in If-Match',
  payload_too_large: 'The body or the file is too large',
  unsupported_media_type: 'This call does not accept a body of this type',
  range_not_satisfiable: 'The file does not have the requested range',
  loan_dock_refused:
    'LoanDock does not have this loan, or rejected the request',
  too_many_requests:
    'Too many attempts, calls with an API key, or pending requests from the caller; Retry-After says when to try again',
  headers_too_large: 'The request headers are too large',
  internal: 'The portal failed; look up the error in the log by `requestId`',
  loan_dock_failed: 'LoanDock cannot be reached, or its response is invalid',
  unavailable:
    'A required service is unavailable; Retry-After says when to try again',
  no_room: 'There is not enough space to store the file',
}

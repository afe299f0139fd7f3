import { z } from 'zod'

/** Every error answer of the API. `error` is the sentence that the toast shows after 'Reason:'. */
export const ErrorAnswer = z.object({
  statusCode: z.number().int(),
  code: z.string(),
  error: z.string(),
  requestId: z.string().optional(),
  details: z.array(z.object({ field: z.string(), error: z.string() })).optional(),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>

/** One thing that is wrong with one field; `field` is a path such as `slvRequests.0.reason`. */
export type Problem = { field: string; error: string }

/** The codes of error answers and the HTTP status of each. product.md §1 says when which is used. */
export const errorStatus = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
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

/** When each is answered, for whoever writes a client. */
export const errorMeaning: Record<ErrorCode, string> = {
  bad_request: 'What was sent cannot be read or is not valid; `details` names each field',
  unauthorized: 'There is no session, or it has ended',
  forbidden: 'The account is not active, lacks the permission, or the request came from another site',
  not_found: 'It does not exist, or the asker may not see it',
  request_timeout: 'The request did not arrive in time',
  conflict: 'The state of the thing does not allow this now, or somebody else has to act',
  stale: 'It changed after the version that If-Match names',
  payload_too_large: 'The body or the file is too large',
  unsupported_media_type: 'The body is of a type that this call does not take',
  range_not_satisfiable: 'The file has no such part',
  loan_dock_refused: 'LoanDock knows no such loan, or does not allow this',
  too_many_requests: 'Too many attempts, or too much of the same person is waiting; Retry-After says when to try again',
  headers_too_large: 'The headers of the request are too large',
  internal: 'Something went wrong in the portal; `requestId` finds it in the log',
  loan_dock_failed: 'LoanDock cannot be reached, or its answer cannot be read',
  unavailable: 'Something that is needed is not available now; Retry-After says when to try again',
  no_room: 'There is no room to store the file',
}

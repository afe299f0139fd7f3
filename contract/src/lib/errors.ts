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
  conflict: 409,
  stale: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  loan_dock_refused: 422,
  too_many_requests: 429,
  internal: 500,
  loan_dock_failed: 502,
  unavailable: 503,
  no_room: 507,
} as const
export type ErrorCode = keyof typeof errorStatus

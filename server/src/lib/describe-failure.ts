import { z } from 'zod'

/**
 * An error, or one that pg-boss stored as JSON; for jobs that timed out it has
 * only a value.
 */
const Failure = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  responseCode: z.number().optional(),
  severity: z.string().optional(),
  value: z.object({ message: z.string() }).optional(),
})

/** Codes of our own messages, which never quote data. */
const ownCodes = [
  'loan_dock_failed',
  'loan_dock_refused',
  'unavailable',
  'no_room',
  'too_many_requests',
]

/**
 * Why something failed, for administrators. Never another system's message,
 * which may quote addresses, names or values.
 */
export function describeFailure(error: unknown): string {
  const {
    name,
    message = '',
    code,
    responseCode,
    severity,
    value,
  } = Failure.safeParse(error).data ?? {}
  if (name === 'AppError' && ownCodes.includes(String(code))) return message
  if (responseCode !== undefined)
    return `The mail server returned ${responseCode}`
  if (severity !== undefined) return `The database reported error ${code}`
  if (name === 'TimeoutError') return 'It took too long'
  if (
    /^(handler execution exceeded \d+s|job timed out)$/.test(
      value?.message ?? message,
    )
  )
    return 'It took too long'
  if (/^\d+ of \d+ failed$/.test(message)) return message
  if (/^E[A-Z_]+$/.test(String(code)))
    return `The connection or file operation failed (${code})`
  return `Unexpected error${/^\w+Error$/.test(name ?? '') ? ` (${name})` : ''}: see the log`
}

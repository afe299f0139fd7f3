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
  /** Of ssh2's errors. */
  level: z.string().optional(),
  cause: z.unknown().optional(),
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

/** What the usual codes of connections and files mean. */
const reasons: Record<string, string> = {
  EACCES: 'Access was denied',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed',
  EDNS: 'The host name was not found',
  ENOENT: 'A file or folder does not exist',
  ENOSPC: 'The disk is full',
  ENOTFOUND: 'The host name was not found',
  EPERM: 'Access was denied',
  EROFS: 'The folder is read-only',
  ETIMEDOUT: 'The connection timed out',
}

/**
 * Why something failed, for administrators. Never another system's message,
 * which may quote addresses, names or values.
 */
export function describeFailure(error: unknown): string {
  const known = describeKnown(error)
  if (known) return known
  const name = Failure.safeParse(error).data?.name ?? ''
  return `Unexpected error${/^\w+Error$/.test(name) ? ` (${name})` : ''}: see the log`
}

/** The first reason among an error, what caused it, and so on. */
function describeKnown(error: unknown): string | undefined {
  const failure = Failure.safeParse(error).data
  if (!failure) return undefined
  return (
    describeService(failure) ??
    describeLate(failure) ??
    describeCode(failure) ??
    describeKnown(failure.cause)
  )
}

type Failure = z.infer<typeof Failure>

/** What our own code, the mail server, the database or an SFTP host said. */
function describeService(failure: Failure): string | undefined {
  const { name, message = '', code, responseCode, severity, level } = failure
  if (name === 'AppError' && ownCodes.includes(String(code))) return message
  if (responseCode !== undefined)
    return `The mail server returned ${responseCode}`
  if (severity !== undefined) return `The database reported error ${code}`
  if (level === 'client-authentication')
    return 'The SFTP host refused the login'
  if (message === 'Host denied (verification failed)')
    return 'The SFTP host has a different key'
  return /^\d+ of \d+ failed$/.test(message) ? message : undefined
}

const timeouts = /^(handler execution exceeded \d+s|job timed out)$/

const describeLate = ({ name, message = '', value }: Failure) =>
  name === 'TimeoutError' || timeouts.test(value?.message ?? message)
    ? 'It took too long'
    : undefined

function describeCode({ code }: Failure): string | undefined {
  const text = String(code)
  if (text.startsWith('OAUTH_'))
    return `The identity provider returned something unexpected (${text})`
  if (!/^E[A-Z_]+$/.test(text)) return undefined
  const reason = reasons[text] ?? 'The connection or file operation failed'
  return `${reason} (${text})`
}

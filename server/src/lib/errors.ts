import { type ErrorCode, errorStatus, type Problem } from '@portal/contract/lib/errors'

type Extra = { details?: Problem[]; retryAfterSeconds?: number; cause?: unknown }

/** A refusal that the asker is told about: one of the contract's codes, and a sentence for the toast. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly statusCode: number
  readonly details: Problem[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, { details, retryAfterSeconds, cause }: Extra = {}) {
    super(message, { cause })
    this.name = 'AppError'
    this.code = code
    this.statusCode = errorStatus[code]
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 400, naming each field. */
export const badRequest = (details: Problem[], message = 'Check the highlighted fields') =>
  new AppError('bad_request', message, { details })

/** 401: there is no session. The browser signs out. */
export const unauthorized = (message: string) => new AppError('unauthorized', message)

/** 403: a permission that the asker does not hold, or an inactive account. The browser signs out. */
export const forbidden = (message: string) => new AppError('forbidden', message)

/** 404: missing, or not for the eyes of the asker; nobody can tell which. `details` name the ids that were asked for. */
export const notFound = (thing: string, details?: Problem[]) =>
  new AppError('not_found', `${thing} not found`, details && { details })

/** 409: the wrong state, or somebody else's turn, with why. */
export const conflict = (reason: string, details?: Problem[]) =>
  new AppError('conflict', reason, details && { details })

/** 412: what the asker saw has changed since. */
export const stale = (message = 'This has changed since you loaded it') => new AppError('stale', message)

/** 429, with how long to wait. */
export const tooManyRequests = (retryAfterSeconds: number) =>
  new AppError('too_many_requests', 'Too many attempts. Try again later.', { retryAfterSeconds })

/** 503: what is needed is away, and will be back. */
export const unavailable = (message: string, cause?: unknown) =>
  new AppError('unavailable', message, { retryAfterSeconds: 2, cause })

const databaseAway = (cause: unknown) => unavailable('The database is unavailable. Try again.', cause)

/** SQLSTATE by whole code, else by class (its first two characters). Anything else is a fault of ours: 500. */
const refusals: Record<string, (cause: unknown) => AppError> = {
  '22': (cause) => new AppError('bad_request', 'A value is out of range', { cause }),
  '23505': (cause) => new AppError('conflict', 'This already exists', { cause }),
  '40001': (cause) => unavailable('Someone else just changed this. Try again.', cause),
  '40P01': (cause) => unavailable('Someone else just changed this. Try again.', cause),
  '55P03': (cause) => unavailable('Someone else just changed this. Try again.', cause),
  '57014': (cause) => unavailable('This took too long. Try again.', cause),
  '08': databaseAway,
  '53': databaseAway,
  '57P': databaseAway,
  '25P03': databaseAway,
}

/** What node and pg say when a connection is refused, cut or not to be had; not all of it carries a code. */
const isCut = (error: Error): boolean =>
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOENT|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)$/.test(codeOf(error)) &&
  'syscall' in error &&
  ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall))

const isLost = (error: Error): boolean =>
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Postgres connection has been discarded|Cannot use a pool after)/.test(
    error.message,
  )

/** True for an error of PostgreSQL about this very constraint or unique index. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** The refusal that an error of the database stands for, or null when it is none. */
export function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && 'severity' in error
  const refusal = isSqlState ? (refusals[code] ?? refusals[code.slice(0, 3)] ?? refusals[code.slice(0, 2)]) : undefined
  if (refusal) return refusal(error)
  return isCut(error) || isLost(error) ? databaseAway(error) : null
}

/** Runs a check for each item of a bulk change. Returns the conflicts, each under `<field>.<id>`; other errors are thrown. */
export async function findConflicts<Item extends { id: string }>(
  field: string,
  items: readonly Item[],
  check: (item: Item) => Promise<void>,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const item of items) {
    try {
      await check(item)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      problems.push({ field: `${field}.${item.id}`, error: error.message })
    }
  }
  return problems
}

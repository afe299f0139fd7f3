import {
  checkFields,
  type ErrorCode,
  errorStatus,
  type Problem,
} from '@portal/contract/lib/errors'

type Extra = {
  details?: Problem[]
  retryAfterSeconds?: number
  /** What WWW-Authenticate says beside the scheme (RFC 6750). */
  challenge?: string
  cause?: unknown
}

/** A refusal with a code of the contract and a message for the user. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly statusCode: number
  readonly details: Problem[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly challenge: string | undefined

  constructor(
    code: ErrorCode,
    message: string,
    { details, retryAfterSeconds, challenge, cause }: Extra = {},
  ) {
    super(message, { cause })
    this.name = 'AppError'
    this.code = code
    this.statusCode = errorStatus[code]
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
    this.challenge = challenge
  }
}

/** 400, naming each field. */
export const badRequest = (details: Problem[], message = checkFields) =>
  new AppError('bad_request', message, { details })

/** 401: there is no session. The browser signs out. */
export const unauthorized = (message: string, challenge?: string) =>
  new AppError('unauthorized', message, challenge ? { challenge } : {})

/** 403: a missing permission, or an inactive account. The browser signs out. */
export const forbidden = (message: string, challenge?: string) =>
  new AppError('forbidden', message, challenge ? { challenge } : {})

/**
 * 404: missing or hidden; the answer doesn't tell which. `details` name the
 * requested ids.
 */
export const notFound = (thing: string, details?: Problem[]) =>
  new AppError('not_found', `${thing} not found`, details && { details })

/** 409: the wrong state, or someone else's turn. */
export const conflict = (reason: string, details?: Problem[]) =>
  new AppError('conflict', reason, details && { details })

/** 409: something changed since, so it can't be undone. */
export const changedSince = (noun: string, count: number) =>
  conflict(
    `This can’t be undone: ${count === 1 ? 'one' : count} of the ${noun} changed since`,
  )

/** 412: it has changed since the caller loaded it. */
export const stale = (message = 'This has changed since you loaded it') =>
  new AppError('stale', message)

/** Throws 412 if the caller last saw another version. */
export function refuseStale(
  { version }: { version: number },
  ifMatch: number | undefined,
): void {
  if (ifMatch !== undefined && ifMatch !== version) throw stale()
}

/** 429, with how long to wait. */
export const tooManyRequests = (retryAfterSeconds: number) =>
  new AppError('too_many_requests', 'Too many attempts. Try again later.', {
    retryAfterSeconds,
  })

/** 503: temporarily unavailable. */
export const unavailable = (message: string, cause?: unknown) =>
  new AppError('unavailable', message, { retryAfterSeconds: 2, cause })

const databaseAway = (cause: unknown) =>
  unavailable('The database is unavailable. Try again.', cause)

/**
 * SQLSTATE by whole code, else by class (its first two characters). Any other
 * is a 500.
 */
const refusals: Record<string, (cause: unknown) => AppError> = {
  '22': (cause) =>
    new AppError('bad_request', 'A value is out of range', { cause }),
  '23505': (cause) =>
    new AppError('conflict', 'This already exists', { cause }),
  '40001': (cause) =>
    unavailable('Someone else just changed this. Try again.', cause),
  '40P01': (cause) =>
    unavailable('Someone else just changed this. Try again.', cause),
  '55P03': (cause) =>
    unavailable('Someone else just changed this. Try again.', cause),
  '57014': (cause) => unavailable('This took too long. Try again.', cause),
  '08': databaseAway,
  '53': databaseAway,
  '57P': databaseAway,
  '25P03': databaseAway,
}

/** Connection errors of node and pg; some have no code. */
const isCut = (error: Error): boolean =>
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOENT|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)$/.test(
    getErrorCode(error),
  ) &&
  'syscall' in error &&
  ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall))

const isLost = (error: Error): boolean =>
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Postgres connection has been discarded|Cannot use a pool after)/.test(
    error.message,
  )

/** A full disk, as Node, DuckDB and PostgreSQL report it. */
const isDiskFull = (error: Error): boolean =>
  /^(ENOSPC|EDQUOT)$|no space left on device/i.test(
    getErrorCode(error) || error.message,
  )

export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  'constraint' in error &&
  error.constraint === constraint

const getErrorCode = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * The refusal for an error of the database or the disk; null if there is none.
 */
export function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return null
  const code = getErrorCode(error)
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && 'severity' in error
  const refusal = isSqlState
    ? (refusals[code] ??
      refusals[code.slice(0, 3)] ??
      refusals[code.slice(0, 2)])
    : undefined
  if (refusal) return refusal(error)
  if (isDiskFull(error))
    return unavailable(
      'The server has no disk space left. Try again later.',
      error,
    )
  return isCut(error) || isLost(error) ? databaseAway(error) : null
}

/** Throws a 404 that names the ids of a bulk change that weren't found. */
export function refuseMissing(
  noun: string,
  field: string,
  ids: readonly string[],
  items: readonly { id: string }[],
): void {
  const found = new Set(items.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length === 0) return
  const error = `${noun} not found`
  throw notFound(
    noun,
    missing.map((id) => ({ field: `${field}.${id}`, error })),
  )
}

/**
 * Runs a check for each item of a bulk change. Returns the conflicts, each
 * under `<field>.<id>`; other errors are thrown.
 */
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

import { checkFields, type Problem } from '@portal/contract/lib/errors'
import { joinSentences } from '@portal/contract/lib/sentences'

/**
 * Why a call failed: refused by the server, not reached, or a response that the
 * contract doesn't allow.
 */
export type CallFailure = 'refused' | 'network' | 'garbled'

type CallErrorFacts = Partial<Omit<CallError, 'kind' | keyof Error>>

/**
 * Shown on error pages and forms if the server gave no message. Toasts show
 * only the server's (spec.md §8).
 */
const explanations: Record<CallFailure, string> = {
  refused: 'Something went wrong. Try again.',
  network: 'The portal cannot be reached. Check your connection.',
  garbled: 'The portal sent an unexpected response. Reload the page.',
}

/**
 * The one error of `call`. `status` is 0 and `code` the kind's name unless the
 * server refused.
 */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly kind: CallFailure
  readonly status: number = 0
  readonly code: string
  /** The server's message for people, as in 'Reason: …', or null. */
  readonly reason: string | null = null
  readonly details: readonly Problem[] = []
  /** True if a retry is safe: it was a read or had an Idempotency-Key. */
  readonly repeatable: boolean = false
  /** True if it ended the session: the sign-in page follows. */
  readonly endsSession: boolean = false
  /** The server's Retry-After in seconds, or null. */
  readonly retryAfter: number | null = null

  constructor(kind: CallFailure, facts: CallErrorFacts = {}, cause?: unknown) {
    super(facts.reason ?? explanations[kind], { cause })
    this.kind = kind
    this.code = kind
    Object.assign(this, facts)
  }
}

/**
 * The server's message, or null. For places that highlight no fields: it says
 * what is wrong with them.
 */
export const getReason = (error: unknown): string | null => {
  if (!(error instanceof CallError)) return null
  const { reason, details } = error
  const errors = [...new Set(details.map((problem) => problem.error))]
  return reason === checkFields && errors.length > 0
    ? joinSentences(errors.slice(0, maxDescribed))
    : reason
}

const maxDescribed = 3

/** The server's messages about fields (400); empty for other errors. */
export const getProblems = (error: unknown): readonly Problem[] =>
  error instanceof CallError ? error.details : []

/** True for a refusal with this HTTP status. */
export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof CallError && error.status === status

/** True if the server was not reached or failed, so that a retry may help. */
export const isOutage = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.kind !== 'refused' || error.status >= 500 || error.status === 429)

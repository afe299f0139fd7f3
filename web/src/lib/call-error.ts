import type { Problem } from '@portal/contract/lib/errors'

/** Why a call brought nothing: the server refused it, was not reached, or answered what the contract does not know. */
export type CallFailure = 'refused' | 'network' | 'garbled'

type CallErrorFacts = {
  status?: number
  code?: string
  reason?: string | null
  details?: readonly Problem[]
  repeatable?: boolean
  endsSession?: boolean
  retryAfter?: number | null
}

/** What an error page or a form says when the server gave no sentence. Toasts show server sentences only (spec.md §8). */
const explanations: Record<CallFailure, string> = {
  refused: 'The portal could not do this.',
  network: 'The portal cannot be reached. Check your connection.',
  garbled: 'The portal answered in a way that this page does not understand. Reload it.',
}

/** The one error of `call`. `status` is 0 and `code` the kind's name unless the server refused. */
export class CallError extends Error {
  readonly kind: CallFailure
  readonly status: number
  readonly code: string
  /** The server's sentence, for 'Reason: …' and for people; null when it gave none. */
  readonly reason: string | null
  readonly details: readonly Problem[]
  /** True when sending the same again can do no harm: it carried an Idempotency-Key or only read. */
  readonly repeatable: boolean
  /** True when it signed the person out: the sign-in page is on its way. */
  readonly endsSession: boolean
  /** Seconds after which the server wants to be asked again; null when it did not say. */
  readonly retryAfter: number | null

  constructor(kind: CallFailure, facts: CallErrorFacts, cause?: unknown) {
    super(facts.reason ?? explanations[kind], { cause })
    this.name = 'CallError'
    this.kind = kind
    this.status = facts.status ?? 0
    this.code = facts.code ?? kind
    this.reason = facts.reason ?? null
    this.details = facts.details ?? []
    this.repeatable = facts.repeatable ?? false
    this.endsSession = facts.endsSession ?? false
    this.retryAfter = facts.retryAfter ?? null
  }
}

/** The server's sentence in an error of any origin, or null. */
export const reasonOf = (error: unknown): string | null => (error instanceof CallError ? error.reason : null)

/** What the server finds wrong with single fields (400); empty for every other error. */
export const problemsOf = (error: unknown): readonly Problem[] => (error instanceof CallError ? error.details : [])

/** True for an answer with this HTTP status: 404 not there or not for you, 409 not now, 412 somebody was faster. */
export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof CallError && error.status === status

/** True when the server was not reached or broke, so that trying again later may help. */
export const isOutage = (error: unknown): boolean =>
  error instanceof CallError && (error.kind !== 'refused' || error.status >= 500 || error.status === 429)

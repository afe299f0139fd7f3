import { z } from 'zod'

/** Signs of five bits each: 80 bits. */
export const letterCodeLength = 16

export const LetterState = z.enum([
  'CURRENT',
  'EXPIRED',
  'REPLACED',
  'WITHDRAWN',
])
export type LetterState = z.infer<typeof LetterState>

/** What decides the state of a letter. */
type LetterFacts = {
  /** Whether the SLV was decided again, in the same round or in a later one. */
  isReplaced: boolean
  /**
   * Whether its decision is in effect. It isn't once it was reopened, or a new
   * round was sent; a draft of a new round changes nothing.
   */
  isInEffect: boolean
  goodUntil: string | null
}

/**
 * The state of a letter on a civil day in New York. A later decision replaces
 * it for good, also if that one is reopened. Until there is one, a decision that
 * is no longer in effect is withdrawn, even if it had expired before.
 */
export function letterState(
  { isReplaced, isInEffect, goodUntil }: LetterFacts,
  today: string,
): LetterState {
  if (isReplaced) return 'REPLACED'
  if (!isInEffect) return 'WITHDRAWN'
  return goodUntil !== null && goodUntil < today ? 'EXPIRED' : 'CURRENT'
}

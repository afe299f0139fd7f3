import type { Problem } from '../../lib/errors.ts'
import { addDays, countDays } from '../../sla/calendar.ts'
import type { Decision, SlvStatus } from '../status.ts'

/** For how many days an approval is good, by the programs' limits. */
export const approvalDays = { min: 1, max: 365, default: 60 } as const

/** Owner and underwriter are notified so many days before the last day. */
export const expiryNoticeDays = 5

type Lock = {
  /** The civil day of the decision in New York. */
  today: string
  lockExpirationDate: string | null
}

/**
 * Whether the lock limits an approval. One that has already expired doesn't:
 * the loan needs a new lock, whose day is not known yet.
 */
const isLocked = ({ today, lockExpirationDate }: Lock): boolean =>
  lockExpirationDate !== null && lockExpirationDate >= today

/** The earlier of two civil days. */
const earlier = (one: string, other: string): string =>
  [one, other].toSorted()[0] ?? one

/** The last day that an approval may be good until. */
export const lastGoodUntil = (lock: Lock): string => {
  const { today, lockExpirationDate } = lock
  const last = addDays(today, approvalDays.max)
  if (lockExpirationDate === null || !isLocked(lock)) return last
  return earlier(lockExpirationDate, last)
}

/** Until when an approval is good if the underwriter chooses no day. */
export const defaultGoodUntil = (lock: Lock, days: number): string =>
  earlier(addDays(lock.today, days), lastGoodUntil(lock))

/** What is wrong with the day that was chosen for an approval. */
export function goodUntilProblems(
  decision: Decision,
  goodUntil: string | null | undefined,
  lock: Lock,
): Problem[] {
  if (decision !== 'APPROVED' || !goodUntil) return []
  const problem = (error: string) => [{ field: 'goodUntil', error }]
  if (goodUntil < lock.today) return problem('Choose today or a later day')
  if (goodUntil <= lastGoodUntil(lock)) return []
  return problem(
    isLocked(lock)
      ? 'Choose a day within the lock'
      : `Choose a day within ${approvalDays.max} days`,
  )
}

type Validity = {
  status: SlvStatus
  /** The status in effect during a draft resubmission. */
  statusInEffect?: SlvStatus | null
  goodUntil?: string | null | undefined
}

/** The last day of the approval in effect; null if there is none. */
export const approvedUntil = ({
  status,
  statusInEffect,
  goodUntil,
}: Validity): string | null =>
  (statusInEffect ?? status) === 'APPROVED' ? (goodUntil ?? null) : null

/** Whether the approval in effect has expired: nothing else changes then. */
export const isExpired = (slv: Validity, today: string): boolean => {
  const until = approvedUntil(slv)
  return until !== null && until < today
}

/** '13 days left', 'last day' or 'expired'. */
export const daysLeftText = (goodUntil: string, today: string): string => {
  const left = countDays(today, goodUntil)
  if (left < 0) return 'expired'
  if (left === 0) return 'last day'
  return left === 1 ? '1 day left' : `${left} days left`
}

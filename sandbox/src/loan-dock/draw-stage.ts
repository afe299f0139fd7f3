import type { Random } from '../lib/random.ts'
import { businessDayBefore } from './calendar.ts'
import type { Loan } from './model.ts'

type Stage = Pick<Loan, 'kind' | 'status' | 'isClosed' | 'noteDate' | 'originalLockDate'>

const kinds = [
  ['ACTIVE', 68],
  ['PURCHASED', 24],
  ['TPR', 8],
] as const

const openStatuses = [
  ['Locked', 30],
  ['In Underwriting', 28],
  ['Approved with Conditions', 16],
  ['Clear to Close', 14],
  ['Funded', 12],
] as const

const tprStatuses = [
  ['In Underwriting', 35],
  ['Clear to Close', 25],
  ['Funded', 40],
] as const

/**
 * Where a loan stands on `asOf`: closed loans have a note date and were locked before it; a loan in underwriting
 * may not be locked yet. Purchased loans closed 3 weeks to 14 months ago.
 */
export const drawStage = (random: Random, asOf: string): Stage => {
  const kind = random.weighted(kinds)
  const status =
    kind === 'PURCHASED' ? 'Purchased' : kind === 'TPR' ? random.weighted(tprStatuses) : random.weighted(openStatuses)
  if (status !== 'Purchased' && status !== 'Funded') {
    const unlocked = status === 'In Underwriting' && random.chance(0.35)
    const originalLockDate = unlocked ? null : businessDayBefore(asOf, random.whole(1, 55))
    return { kind, status, isClosed: false, noteDate: null, originalLockDate }
  }
  const noteDate = businessDayBefore(asOf, status === 'Purchased' ? random.whole(21, 430) : random.whole(1, 30))
  return { kind, status, isClosed: true, noteDate, originalLockDate: businessDayBefore(noteDate, random.whole(12, 60)) }
}

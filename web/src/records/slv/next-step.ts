import { civil } from '@portal/contract/sla/calendar'
import { needLabels } from '@portal/contract/slv/needs'
import type { SlvRow } from '@portal/contract/slv/row'
import { none } from '../../lib/text/format.ts'

type Expected = Pick<SlvRow, 'waitingOn' | 'expectedBy' | 'underwriterName'>

const weekdayAndDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'numeric',
  day: 'numeric',
})

/** 'Tue 12/1' for '2026-12-01'. */
const shortDay = (day: string): string =>
  weekdayAndDay.format(new Date(day)).replace(',', '')

/** Whether the day by which someone was expected to act has passed. */
export const isLate = (
  { expectedBy }: Pick<SlvRow, 'expectedBy'>,
  now = new Date(),
): boolean => expectedBy !== null && expectedBy < civil(now).day

/**
 * By when the party whose turn it is acts: 'Expected by Tue 12/1, 5 PM ET',
 * 'Later than usual; Anna Lindqvist has it' or 'Please send the documents by Tue
 * 12/1, 5 PM ET'; null if no one has to act.
 */
export const expectationText = (
  slv: Expected,
  brand: string,
  now = new Date(),
): string | null => {
  if (slv.waitingOn === null || slv.expectedBy === null) return null
  const day = shortDay(slv.expectedBy)
  if (slv.waitingOn === 'SELLER')
    return isLate(slv, now)
      ? `The documents were due ${day}`
      : `Please send the documents by ${day}, 5 PM ET`
  return isLate(slv, now)
    ? `Later than usual; ${slv.underwriterName ?? brand} has it`
    : `Expected by ${day}, 5 PM ET`
}

/**
 * The next step of an SLV for the seller's side: what it needs from them, and
 * the expected day.
 */
export const nextStepText = (
  slv: Expected & Pick<SlvRow, 'needsYou'>,
  brand: string,
  now = new Date(),
): string => {
  const expectation = expectationText(slv, brand, now)
  if (!slv.needsYou) return expectation ?? none
  const need = needLabels[slv.needsYou]
  if (expectation === null) return need
  return slv.needsYou === 'DOCUMENTS' ? expectation : `${need}. ${expectation}`
}

/** The parts of a list by next step. */
export type NextStepPart = 'NEEDED' | 'WAITING' | 'FINISHED'

export const nextStepPart = ({
  needsYou,
  waitingOn,
}: Pick<SlvRow, 'needsYou' | 'waitingOn'>): NextStepPart => {
  if (needsYou) return 'NEEDED'
  return waitingOn === null ? 'FINISHED' : 'WAITING'
}

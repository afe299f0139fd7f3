import { areAnswersUnsent } from '@portal/contract/document/texts'
import { civil } from '@portal/contract/sla/calendar'
import type { SlvRow } from '@portal/contract/slv/row'
import { shortDay } from '../../lib/text/short-day.ts'

type Expected = Pick<SlvRow, 'waitingOn' | 'expectedBy'>
/** What says whether documents are only to be sent. */
type Sending = Parameters<typeof areAnswersUnsent>[0]

/** Whether the day by which someone was expected to act has passed. */
export const isLate = (
  { expectedBy }: Pick<SlvRow, 'expectedBy'>,
  now = new Date(),
): boolean => expectedBy !== null && expectedBy < civil(now).day

/**
 * '5 PM ET' is the end of a business day (product.md §5). Its no-break spaces
 * keep it on one line.
 */
const endOfDay = (day: string): string => `${shortDay(day)}, 5\u00a0PM\u00a0ET`

/**
 * By when the party whose turn it is acts, for a line of a list: 'Expected by
 * Tue 12/1, 5 PM ET', 'Later than usual', 'Please by Tue 12/1, 5 PM ET' or 'Was
 * due Tue 12/1'; null if no one has to act.
 */
export const whenText = (slv: Expected, now = new Date()): string | null => {
  const { waitingOn, expectedBy } = slv
  if (waitingOn === null || expectedBy === null) return null
  if (waitingOn === 'SELLER')
    return isLate(slv, now)
      ? `Was due ${shortDay(expectedBy)}`
      : `Please by ${endOfDay(expectedBy)}`
  return isLate(slv, now)
    ? 'Later than usual'
    : `Expected by ${endOfDay(expectedBy)}`
}

/**
 * The same as a sentence of the seller's page: 'Later than usual; Anna Lindqvist
 * has it', 'Please send the documents by Tue 12/1, 5 PM ET', or '… the answered
 * documents …' once they are only to be sent.
 */
export const expectationText = (
  slv: Expected & Sending & Pick<SlvRow, 'underwriterName'>,
  brand: string,
  now = new Date(),
): string | null => {
  const { waitingOn, expectedBy } = slv
  if (waitingOn === null || expectedBy === null) return null
  if (waitingOn === 'SELLER') return documentsText(slv, expectedBy, now)
  return isLate(slv, now)
    ? `Later than usual; ${slv.underwriterName ?? brand} has it`
    : whenText(slv, now)
}

/** By when the requested documents are sent, also those that are answered. */
const documentsText = (
  slv: Expected & Sending,
  day: string,
  now: Date,
): string => {
  const isAnswered = areAnswersUnsent(slv)
  if (isLate(slv, now))
    return isAnswered
      ? `The answered documents weren’t sent; they were due ${shortDay(day)}`
      : `The documents were due ${shortDay(day)}`
  const what = isAnswered ? 'answered documents' : 'documents'
  return `Please send the ${what} by ${endOfDay(day)}`
}

/** The same before a request is sent. */
export const expectedIfSentText = (day: string): string =>
  `Expected by ${endOfDay(day)} if you send it now`

/** The parts of a list by next step. */
export type NextStepPart = 'NEEDED' | 'WAITING' | 'FINISHED'

export const nextStepPart = ({
  needsYou,
  waitingOn,
}: Pick<SlvRow, 'needsYou' | 'waitingOn'>): NextStepPart => {
  if (needsYou) return 'NEEDED'
  return waitingOn === null ? 'FINISHED' : 'WAITING'
}

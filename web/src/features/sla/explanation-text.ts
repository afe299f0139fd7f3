import type { ExplainedClock, SlaExplanation } from '@portal/contract/sla/api'
import { day, signedDays } from '../../lib/text/format.ts'

export type Figure = Omit<ExplainedClock, 'clock' | 'intervals'>
export type Rule = Pick<SlaExplanation, 'cutOff' | 'isEarlierCalendar'>

/** '3:00 PM' for '15:00'. */
export const clockTime = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** '3 counted − target 2 = +1 Day, overdue' */
export const sumText = ({ countedDays, targetDays, sla }: Figure): string =>
  `${countedDays} counted − target ${targetDays} = ${signedDays(sla.days)}, ${stateText(sla)}`

const stateText = ({ overdue, running }: Figure['sla']) => {
  if (overdue) return running ? 'overdue' : 'overdue; the clock is paused'
  return running ? 'in time' : 'on time; the clock is paused'
}

/** 'Due 03/06/2026', 'Was due 03/04/2026'; null when no clock runs. */
export const dueText = ({ dueDay, sla }: Figure): string | null =>
  dueDay && `${sla.overdue ? 'Was due' : 'Due'} ${day(dueDay)}`

export const ruleText = ({ cutOff, isEarlierCalendar }: Rule): string => {
  const rule = `Work that arrives at or after ${clockTime(cutOff)} New York time, or on a day that is not a business day, counts as received the next business day. The business day after that is day 1.`
  return isEarlierCalendar ? `${rule} Counted with the calendar in effect at that time; it has changed since.` : rule
}

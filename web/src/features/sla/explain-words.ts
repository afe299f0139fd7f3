import type { ExplainedClock, SlaExplanation } from '@portal/contract/sla/api'
import { day, signedDays } from '../../lib/format.ts'

type Figure = Omit<ExplainedClock, 'clock' | 'intervals'>

/** '15:00' as people say it: '3:00 PM'. */
export const clockTime = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** '3 counted − target 2 = +1 Day, overdue' */
export const sumText = ({ countedDays, targetDays, sla }: Figure): string =>
  `${countedDays} counted − target ${targetDays} = ${signedDays(sla.days)}, ${standing(sla)}`

const standing = ({ overdue, running }: Figure['sla']) => {
  if (overdue) return running ? 'overdue' : 'overdue; the clock rests'
  return running ? 'in time' : 'in time; the clock rests'
}

/** 'Due 03/06/2026', 'Was due 03/04/2026'; null while no clock runs towards a day. */
export const dueText = ({ dueDay, sla }: Figure): string | null =>
  dueDay && `${sla.overdue ? 'Was due' : 'Due'} ${day(dueDay)}`

/** The rule of the cut-off, in words; and that it is the calendar of its time by which something that is over was counted. */
export const ruleText = ({
  cutOff,
  isEarlierCalendar,
}: Pick<SlaExplanation, 'cutOff' | 'isEarlierCalendar'>): string => {
  const rule = `What comes at ${clockTime(cutOff)} New York time or later, or on a day that is not a business day, counts as received the next business day. The business day after that is day 1.`
  return isEarlierCalendar ? `${rule} Counted by the calendar that held then; it has changed since.` : rule
}

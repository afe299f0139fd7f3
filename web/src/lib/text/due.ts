import type { SlaStatus } from '@portal/contract/slv/model'
import { date, days, instant } from './format.ts'

export type DueFacts = Pick<SlaStatus, 'days' | 'dueAt' | 'dueState'>

const weekdayAndDay = instant({
  weekday: 'short',
  month: '2-digit',
  day: '2-digit',
})

/**
 * When an SLA's work is due: 'today 5 PM', 'Tue 11/24', '2 days overdue', or
 * 'paused' while someone else has to act. Work is overdue from the business day
 * after its due day (product.md §5); until then it is due 'since 5 PM', on a
 * weekend 'since Fri 11/20'.
 */
export const dueCellText = (due: DueFacts, now = new Date()): string => {
  if (due.dueState === 'OVERDUE')
    return `${days(due.days).toLowerCase()} overdue`
  if (due.dueAt === null) return 'paused'
  const isToday = date(due.dueAt) === date(now)
  const day = weekdayAndDay(due.dueAt).replace(',', '')
  if (now >= new Date(due.dueAt)) return `since ${isToday ? '5 PM' : day}`
  return isToday ? 'today 5 PM' : day
}

/** 'Today 5 PM' for 'today 5 PM', at the start of a cell. */
export const capitalized = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The one clock of a header: '1 day overdue (trade desk), 4 days in all'. `whole` is
 * the clock of the whole work beside that of a desk; it is said only if it is
 * overdue.
 */
export const clockText = (
  due: DueFacts,
  desk: string | null,
  whole: DueFacts | null,
  now = new Date(),
): string => {
  if (desk === null) return dueText(due, now)
  const ofDesk = `${dueText(due, now)} (${desk})`
  if (whole?.dueState !== 'OVERDUE') return ofDesk
  const isBothOverdue = due.dueState === 'OVERDUE'
  return isBothOverdue
    ? `${ofDesk}, ${days(whole.days).toLowerCase()} in all`
    : `${ofDesk}, ${dueCellText(whole, now)} in all`
}

/**
 * The same within a sentence: 'due today 5 PM', 'due since 5 PM', 'due Tue
 * 11/24', '2 days overdue', 'paused'.
 */
export const dueText = (due: DueFacts, now = new Date()): string => {
  const isDated = due.dueState !== 'OVERDUE' && due.dueAt !== null
  return `${isDated ? 'due ' : ''}${dueCellText(due, now)}`
}

import type { SlaStatus } from '@portal/contract/slv/model'
import { date, days, instant } from './format.ts'

export type DueFacts = Pick<SlaStatus, 'days' | 'dueAt' | 'dueState'>

const weekdayAndDay = instant({
  weekday: 'short',
  month: '2-digit',
  day: '2-digit',
})

/**
 * The state at `now`, which a page that stays open reaches without another
 * answer of the server: work is overdue from its due hour on.
 */
export const dueStateAt = (
  { dueState, dueAt }: DueFacts,
  now = new Date(),
): DueFacts['dueState'] =>
  dueAt !== null && now >= new Date(dueAt) ? 'OVERDUE' : dueState

/**
 * When an SLA's work is due: 'today 5 PM', 'Tue 11/24', 'overdue since 5 PM',
 * '2 days overdue', or 'paused' while someone else has to act.
 */
export const dueCellText = (due: DueFacts, now = new Date()): string => {
  const { dueAt } = due
  const isOverdue = dueStateAt(due, now) === 'OVERDUE'
  if (isOverdue && (due.days > 0 || dueAt === null))
    return `${days(due.days).toLowerCase()} overdue`
  if (dueAt === null) return 'paused'
  const isToday = date(dueAt) === date(now)
  const day = weekdayAndDay(dueAt).replace(',', '')
  if (isOverdue) return `overdue since ${isToday ? '5 PM' : day}`
  return isToday ? 'today 5 PM' : day
}

/** 'Today 5 PM' for 'today 5 PM', at the start of a cell. */
export const capitalized = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The one clock of a header: '1 day overdue (trade desk), 4 in all'. `whole` is
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
  if (!whole || dueStateAt(whole, now) !== 'OVERDUE') return ofDesk
  const isSameUnit = due.days > 0 && whole.days > 0
  return isSameUnit
    ? `${ofDesk}, ${whole.days} in all`
    : `${ofDesk}, ${dueCellText(whole, now)} in all`
}

/**
 * The same within a sentence: 'due today 5 PM', 'due Tue 11/24', '2 days
 * overdue', 'paused'.
 */
export const dueText = (due: DueFacts, now = new Date()): string => {
  const isDated = dueStateAt(due, now) !== 'OVERDUE' && due.dueAt !== null
  return `${isDated ? 'due ' : ''}${dueCellText(due, now)}`
}

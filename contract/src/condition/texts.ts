import { civil, countDays } from '../sla/calendar.ts'
import {
  type Condition,
  conditionStatusLabels,
  conditionTimingLabels,
  type NewCondition,
} from './model.ts'

/** '12/04/2026' */
const formatDay = (day: string): string => {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

/** 'Prior to funding, by 12/04/2026' */
const timingText = ({
  timing,
  dueOn,
}: Pick<NewCondition, 'timing' | 'dueOn'>): string => {
  const label = conditionTimingLabels[timing]
  return dueOn ? `${label}, by ${formatDay(dueOn)}` : label
}

/** 'Two months of statements (prior to funding, by 12/04/2026)' */
export const conditionLine = (
  condition: Pick<NewCondition, 'text' | 'timing' | 'dueOn'>,
): string => {
  const timing = timingText(condition)
  return `${condition.text} (${timing.charAt(0).toLowerCase()}${timing.slice(1)})`
}

/** The line of a condition with its status, for the history. */
export const conditionWithStatus = (
  condition: Pick<Condition, 'text' | 'timing' | 'dueOn' | 'status'>,
): string =>
  `${conditionLine(condition)}: ${conditionStatusLabels[condition.status]}`

/**
 * 'Decision Subject To' as people read it: a line for each condition, then what
 * was written beside them.
 */
export const composeDecisionComment = (
  conditions: readonly Pick<NewCondition, 'text' | 'timing' | 'dueOn'>[],
  freeText: string | null,
): string | null => {
  const lines = conditions.map(conditionLine)
  const parts = freeText?.trim() ? [...lines, freeText] : lines
  return parts.length > 0 ? parts.join('\n') : null
}

export const listOpen = <C extends Pick<Condition, 'status'>>(
  conditions: readonly C[],
): C[] => conditions.filter(({ status }) => status === 'OPEN')

/** '1 of 2 cleared' */
export const clearedText = (
  conditions: readonly Pick<Condition, 'status'>[],
): string => {
  const cleared = conditions.length - listOpen(conditions).length
  return `${cleared} of ${conditions.length} cleared`
}

/** '3 days left', 'due today', '2 days overdue' */
export const dueText = (dueOn: string, today: string): string => {
  const days = countDays(today, dueOn)
  if (days === 0) return 'due today'
  const count = Math.abs(days)
  const size = `${count} ${count === 1 ? 'day' : 'days'}`
  return days > 0 ? `${size} left` : `${size} overdue`
}

/** 'Waived 11/27/2026: not needed', 'Met 11/27/2026', 'Open' */
export const conditionStateText = ({
  status,
  at,
  reason,
}: Pick<Condition, 'status' | 'at' | 'reason'>): string => {
  const label = conditionStatusLabels[status]
  const marked = at ? `${label} ${formatDay(civil(new Date(at)).day)}` : label
  return reason ? `${marked}: ${reason}` : marked
}

import type { SlaItem } from '@portal/contract/sla/api'
import type { ItemEffect, SlaEffect } from '@portal/contract/sla/manage-api'
import { count } from '../../../lib/format.ts'

const verb = (n: number, one: string, many: string) => (n === 1 ? one : many)

/** '3 of 214 open SLVs become overdue, 1 is overdue no longer. 12 overdue in all.' */
export const effectText = (effect: ItemEffect, area: SlaItem['area']): string => {
  const { open, becomeOverdue, noLongerOverdue, overdueAfter } = effect
  const things = area === 'SLV' ? 'SLV' : 'Tdoc'
  if (open === 0) return `No open ${things} is measured by this now.`
  const of = `of ${count(open)} open ${things}s`
  const becomes = `${count(becomeOverdue)} ${of} ${verb(becomeOverdue, 'becomes', 'become')} overdue`
  const noLonger = `${count(noLongerOverdue)} ${becomeOverdue > 0 ? '' : `${of} `}${verb(noLongerOverdue, 'is', 'are')} overdue no longer`
  const sides = [...(becomeOverdue > 0 ? [becomes] : []), ...(noLongerOverdue > 0 ? [noLonger] : [])]
  const said = sides.length > 0 ? sides.join(', ') : `None ${of} becomes overdue`
  return `${said}. ${count(overdueAfter)} overdue in all.`
}

/** What a calendar does to all clocks of open work, in a sentence: '4 SLA clocks become overdue, 1 is overdue no longer.' */
export const wholeEffectText = (effects: readonly ItemEffect[]): string => {
  const sum = (of: (effect: ItemEffect) => number) => effects.reduce((total, effect) => total + of(effect), 0)
  const becomes = sum(({ becomeOverdue }) => becomeOverdue)
  const noLonger = sum(({ noLongerOverdue }) => noLongerOverdue)
  const changed = sum(({ changed }) => changed)
  if (changed === 0) return 'No day of open work is counted otherwise than now.'
  const clocks = (n: number) => `${count(n)} SLA ${verb(n, 'clock', 'clocks')}`
  const sides = [
    ...(becomes > 0 ? [`${clocks(becomes)} ${verb(becomes, 'becomes', 'become')} overdue`] : []),
    ...(noLonger > 0
      ? [`${becomes > 0 ? count(noLonger) : clocks(noLonger)} ${verb(noLonger, 'is', 'are')} overdue no longer`]
      : []),
  ]
  return sides.length > 0
    ? `${sides.join(', ')}.`
    : `The days of ${clocks(changed)} change, and none becomes overdue by it.`
}

/** How much changes beside the examples: 'and 3 more'. Null when the examples are all. */
export const moreText = ({ items, examples }: SlaEffect): string | null => {
  const more = items.reduce((total, { changed }) => total + changed, 0) - examples.length
  return more > 0 ? `and ${count(more)} more` : null
}

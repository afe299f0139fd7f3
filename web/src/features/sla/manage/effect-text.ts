import type { SlaItem } from '@portal/contract/sla/api'
import type { ItemEffect, SlaEffect } from '@portal/contract/sla/manage-api'
import { count } from '../../../lib/text/format.ts'

/** '3 SLA clocks become overdue, 1 is no longer overdue'; empty when neither. */
const overdueText = (becomes: number, noLonger: number, subjectOf: (n: number) => string) =>
  [
    ...(becomes > 0 ? [`${subjectOf(becomes)} ${becomes === 1 ? 'becomes' : 'become'} overdue`] : []),
    ...(noLonger > 0
      ? [`${becomes > 0 ? count(noLonger) : subjectOf(noLonger)} ${noLonger === 1 ? 'is' : 'are'} no longer overdue`]
      : []),
  ].join(', ')

/** '3 of 214 open SLVs become overdue, 1 is no longer overdue. 12 overdue in all.' */
export const targetEffectText = (effect: ItemEffect, area: SlaItem['area']): string => {
  const { open, becomeOverdue, noLongerOverdue, overdueAfter } = effect
  const thing = area === 'SLV' ? 'SLV' : 'Tdoc'
  if (open === 0) return `No open ${thing} uses this target now.`
  const ofOpen = `of ${count(open)} open ${thing}s`
  const changes = overdueText(becomeOverdue, noLongerOverdue, (n) => `${count(n)} ${ofOpen}`)
  return `${changes || `None ${ofOpen} becomes overdue`}. ${count(overdueAfter)} overdue in all.`
}

/** '4 SLA clocks become overdue, 1 is no longer overdue.', for all clocks of open work together. */
export const calendarEffectText = (effects: readonly ItemEffect[]): string => {
  const sum = (key: 'becomeOverdue' | 'noLongerOverdue' | 'changed') =>
    effects.reduce((total, effect) => total + effect[key], 0)
  const changed = sum('changed')
  if (changed === 0) return 'No open work is affected.'
  const clocks = (n: number) => `${count(n)} SLA ${n === 1 ? 'clock' : 'clocks'}`
  const changes = overdueText(sum('becomeOverdue'), sum('noLongerOverdue'), clocks)
  return changes ? `${changes}.` : `The days of ${clocks(changed)} change, and none becomes overdue.`
}

/** 'and 3 more' than the examples; null when the examples are all. */
export const moreText = ({ items, examples }: SlaEffect): string | null => {
  const more = items.reduce((total, { changed }) => total + changed, 0) - examples.length
  return more > 0 ? `and ${count(more)} more` : null
}

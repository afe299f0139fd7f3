import type { SlaItem } from '@portal/contract/sla/api'
import { weekdayNames } from '@portal/contract/sla/labels'
import { day, none } from '../../../lib/format.ts'
import { clockTime } from '../explain-words.ts'

const targetWords: Readonly<Record<string, string>> = { targetDays: 'target', warnDays: 'warning' }

/** A field of the history of SLA as people call it: 'SLV review: target', 'Cut-off', 'Monday', '12/24/2026'. */
export const slaFieldLabel = (field: string, items: readonly Pick<SlaItem, 'name' | 'label'>[]): string => {
  const [subject = '', part = ''] = field.split('.')
  if (subject === 'cutOff') return 'Cut-off'
  if (subject === 'frames') return weekdayNames[Number(part)] ?? field
  if (subject === 'holidays') return day(part)
  const label = items.find(({ name }) => name === subject)?.label ?? subject
  return `${label}: ${targetWords[part] ?? part}`
}

/** What a field said, or what it means that it said nothing. */
export const slaFieldText = (field: string, value: string | number | boolean | null): string => {
  if (value !== null) return field.startsWith('holidays.') ? String(value) : inClockTimes(String(value))
  if (field.startsWith('frames.')) return 'no business day'
  return field.startsWith('holidays.') ? 'no holiday' : none
}

/** '09:00–18:00' reads '9:00 AM–6:00 PM'. */
const inClockTimes = (text: string) => text.replaceAll(/\d\d:\d\d/g, clockTime)

import { weekdayNames } from '@portal/contract/sla/labels'
import { day } from '../../../lib/format.ts'
import type { CalendarDraft } from './calendar-draft.ts'

/** What is wrong with a field that is named as the contract names it ('frames.2.opens'), if anything is. */
export type Wrong = (field: string) => string | undefined

const parts: Readonly<Record<string, string>> = { opens: 'opens', closes: 'closes', day: 'day', name: 'name' }

/** Where a problem is, as people call it: 'Monday, opens', 'Holiday 12/24/2026, name'. */
export const placeLabel = ({ frames, holidays }: CalendarDraft, field: string): string => {
  const [list, index, part = ''] = field.split('.')
  if (list === 'cutOff') return 'Cut-off'
  if (index === undefined) return list === 'frames' ? 'Working hours' : 'Holidays'
  if (list === 'frames')
    return `${weekdayNames[frames[Number(index)]?.weekday ?? -1] ?? 'Hours'}, ${parts[part] ?? part}`
  const holiday = holidays[Number(index)]
  const called = holiday?.name || (holiday?.day ? day(holiday.day) : '')
  return `${called ? `Holiday ${called}` : 'New holiday'}, ${parts[part] ?? part}`
}

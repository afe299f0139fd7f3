import { Box, Text } from '@mantine/core'
import type { Change } from '@portal/contract/history/model'
import type { SlaItem } from '@portal/contract/sla/api'
import { weekdayNames } from '@portal/contract/sla/labels'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateTime, day, none } from '../../../lib/text/format.ts'
import { Paged } from '../../../ui/list/paged.tsx'
import { clockTime } from '../shared/explanation.tsx'
import type { CalendarDraft } from './calendar-draft.ts'
import { slaChangesQuery } from './manage-queries.ts'
import classes from './sla-manage.module.css'

export const ChangesList = ({ items }: { items: readonly SlaItem[] }) => (
  <Paged
    what="the changes"
    query={useInfiniteQuery(slaChangesQuery)}
    empty={
      <Text size="xs" c="dimmed">
        No changes yet. Targets and the calendar use the default values.
      </Text>
    }
  >
    {(changes) => (
      <Box
        component="ol"
        className={classes.changes ?? ''}
        p={0}
        style={{ listStyle: 'none' }}
      >
        {changes.map(({ id, at, actorName, changes: fields }) => (
          <li key={id}>
            <Text size="xs" c="dimmed">
              {actorName} · <time dateTime={at}>{dateTime(at)}</time>
            </Text>
            <FieldChanges
              label={`Changes by ${actorName}`}
              changes={fields}
              items={items}
            />
          </li>
        ))}
      </Box>
    )}
  </Paged>
)

type FieldChangesProps = {
  label: string
  changes: readonly Change[]
  items: readonly SlaItem[]
}

export const FieldChanges = ({ label, changes, items }: FieldChangesProps) => (
  <Box
    component="ul"
    mb="xs"
    p={0}
    fz="sm"
    style={{ listStyle: 'none', overflowWrap: 'anywhere' }}
    aria-label={label}
  >
    {changes.map(({ field, before, after }) => (
      <li key={field}>
        <b>{fieldLabel(field, items)}</b>: {fieldText(field, before)} →{' '}
        {fieldText(field, after)}
      </li>
    ))}
  </Box>
)

/** 'SLV review: target', 'Cutoff time', 'Monday', '12/24/2026' */
const fieldLabel = (field: string, items: readonly SlaItem[]): string => {
  const [subject = '', part = ''] = field.split('.')
  if (subject === 'cutOff') return 'Cutoff time'
  if (subject === 'frames') return weekdayNames[Number(part)] ?? field
  if (subject === 'holidays') return day(part)
  const label = items.find(({ name }) => name === subject)?.label ?? subject
  return `${label}: ${part === 'targetDays' ? 'target' : 'warning'}`
}

const fieldText = (field: string, value: Change['after']): string => {
  if (field.startsWith('holidays.'))
    return value === null ? 'no holiday' : String(value)
  if (value === null)
    return field.startsWith('frames.') ? 'not a business day' : none
  return String(value).replaceAll(/\d\d:\d\d/g, clockTime)
}

export const placeLabel = (
  { frames, holidays }: CalendarDraft,
  field: string,
): string => {
  const [list, index, part = ''] = field.split('.')
  if (list === 'cutOff') return 'Cutoff time'
  if (index === undefined)
    return list === 'frames' ? 'Business hours' : 'Holidays'
  if (list === 'frames')
    return `${weekdayNames[frames[Number(index)]?.weekday ?? -1] ?? 'Hours'}, ${part}`
  const holiday = holidays[Number(index)]
  const name = holiday?.name || (holiday?.day ? day(holiday.day) : '')
  return `${name ? `Holiday ${name}` : 'New holiday'}, ${part}`
}

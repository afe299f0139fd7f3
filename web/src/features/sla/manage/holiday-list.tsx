import { ActionIcon, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { day } from '../../../lib/text/format.ts'
import { fieldId } from '../../../ui/inputs/field-problems.tsx'
import { SmallButton } from '../../../ui/presets.ts'
import {
  type CalendarDraft,
  changeRow,
  type HolidayDraft,
  removeRow,
  withHoliday,
} from './calendar-draft.ts'
import classes from './sla-manage.module.css'

type HolidayListProps = {
  draft: CalendarDraft
  today: string
  problemAt: (field: string) => string | undefined
  onChange: (draft: CalendarDraft) => void
}

const addId = 'add-holiday'

export const HolidayList = ({
  draft,
  today,
  problemAt,
  onChange,
}: HolidayListProps) => {
  const byYear = Map.groupBy(draft.holidays, ({ year }) => year)
  const added = byYear.get(null) ?? []
  const currentYear = today.slice(0, 4)
  const years = sortYears([...byYear.keys()], currentYear)

  const add = () => {
    onChange(withHoliday(draft))
    focusSoon(fieldId(`holidays.${draft.holidays.length}.day`))
  }
  const rowOf = (holiday: HolidayDraft) => (
    <HolidayRow
      key={holiday.key}
      holiday={holiday}
      index={draft.holidays.indexOf(holiday)}
      problemAt={problemAt}
      onSet={(part) =>
        onChange(changeRow(draft, 'holidays', holiday.key, part))
      }
      onRemove={() => {
        onChange(removeRow(draft, 'holidays', holiday.key))
        focusSoon(addId)
      }}
    />
  )
  const hasProblem = (year: string) =>
    draft.holidays.some(
      (one, index) =>
        one.year === year &&
        (problemAt(`holidays.${index}.day`) ||
          problemAt(`holidays.${index}.name`)),
    )
  return (
    <section aria-labelledby="holidays">
      <Group gap="sm" justify="space-between" mb="xs">
        <Title order={3} id="holidays">
          Holidays
        </Title>
        <SmallButton
          id={addId}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Add a holiday
        </SmallButton>
      </Group>
      {draft.holidays.length === 0 && (
        <Text size="xs" c="dimmed">
          No holidays. Every weekday with business hours counts as a business
          day.
        </Text>
      )}
      {added.length > 0 && (
        <Year name="New" isOpenAtFirst mustOpen>
          {added.map(rowOf)}
        </Year>
      )}
      {years.map((year) => (
        <Year
          key={year}
          name={year}
          isOpenAtFirst={year === currentYear}
          mustOpen={hasProblem(year)}
        >
          {byYear.get(year)?.map(rowOf)}
        </Year>
      ))}
    </section>
  )
}

/** The current and coming years first, then the past ones. */
const sortYears = (years: readonly (string | null)[], currentYear: string) =>
  years
    .filter((year) => year !== null)
    .toSorted(
      (one, other) =>
        Number(one < currentYear) - Number(other < currentYear) ||
        one.localeCompare(other),
    )

const Rows = (props: { children: ReactNode }) => (
  <Stack
    component="ul"
    gap="0.25rem"
    p={0}
    pb="xs"
    style={{ listStyle: 'none' }}
    {...props}
  />
)

type YearProps = {
  name: string
  isOpenAtFirst: boolean
  mustOpen: boolean
  children: ReactNode[] | undefined
}

/**
 * The holidays of a year, drawn only while it is open: ten years are two
 * hundred fields.
 */
const Year = ({ name, isOpenAtFirst, mustOpen, children = [] }: YearProps) => {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const isShown = isOpen || mustOpen
  return (
    <details
      className={classes.year}
      open={isShown}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        {name}{' '}
        <Text span inherit fw={400} c="dimmed">
          {children.length === 1 ? '1 day' : `${children.length} days`}
        </Text>
      </summary>
      {isShown && <Rows>{children}</Rows>}
    </details>
  )
}

type HolidayRowProps = Pick<HolidayListProps, 'problemAt'> & {
  holiday: HolidayDraft
  index: number
  onSet: (part: Partial<HolidayDraft>) => void
  onRemove: () => void
}

const HolidayRow = ({
  holiday,
  index,
  problemAt,
  onSet,
  onRemove,
}: HolidayRowProps) => {
  const dayText = holiday.day && day(holiday.day)
  const title = holiday.name || dayText || 'the new holiday'
  return (
    <Group component="li" gap="0.25rem" align="flex-start">
      <TextInput
        id={fieldId(`holidays.${index}.day`)}
        type="date"
        w="8.75rem"
        aria-label={`Day of ${title}`}
        value={holiday.day}
        error={problemAt(`holidays.${index}.day`)}
        onChange={(event) => onSet({ day: event.currentTarget.value })}
      />
      <TextInput
        id={fieldId(`holidays.${index}.name`)}
        flex="1 1 14rem"
        aria-label={`Name of the holiday on ${dayText || 'the new day'}`}
        placeholder="Name"
        autoComplete="off"
        value={holiday.name}
        error={problemAt(`holidays.${index}.name`)}
        onChange={(event) => onSet({ name: event.currentTarget.value })}
      />
      <ActionIcon size={32} aria-label={`Remove ${title}`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

export const focusSoon = (id: string) =>
  requestAnimationFrame(() => document.getElementById(id)?.focus())

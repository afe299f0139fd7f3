import { ActionIcon, Button, Group, Text, TextInput, Title } from '@mantine/core'
import { weekdayNames } from '@portal/contract/sla/labels'
import { IconPlus, IconX } from '@tabler/icons-react'
import { fieldId } from '../../../ui/inputs/field-problems.tsx'
import { type CalendarDraft, changeRow, removeRow, withFrame } from './calendar-draft.ts'
import classes from './sla-manage.module.css'

type WeekHoursProps = {
  draft: CalendarDraft
  /** The error of a field that is named as in the contract ('frames.2.opens'). */
  problemAt: (field: string) => string | undefined
  onChange: (draft: CalendarDraft) => void
}

const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** The working hours of each weekday, in any number of rows. A weekday without hours is not a business day. */
export const WeekHours = ({ draft, problemAt, onChange }: WeekHoursProps) => {
  const problem = problemAt('frames')
  return (
    <section aria-labelledby="week-hours">
      <Title order={3} id="week-hours">
        Working hours
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        A day with working hours is a business day. Business days count as whole days; the hours only show when the desk
        is open.
      </Text>
      {problem && (
        <Text id={fieldId('frames')} tabIndex={-1} size="sm" c="var(--mantine-color-error)" mb="xs" role="alert">
          {problem}
        </Text>
      )}
      {weekdays.map((weekday) => (
        <Weekday key={weekday} weekday={weekday} draft={draft} problemAt={problemAt} onChange={onChange} />
      ))}
    </section>
  )
}

const Weekday = ({ weekday, draft, problemAt, onChange }: WeekHoursProps & { weekday: number }) => {
  const name = weekdayNames[weekday] ?? ''
  const frames = draft.frames.filter((frame) => frame.weekday === weekday)
  const addId = `add-hours-${weekday}`
  const add = () => {
    onChange(withFrame(draft, weekday))
    focusSoon(fieldId(`frames.${draft.frames.length}.opens`))
  }
  const remove = (key: number) => {
    onChange(removeRow(draft, 'frames', key))
    focusSoon(addId)
  }
  return (
    <fieldset className={classes.weekday}>
      <legend>{name}</legend>
      <Group gap="xs" mih="2rem">
        {frames.length === 0 && (
          <Text span size="sm" c="dimmed">
            Not a business day
          </Text>
        )}
        {frames.map((frame, place) => {
          const index = draft.frames.indexOf(frame)
          const suffix = frames.length > 1 ? ` (${place + 1})` : ''
          return (
            <Group key={frame.key} gap="0.25rem" wrap="nowrap" align="flex-start">
              {(['opens', 'closes'] as const).map((part) => (
                <TextInput
                  key={part}
                  w="7.5rem"
                  id={fieldId(`frames.${index}.${part}`)}
                  type="time"
                  aria-label={`${name} ${part}${suffix}`}
                  value={frame[part]}
                  error={problemAt(`frames.${index}.${part}`)}
                  onChange={(event) =>
                    onChange(changeRow(draft, 'frames', frame.key, { [part]: event.currentTarget.value }))
                  }
                />
              ))}
              <ActionIcon
                size={32}
                aria-label={`Remove the hours of ${name}${suffix}`}
                onClick={() => remove(frame.key)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          )
        })}
        <Button
          id={addId}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={`Add hours on ${name}`}
          onClick={add}
        >
          Add hours
        </Button>
      </Group>
    </fieldset>
  )
}

export const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

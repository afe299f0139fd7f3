import { ActionIcon, Button, TextInput } from '@mantine/core'
import { weekdayNames } from '@portal/contract/sla/labels'
import { IconPlus, IconX } from '@tabler/icons-react'
import { fieldId } from '../../../ui/field-problems.tsx'
import { type CalendarDraft, type FrameDraft, withFrame, withoutFrame } from './calendar-draft.ts'
import { Hint } from './hint.tsx'
import type { Wrong } from './problem-words.ts'
import classes from './week-hours.module.css'

type WeekHoursProps = { draft: CalendarDraft; wrong: Wrong; onChange: (draft: CalendarDraft) => void }

/** The week begins on Monday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** When the buyer works: any number of hours a day. A weekday without any is no business day. */
export const WeekHours = ({ draft, wrong, onChange }: WeekHoursProps) => {
  const ofAll = wrong('frames')
  return (
    <section aria-labelledby="week-hours">
      <h3 id="week-hours">Working hours</h3>
      <Hint>
        A day with working hours is a business day, and business days are counted whole: the hours tell people when the
        desk is open.
      </Hint>
      {ofAll && (
        <p id={fieldId('frames')} tabIndex={-1} className={classes.wrong} role="alert">
          {ofAll}
        </p>
      )}
      {weekdays.map((weekday) => (
        <Weekday key={weekday} weekday={weekday} draft={draft} wrong={wrong} onChange={onChange} />
      ))}
    </section>
  )
}

const Weekday = ({ weekday, draft, wrong, onChange }: WeekHoursProps & { weekday: number }) => {
  const name = weekdayNames[weekday] ?? ''
  const frames = draft.frames.filter((frame) => frame.weekday === weekday)
  const addId = `add-hours-${weekday}`
  const set = (key: number, part: Partial<FrameDraft>) =>
    onChange({ ...draft, frames: draft.frames.map((frame) => (frame.key === key ? { ...frame, ...part } : frame)) })
  const add = () => {
    onChange(withFrame(draft, weekday))
    focusSoon(fieldId(`frames.${draft.frames.length}.opens`))
  }
  const remove = (key: number) => {
    onChange(withoutFrame(draft, key))
    focusSoon(addId)
  }
  return (
    <fieldset className={classes.weekday}>
      <legend>{name}</legend>
      <div className={classes.frames}>
        {frames.length === 0 && <span className={classes.noDay}>No business day</span>}
        {frames.map((frame, place) => {
          const index = draft.frames.indexOf(frame)
          const which = frames.length > 1 ? ` (${place + 1})` : ''
          return (
            <div key={frame.key} className={classes.frame}>
              {(['opens', 'closes'] as const).map((part) => (
                <TextInput
                  key={part}
                  id={fieldId(`frames.${index}.${part}`)}
                  type="time"
                  aria-label={`${name} ${part}${which}`}
                  value={frame[part]}
                  error={wrong(`frames.${index}.${part}`)}
                  onChange={(event) => set(frame.key, { [part]: event.currentTarget.value })}
                />
              ))}
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={`Remove the hours of ${name}${which}`}
                onClick={() => remove(frame.key)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </div>
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
      </div>
    </fieldset>
  )
}

/** Once it is drawn. */
export const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

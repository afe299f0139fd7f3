import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { day } from '../../../lib/format.ts'
import { fieldId } from '../../../ui/field-problems.tsx'
import { type CalendarDraft, type HolidayDraft, withHoliday, withoutHoliday } from './calendar-draft.ts'
import { Hint } from './hint.tsx'
import classes from './holiday-list.module.css'
import type { Wrong } from './problem-words.ts'
import { focusSoon } from './week-hours.tsx'

type HolidayListProps = { draft: CalendarDraft; today: string; wrong: Wrong; onChange: (draft: CalendarDraft) => void }

const addId = 'add-holiday'

/** Days off, by year. The year that it is stands open, the others unfold; what was added stands first until it is saved. */
export const HolidayList = ({ draft, today, wrong, onChange }: HolidayListProps) => {
  const years = Map.groupBy(draft.holidays, ({ year }) => year)
  const added = years.get(null) ?? []
  const present = today.slice(0, 4)
  const named = [...years.keys()].filter((year) => year !== null).toSorted()
  const earlier = named.filter((year) => year < present)
  const later = named.filter((year) => year >= present)

  const add = () => {
    onChange(withHoliday(draft))
    focusSoon(fieldId(`holidays.${draft.holidays.length}.day`))
  }
  const rows = (holidays: readonly HolidayDraft[]) => (
    <ul className={classes.holidays}>
      {holidays.map((holiday) => (
        <HolidayRow
          key={holiday.key}
          holiday={holiday}
          index={draft.holidays.indexOf(holiday)}
          wrong={wrong}
          onSet={(part) =>
            onChange({
              ...draft,
              holidays: draft.holidays.map((one) => (one.key === holiday.key ? { ...one, ...part } : one)),
            })
          }
          onRemove={() => {
            onChange(withoutHoliday(draft, holiday.key))
            focusSoon(addId)
          }}
        />
      ))}
    </ul>
  )
  const isWrong = (holidays: readonly HolidayDraft[]) =>
    holidays.some((one) => {
      const index = draft.holidays.indexOf(one)
      return wrong(`holidays.${index}.day`) || wrong(`holidays.${index}.name`)
    })
  const year = (name: string) => {
    const holidays = years.get(name) ?? []
    return (
      <Year
        key={name}
        name={name}
        count={holidays.length}
        isOpenAtFirst={name === present}
        mustOpen={isWrong(holidays)}
      >
        {() => rows(holidays)}
      </Year>
    )
  }

  return (
    <section aria-labelledby="holidays">
      <div className={classes.listHead}>
        <h3 id="holidays">Holidays</h3>
        <Button
          id={addId}
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Add a holiday
        </Button>
      </div>
      {draft.holidays.length === 0 && <Hint>There is none: every working weekday counts.</Hint>}
      {added.length > 0 && (
        <div className={classes.added}>
          <h4>New</h4>
          {rows(added)}
        </div>
      )}
      {later.map(year)}
      {earlier.length > 0 && (
        <Year
          name="Past years"
          count={earlier.reduce((sum, one) => sum + (years.get(one)?.length ?? 0), 0)}
          mustOpen={earlier.some((one) => isWrong(years.get(one) ?? []))}
        >
          {() => earlier.map(year)}
        </Year>
      )}
    </section>
  )
}

type YearProps = {
  name: string
  count: number
  isOpenAtFirst?: boolean
  /** Something in it is wrong. */
  mustOpen: boolean
  /** Drawn only while it is open: ten years are two hundred fields. */
  children: () => React.ReactNode
}

const Year = ({ name, count, isOpenAtFirst = false, mustOpen, children }: YearProps) => {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const isShown = isOpen || mustOpen
  return (
    <details className={classes.year} open={isShown} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {name} <span className={classes.count}>{count === 1 ? '1 day' : `${count} days`}</span>
      </summary>
      {isShown && children()}
    </details>
  )
}

type HolidayRowProps = {
  holiday: HolidayDraft
  index: number
  wrong: Wrong
  onSet: (part: Partial<HolidayDraft>) => void
  onRemove: () => void
}

const HolidayRow = ({ holiday, index, wrong, onSet, onRemove }: HolidayRowProps) => {
  const called = holiday.name || (holiday.day ? day(holiday.day) : 'the new holiday')
  return (
    <li>
      <TextInput
        id={fieldId(`holidays.${index}.day`)}
        type="date"
        aria-label={`Day of ${called}`}
        value={holiday.day}
        error={wrong(`holidays.${index}.day`)}
        onChange={(event) => onSet({ day: event.currentTarget.value })}
      />
      <TextInput
        id={fieldId(`holidays.${index}.name`)}
        className={classes.name}
        aria-label={`Name of the holiday on ${holiday.day ? day(holiday.day) : 'the new day'}`}
        placeholder="Name"
        autoComplete="off"
        value={holiday.name}
        error={wrong(`holidays.${index}.name`)}
        onChange={(event) => onSet({ name: event.currentTarget.value })}
      />
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Remove ${called}`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SlaItem } from '@portal/contract/sla/api'
import { type BusinessCalendarAnswer, BusinessCalendarChange } from '@portal/contract/sla/manage-api'
import { useState } from 'react'
import { problemsOf } from '../../../lib/call-error.ts'
import { FieldProblems, fieldId } from '../../../ui/field-problems.tsx'
import classes from './calendar.module.css'
import { type CalendarDraft, changeOf, draftOf, isEdited, problemsIn, rebased } from './calendar-draft.ts'
import { CalendarPlan } from './calendar-plan.tsx'
import { useEffectOf } from './effect-view.tsx'
import { HolidayList } from './holiday-list.tsx'
import { useUpdateCalendar } from './manage-queries.ts'
import { placeLabel, type Wrong } from './problem-words.ts'
import { WeekHours } from './week-hours.tsx'

type CalendarEditorProps = {
  calendar: BusinessCalendarAnswer
  items: readonly SlaItem[]
  kept: CalendarDraft | null
  onKeep: (draft: CalendarDraft | null) => void
}

/** Cut-off, working hours and holidays, edited together and saved together. */
export const CalendarEditor = ({ calendar, items, kept, onKeep }: CalendarEditorProps) => {
  const update = useUpdateCalendar()
  const [attempt, setAttempt] = useState(0)
  const draft = kept ?? draftOf(calendar)
  const isStale = draft.version !== calendar.version
  const found = problemsIn(draft)
  const problems = found.length > 0 ? found : problemsOf(update.error)
  // What is still empty is not wrong before somebody tries to save it.
  const wrong: Wrong = (field) =>
    problems.find((one) => one.field === field && (attempt > 0 || one.error !== 'Required'))?.error

  const text = found.length === 0 ? JSON.stringify(changeOf(draft)) : null
  const [settled] = useDebouncedValue(text, 400)
  const plan = settled === null ? null : BusinessCalendarChange.parse(JSON.parse(settled))
  const hasChanges = isEdited(calendar, draft)
  const effect = useEffectOf(hasChanges && plan ? { calendar: plan } : null, settled === text)

  const change = (next: CalendarDraft) => {
    update.reset()
    onKeep(isEdited(calendar, next) || next.version !== calendar.version ? next : null)
  }
  const discard = () => {
    update.reset()
    setAttempt(0)
    onKeep(null)
    document.getElementById('calendar')?.focus({ preventScroll: true })
  }
  const save = async () => {
    if (found.length > 0) return setAttempt(attempt + 1)
    const sent = { ...BusinessCalendarChange.parse(changeOf(draft)), version: draft.version }
    await update.mutateAsync(sent).then(discard, () => setAttempt(attempt + 1))
  }

  return (
    <div className={classes.calendar}>
      <TextInput
        id={fieldId('cutOff')}
        className={classes.cutOff}
        type="time"
        label="Cut-off"
        description="What arrives then or later counts as received the next business day. New York time."
        required
        value={draft.cutOff}
        error={wrong('cutOff')}
        onChange={(event) => change({ ...draft, cutOff: event.currentTarget.value })}
      />
      <WeekHours draft={draft} wrong={wrong} onChange={change} />
      <HolidayList draft={draft} today={calendar.today} wrong={wrong} onChange={change} />
      {attempt > 0 && (
        <FieldProblems
          title="The calendar cannot be saved yet"
          problems={problems.map(({ field, error }) => ({ field, error, label: placeLabel(draft, field) }))}
          attempt={attempt}
        />
      )}
      {(hasChanges || (kept && isStale)) && (
        <CalendarPlan
          calendar={calendar}
          draft={draft}
          items={items}
          effect={effect}
          isValid={found.length === 0}
          isStale={isStale}
          buttons={
            <>
              <Button
                onClick={save}
                loading={update.isPending}
                disabled={found.length === 0 && !effect.isCurrent && !effect.isError}
              >
                Save the calendar
              </Button>
              <Button variant="default" onClick={discard} disabled={update.isPending}>
                Discard
              </Button>
            </>
          }
          onGoOn={() => onKeep(rebased(draft, calendar))}
          onDiscard={discard}
        />
      )}
    </div>
  )
}

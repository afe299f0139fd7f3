import { Button, Paper, Stack, TextInput } from '@mantine/core'
import type { SlaItem } from '@portal/contract/sla/api'
import type { BusinessCalendarAnswer } from '@portal/contract/sla/manage-api'
import { useState } from 'react'
import { problemsOf } from '../../../lib/call-error.ts'
import { FieldProblems, fieldId } from '../../../ui/inputs/field-problems.tsx'
import { type CalendarDraft, changeOf, checkDraft, differences, draftOf, isEdited, rebased } from './calendar-draft.ts'
import { FieldChanges, placeLabel } from './changes.tsx'
import { EffectView, UnsavedChanges, useEffectOf } from './effect-view.tsx'
import { HolidayList } from './holiday-list.tsx'
import { useUpdateCalendar } from './manage-queries.ts'
import classes from './sla-manage.module.css'
import { WeekHours } from './week-hours.tsx'

type CalendarEditorProps = {
  calendar: BusinessCalendarAnswer
  items: readonly SlaItem[]
  kept: CalendarDraft | null
  onKeep: (draft: CalendarDraft | null) => void
}

export const CalendarEditor = ({ calendar, items, kept, onKeep }: CalendarEditorProps) => {
  const update = useUpdateCalendar()
  const [attempt, setAttempt] = useState(0)
  const [isFull, setIsFull] = useState(false)
  const draft = kept ?? draftOf(calendar)
  const { change, problems: found } = checkDraft(draft)
  const problems = found.length > 0 ? found : problemsOf(update.error)
  // A field that is still empty is no problem before the first attempt to save it.
  const problemAt = (field: string) =>
    problems.find((one) => one.field === field && (attempt > 0 || one.error !== 'Required'))?.error
  const hasChanges = isEdited(calendar, draft)
  const isStale = draft.version !== calendar.version
  const effect = useEffectOf(hasChanges && change ? { calendar: change } : null)
  const changes = differences(draft.base, changeOf(draft))

  const edit = (next: CalendarDraft) => {
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
    const fail = () => setAttempt(attempt + 1)
    if (!change) return fail()
    await update.mutateAsync({ ...change, version: draft.version }).then(discard, fail)
  }

  return (
    <Stack gap="lg" maw="44rem">
      <TextInput
        id={fieldId('cutOff')}
        styles={{ input: { width: '8.5rem' } }}
        type="time"
        label="Cut-off"
        description="Work that arrives at or after this time counts as received the next business day. New York time."
        required
        value={draft.cutOff}
        error={problemAt('cutOff')}
        onChange={(event) => edit({ ...draft, cutOff: event.currentTarget.value })}
      />
      <WeekHours draft={draft} problemAt={problemAt} onChange={edit} />
      <HolidayList draft={draft} today={calendar.today} problemAt={problemAt} onChange={edit} />
      {attempt > 0 && (
        <FieldProblems
          title="The calendar can’t be saved yet"
          problems={problems.map(({ field, error }) => ({ field, error, label: placeLabel(draft, field) }))}
          attempt={attempt}
        />
      )}
      {(hasChanges || (kept && isStale)) && (
        <Paper component="section" className={classes.sheet ?? ''} aria-label="Unsaved calendar changes">
          {change && isFull && !isStale && <FieldChanges label="What changes" changes={changes} items={items} />}
          <UnsavedChanges
            effect={effect}
            isValid={change !== null}
            invalidText="The effect on open work is shown once every field is valid."
            conflict={
              isStale ? (
                <>
                  Someone else just changed the calendar. Your changes are kept. Continue to add them to theirs.
                  <FieldChanges label="What they changed" changes={differences(draft.base, calendar)} items={items} />
                </>
              ) : null
            }
            saveLabel="Save the calendar"
            isSaving={update.isPending}
            onSave={save}
            onDiscard={discard}
            onKeepMine={() => onKeep(rebased(draft, calendar))}
            end={
              change && (
                <Button variant="subtle" ml="auto" aria-expanded={isFull} onClick={() => setIsFull(!isFull)}>
                  {isFull ? 'Less' : changes.length === 1 ? 'Show the change' : `Show the ${changes.length} changes`}
                </Button>
              )
            }
          >
            <EffectView effect={effect} items={items} calendar={isFull ? 'full' : 'short'} />
          </UnsavedChanges>
        </Paper>
      )}
    </Stack>
  )
}

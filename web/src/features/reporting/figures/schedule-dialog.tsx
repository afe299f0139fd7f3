import { Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core'
import {
  type Cadence,
  cadenceLabels,
  cadences,
  nextDue,
  type ReportSchedule,
  weekdayLabels,
} from '@portal/contract/reporting/schedule'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dateTime } from '../../../lib/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useProfile } from '../../auth/queries.ts'
import { filtersOn, type ReportView, searchOfView } from './report-search.ts'
import classes from './schedule.module.css'
import { editId, ScheduleList } from './schedule-list.tsx'
import { schedulesQuery, useChangeSchedule, useCreateSchedule } from './schedule-queries.ts'
import { aboutText } from './schedule-words.ts'

const rhythms = cadences.map((value) => ({ value, label: cadenceLabels[value] }))
const weekdays = weekdayLabels.map((label, index) => ({ value: String(index + 1), label }))

/** The view as the address writes it, without what is left out. */
const writtenOf = (view: ReportView): Record<string, string> =>
  Object.fromEntries(
    Object.entries(searchOfView(view)).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )

const filtersText = ({ filter }: ReportView) => {
  const count = filtersOn(filter)
  return count === 0 ? 'of all sent SLVs' : count === 1 ? 'with its filter' : `with its ${count} filters`
}

/** What is typed: of a new schedule, or of one that is edited. */
type Draft = { edited: ReportSchedule | null; name: string; cadence: Cadence; weekday: number; takesView: boolean }

const empty: Draft = { edited: null, name: '', cadence: 'WEEKLY', weekday: 1, takesView: true }
const draftOf = (edited: ReportSchedule): Draft => {
  const { name, cadence, weekday } = edited
  return { edited, name, cadence, weekday: weekday ?? 1, takesView: false }
}

/** Has the present view mailed weekly or monthly; lists what is mailed already, to edit it too. */
export const ScheduleDialog = ({ view, onClose }: { view: ReportView; onClose: () => void }) => {
  const { email } = useProfile()
  const { data, error, refetch } = useQuery(schedulesQuery)
  const { mutateAsync: create } = useCreateSchedule()
  const { mutateAsync: change } = useChangeSchedule()
  const [typed, setDraft] = useState(empty)
  const nameField = useRef<HTMLInputElement>(null)
  const canMail = data?.canMail ?? true
  // As it stands now: it can be paused or deleted in the list below, or elsewhere, while it is edited.
  const edited = (data ? data.items.find(({ id }) => id === typed.edited?.id) : typed.edited) ?? null
  const draft = typed.edited && !edited ? empty : typed
  const mayType = canMail || edited !== null
  const { cadence, takesView } = draft
  const name = draft.name.trim()
  const weekday = cadence === 'WEEKLY' ? draft.weekday : null
  const next = dateTime(nextDue({ cadence, weekday }, new Date()).toISOString())
  const put = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const begin = (next: Draft) => {
    setDraft(next)
    nameField.current?.focus()
  }
  /** Back to the list, and there to what was edited. */
  const leave = ({ id }: ReportSchedule) => {
    setDraft(empty)
    document.getElementById(editId(id))?.focus()
  }
  const submit = async () => {
    const form = { name, cadence, weekday }
    if (!edited) return create({ ...form, view: writtenOf(view) })
    await change({ id: edited.id, change: { ...form, ...(takesView && { view: writtenOf(view) }) } })
    leave(edited)
  }

  return (
    <FormDialog
      title="Mail on a schedule"
      isOpen
      size="lg"
      isSubmitDisabled={name === '' || !mayType}
      onClose={onClose}
      submitLabel={edited ? 'Save changes' : 'Mail this view'}
      onSubmit={submit}
      back={edited ? { label: 'Cancel editing', onBack: () => leave(edited) } : undefined}
    >
      <p className={classes.words}>{aboutText({ edited, canMail, email, next, filters: filtersText(view) })}</p>
      <TextInput
        ref={nameField}
        label="Name"
        description="The subject of the mail"
        data-autofocus
        maxLength={80}
        autoComplete="off"
        disabled={!mayType}
        value={draft.name}
        onChange={({ currentTarget }) => put({ name: currentTarget.value })}
      />
      <div className={classes.rhythm}>
        <SegmentedControl<Cadence>
          aria-label="How often"
          data={rhythms}
          disabled={!mayType}
          value={cadence}
          onChange={(value) => put({ cadence: value })}
        />
        {cadence === 'WEEKLY' ? (
          <Select
            aria-label="Day of the week"
            data={weekdays}
            allowDeselect={false}
            disabled={!mayType}
            value={String(draft.weekday)}
            onChange={(value) => put({ weekday: Number(value ?? draft.weekday) })}
          />
        ) : (
          <span className={classes.words}>On the 1st of each month</span>
        )}
      </div>
      {edited && (
        <Checkbox
          label={`From now on mail the view as it is on the page, ${filtersText(view)}`}
          checked={takesView}
          onChange={({ currentTarget }) => put({ takesView: currentTarget.checked })}
        />
      )}
      <ScheduleList
        items={data?.items}
        error={error}
        onRetry={() => void refetch()}
        onLeave={onClose}
        isEditing={edited !== null}
        onEdit={(schedule) => begin(draftOf(schedule))}
        email={email}
      />
    </FormDialog>
  )
}

import {
  Checkbox,
  Flex,
  SegmentedControl,
  Select,
  Text,
  TextInput,
} from '@mantine/core'
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
import { dateTime } from '../../../../lib/text/format.ts'
import { useProfile } from '../../../../records/auth/queries.ts'
import { FormDialog } from '../../../../ui/dialogs.tsx'
import { filtersOn, type ReportView, searchOfView } from '../report-search.ts'
import { editId, ScheduleList } from './schedule-list.tsx'
import {
  schedulesQuery,
  useChangeSchedule,
  useCreateSchedule,
} from './schedule-queries.ts'

const cadenceOptions = cadences.map((value) => ({
  value,
  label: cadenceLabels[value],
}))
const weekdays = weekdayLabels.map((label, index) => ({
  value: String(index + 1),
  label,
}))

/** The view as search parameters, without absent ones. */
const toSearchParams = (view: ReportView): Record<string, string> =>
  Object.fromEntries(
    Object.entries(searchOfView(view)).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  )

const filtersText = ({ filter }: ReportView) => {
  const count = filtersOn(filter)
  if (count === 0) return 'of all sent SLVs'
  if (count === 1) return 'with its filter'
  return `with its ${count} filters`
}

type Mail = {
  /** The schedule that is edited. */
  edited: ReportSchedule | null
  email: string
  /** The next date and time. */
  next: string
  /** 'with its 2 filters'. */
  filters: string
}

/** The text that explains what will be emailed, to whom and when. */
const aboutText = ({ edited, email, next, filters }: Mail): string => {
  const mail = `as a PDF to ${email}, with current figures`
  const counted = 'Timeframes such as Last Month are relative to the send date.'
  if (edited?.isPaused)
    return `It stays paused when you save. When you resume it, it is sent ${mail}. ${counted}`
  const subject = edited ? 'It' : `This page ${filters}`
  return `${subject} is sent ${mail}. Next email: ${next}, New York time. ${counted}`
}

/** The form of a new schedule, or of one that is edited. */
type Draft = {
  edited: ReportSchedule | null
  name: string
  cadence: Cadence
  weekday: number
  replacesView: boolean
}

const empty: Draft = {
  edited: null,
  name: '',
  cadence: 'WEEKLY',
  weekday: 1,
  replacesView: true,
}
const toDraft = (edited: ReportSchedule): Draft => {
  const { name, cadence, weekday } = edited
  return { edited, name, cadence, weekday: weekday ?? 1, replacesView: false }
}

/**
 * The draft, and the schedule that it edits as it is now: it can be paused or
 * deleted meanwhile. A deleted one empties the draft.
 */
const useScheduleDraft = (schedules: readonly ReportSchedule[] | undefined) => {
  const [draft, setDraft] = useState(empty)
  if (!schedules || !draft.edited)
    return { draft, edited: draft.edited, setDraft }
  const editedId = draft.edited.id
  const edited = schedules.find(({ id }) => id === editedId) ?? null
  return { draft: edited ? draft : empty, edited, setDraft }
}

/** The form of a new schedule of the view, or of one that is edited. */
const useScheduleForm = (
  view: ReportView,
  schedules: readonly ReportSchedule[] | undefined,
) => {
  const { mutateAsync: create } = useCreateSchedule()
  const { mutateAsync: change } = useChangeSchedule()
  const { draft, edited, setDraft } = useScheduleDraft(schedules)
  const { cadence } = draft
  const times = {
    cadence,
    weekday: cadence === 'WEEKLY' ? draft.weekday : null,
  }
  const update = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const startEditing = (schedule: ReportSchedule) => setDraft(toDraft(schedule))
  /** Returns to the list, with focus on the edited schedule. */
  const stopEditing = ({ id }: ReportSchedule) => {
    setDraft(empty)
    document.getElementById(editId(id))?.focus()
  }
  const submit = async () => {
    const fields = { name: draft.name.trim(), ...times }
    if (!edited) return create({ ...fields, view: toSearchParams(view) })
    await change({
      id: edited.id,
      change: {
        ...fields,
        ...(draft.replacesView && { view: toSearchParams(view) }),
      },
    })
    stopEditing(edited)
  }
  return { draft, edited, times, update, startEditing, stopEditing, submit }
}

/** Schedules emails of the current view, and lists the user's schedules. */
export const ScheduleDialog = ({
  view,
  onClose,
}: {
  view: ReportView
  onClose: () => void
}) => {
  const { email } = useProfile()
  const { data, error, refetch } = useQuery(schedulesQuery)
  const nameField = useRef<HTMLInputElement>(null)
  const form = useScheduleForm(view, data?.items)
  const { draft, edited, times, update, stopEditing } = form
  const canMail = data?.canMail ?? true
  const isEnabled = canMail || edited !== null
  const next = dateTime(nextDue(times, new Date()).toISOString())
  const startEditing = (schedule: ReportSchedule) => {
    form.startEditing(schedule)
    nameField.current?.focus()
  }

  return (
    <FormDialog
      title="Email on a schedule"
      size="lg"
      isSubmitDisabled={draft.name.trim() === '' || !isEnabled}
      onClose={onClose}
      submitLabel={edited ? 'Save changes' : 'Email this view'}
      onSubmit={form.submit}
      back={
        edited
          ? { label: 'Cancel editing', onBack: () => stopEditing(edited) }
          : undefined
      }
    >
      <Text c="dimmed">
        {edited && `You are changing "${edited.name}". `}
        {canMail
          ? aboutText({ edited, email, next, filters: filtersText(view) })
          : 'This portal does not send email.'}
      </Text>
      <TextInput
        ref={nameField}
        label="Name"
        description="The subject of the email"
        data-autofocus
        maxLength={80}
        autoComplete="off"
        disabled={!isEnabled}
        value={draft.name}
        onChange={({ currentTarget }) => update({ name: currentTarget.value })}
      />
      <TimesField draft={draft} isEnabled={isEnabled} onChange={update} />
      {edited && (
        <Checkbox
          label={`Use the current view for future emails, ${filtersText(view)}`}
          checked={draft.replacesView}
          onChange={({ currentTarget }) =>
            update({ replacesView: currentTarget.checked })
          }
        />
      )}
      <ScheduleList
        items={data?.items}
        error={error}
        onRetry={() => void refetch()}
        onLeave={onClose}
        isEditing={edited !== null}
        onEdit={startEditing}
        email={email}
      />
    </FormDialog>
  )
}

type TimesFieldProps = {
  draft: Draft
  isEnabled: boolean
  onChange: (times: Partial<Draft>) => void
}

const TimesField = ({ draft, isEnabled, onChange }: TimesFieldProps) => (
  <Flex wrap="wrap" align="center" columnGap="md" rowGap="xs">
    <SegmentedControl<Cadence>
      aria-label="How often"
      data={cadenceOptions}
      disabled={!isEnabled}
      value={draft.cadence}
      onChange={(cadence) => onChange({ cadence })}
    />
    {draft.cadence === 'WEEKLY' ? (
      <Select
        aria-label="Day of the week"
        data={weekdays}
        allowDeselect={false}
        disabled={!isEnabled}
        value={String(draft.weekday)}
        onChange={(value) =>
          onChange({ weekday: Number(value ?? draft.weekday) })
        }
      />
    ) : (
      <Text c="dimmed">On the 1st of each month</Text>
    )}
  </Flex>
)

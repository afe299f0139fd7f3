import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { type Cadence, cadenceLabels, cadences, weekdayLabels } from '@portal/contract/reporting/schedule'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { filtersOn, type ReportView, searchOfView } from './report-search.ts'
import classes from './schedule.module.css'
import { ScheduleList } from './schedule-list.tsx'
import { schedulesQuery, useCreateSchedule } from './schedule-queries.ts'

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

/** Has the present view mailed weekly or monthly, and lists what is mailed already. */
export const ScheduleDialog = ({ view, onClose }: { view: ReportView; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(schedulesQuery)
  const { mutateAsync } = useCreateSchedule()
  const [name, setName] = useState('')
  const [cadence, setCadence] = useState<Cadence>('WEEKLY')
  const [weekday, setWeekday] = useState('1')
  const canMail = data?.canMail ?? true
  const isWeekly = cadence === 'WEEKLY'

  return (
    <FormDialog
      title="Mail on a schedule"
      isOpen
      size="lg"
      isSubmitDisabled={name.trim() === '' || !canMail}
      onClose={onClose}
      submitLabel="Mail this view"
      onSubmit={() =>
        mutateAsync({ name: name.trim(), view: writtenOf(view), cadence, weekday: isWeekly ? Number(weekday) : null })
      }
    >
      <p className={classes.words}>
        {canMail
          ? `You get the page ${filtersText(view)} as PDF at 7:00 AM in New York, with the figures of that moment. A timeframe such as Last Month is counted back from then.`
          : 'This portal sends no mail.'}
      </p>
      <TextInput
        label="Name"
        description="The subject of the mail"
        data-autofocus
        maxLength={80}
        autoComplete="off"
        disabled={!canMail}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div className={classes.rhythm}>
        <SegmentedControl<Cadence>
          aria-label="How often"
          data={rhythms}
          disabled={!canMail}
          value={cadence}
          onChange={setCadence}
        />
        {isWeekly ? (
          <Select
            aria-label="Day of the week"
            data={weekdays}
            allowDeselect={false}
            disabled={!canMail}
            value={weekday}
            onChange={(value) => setWeekday(value ?? weekday)}
          />
        ) : (
          <span className={classes.words}>On the 1st of each month</span>
        )}
      </div>
      <ScheduleList items={data?.items} error={error} onRetry={() => void refetch()} onLeave={onClose} />
    </FormDialog>
  )
}

import { Anchor, Button, Skeleton } from '@mantine/core'
import { type ReportSchedule, weekdayLabels } from '@portal/contract/reporting/schedule'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { dateTime } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { readReportSearch } from './report-search.ts'
import classes from './schedule.module.css'
import { useDeleteSchedule, usePauseSchedule, useSendSchedule } from './schedule-queries.ts'

type ScheduleListProps = {
  items: readonly ReportSchedule[] | undefined
  error: Error | null
  onRetry: () => void
  onLeave: () => void
  onEdit: (schedule: ReportSchedule) => void
  /** One is being edited: no other one is, until that is saved or left. */
  isEditing: boolean
  /** Whom they are mailed to. */
  email: string
}

/** What is mailed to one already: when next, when last, how it went, and to pause, send or delete each. */
export const ScheduleList = ({ items, error, onRetry, email, ...row }: ScheduleListProps) => (
  <section ref={useFocusAfterRow(items)} className={classes.list} aria-labelledby="schedules">
    <h3 id="schedules" tabIndex={-1}>
      Your schedules
    </h3>
    {!items && !error && <Skeleton height={44} role="status" aria-label="Loading" />}
    {!items && error && (
      <p className={classes.words}>
        {error.message}{' '}
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      </p>
    )}
    {items?.length === 0 && <p className={classes.words}>None yet: name this view and press "Mail this view".</p>}
    {items && items.length > 0 && <p className={classes.words}>Mailed to {email}, and to nobody else.</p>}
    {items && items.length > 0 && (
      <ul>
        {items.map((schedule) => (
          <Row key={schedule.id} schedule={schedule} {...row} />
        ))}
      </ul>
    )}
  </section>
)

/** When a row goes that held the focus, the one that takes its place has it, or the heading where none is left. */
const useFocusAfterRow = (items: readonly ReportSchedule[] | undefined) => {
  const section = useRef<HTMLElement>(null)
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    if (!items) return
    const ids = items.map(({ id }) => id)
    const gone = before.current.findIndex((id) => !ids.includes(id))
    before.current = ids
    if (gone === -1 || document.activeElement !== document.body) return
    const rows = section.current?.querySelectorAll<HTMLElement>('li a')
    const next = rows?.item(Math.min(gone, ids.length - 1)) ?? section.current?.querySelector('h3')
    next?.focus()
  }, [items])
  return section
}

/** By which the button is found that edits a schedule. */
export const editId = (id: string) => `edit-${id}`

/** Takes the focus as soon as it is drawn. */
const focusOn = (button: HTMLButtonElement | null) => button?.focus()

/** A button that keeps the focus while what it began is under way: a disabled one would lose it. */
const once = (isUnderWay: boolean, begin: () => void) => ({
  'aria-disabled': isUnderWay,
  'aria-busy': isUnderWay,
  onClick: () => {
    if (!isUnderWay) begin()
  },
})

const rhythmOf = ({ cadence, weekday }: ReportSchedule) =>
  cadence === 'MONTHLY'
    ? 'Monthly, on the 1st at 7:00 AM'
    : `Weekly, on ${weekdayLabels[(weekday ?? 1) - 1]} at 7:00 AM`

type RowProps = Pick<ScheduleListProps, 'onLeave' | 'onEdit' | 'isEditing'> & { schedule: ReportSchedule }

const Row = ({ schedule, onLeave, onEdit, isEditing }: RowProps) => {
  const { id, name, isPaused, nextAt, lastSentAt, view } = schedule
  const pause = usePauseSchedule()
  const send = useSendSchedule()
  const remove = useDeleteSchedule()
  const [asking, setAsking] = useState<'NOT_YET' | 'NOW' | 'KEPT'>('NOT_YET')

  return (
    <li>
      <span className={classes.about}>
        <span className={classes.first}>
          <Anchor
            renderRoot={(props) => (
              <Link {...props} to="/reporting/single-loan-variance" search={readReportSearch(view)} />
            )}
            onClick={onLeave}
          >
            {name}
          </Anchor>
          {isPaused && <StatusBadge label="Paused" color="gray" />}
        </span>
        <small>
          {rhythmOf(schedule)}
          {nextAt && ` · Next ${dateTime(nextAt)}`}
          {lastSentAt && ` · Last sent ${dateTime(lastSentAt)}`}
        </small>
        <State schedule={schedule} />
      </span>
      {asking === 'NOW' ? (
        <span className={classes.buttons}>
          <Button color="red.8" {...once(remove.isPending, () => remove.mutate(id))} aria-label={`Delete ${name} now`}>
            Delete
          </Button>
          <Button variant="default" ref={focusOn} onClick={() => setAsking('KEPT')} aria-label={`Keep ${name}`}>
            Keep
          </Button>
        </span>
      ) : (
        <span className={classes.buttons}>
          <Button variant="default" {...once(send.isPending, () => send.mutate(id))} aria-label={`Send now: ${name}`}>
            Send now
          </Button>
          <Button
            id={editId(id)}
            variant="default"
            aria-disabled={isEditing}
            data-disabled={isEditing || undefined}
            title={isEditing ? 'Save or cancel what you are editing first' : undefined}
            onClick={() => isEditing || onEdit(schedule)}
            aria-label={`Edit ${name}`}
          >
            Edit
          </Button>
          <Button
            variant="default"
            {...once(pause.isPending, () => pause.mutate({ id, change: { isPaused: !isPaused } }))}
            aria-label={`${isPaused ? 'Go on with' : 'Pause'} ${name}`}
          >
            {isPaused ? 'Go on' : 'Pause'}
          </Button>
          <Button
            variant="default"
            {...(asking === 'KEPT' && { ref: focusOn })}
            onClick={() => setAsking('NOW')}
            aria-label={`Delete ${name}`}
          >
            Delete
          </Button>
        </span>
      )}
    </li>
  )
}

const State = ({ schedule: { state, stateAt } }: { schedule: ReportSchedule }) => (
  <small role="status" className={state === 'FAILED' || state === 'REFUSED' ? classes.trouble : undefined}>
    {state === 'QUEUED' && 'It is being mailed'}
    {state === 'RETRYING' && `It could not be mailed at ${dateTime(stateAt)}, and is tried again`}
    {state === 'FAILED' && `It could not be mailed at ${dateTime(stateAt)}. The next one comes as planned`}
    {state === 'REFUSED' && `Nothing was mailed at ${dateTime(stateAt)}: you had no right to this view`}
  </small>
)

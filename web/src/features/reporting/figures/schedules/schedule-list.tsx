import { Anchor, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type ReportSchedule, weekdayLabels } from '@portal/contract/reporting/schedule'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { dateTime } from '../../../../lib/text/format.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { readReportSearch } from '../report-search.ts'
import { useDeleteSchedule, usePauseSchedule, useSendSchedule } from './schedule-queries.ts'

type ScheduleListProps = {
  items: readonly ReportSchedule[] | undefined
  error: Error | null
  onRetry: () => void
  onLeave: () => void
  onEdit: (schedule: ReportSchedule) => void
  /** Only one schedule is edited at a time. */
  isEditing: boolean
  /** The recipient. */
  email: string
}

/** The user's schedules: their times and last result, with buttons to send, edit, pause and delete each. */
export const ScheduleList = ({ items, error, onRetry, email, ...row }: ScheduleListProps) => (
  <Box
    component="section"
    ref={useFocusAfterRow(items)}
    pt="md"
    style={{ borderTop: '1px solid var(--portal-line)' }}
    aria-labelledby="schedules"
  >
    <Box component="h3" id="schedules" m={0} mb="xs" fz="md" tabIndex={-1}>
      Your schedules
    </Box>
    {!items && !error && <Skeleton height={44} role="status" aria-label="Loading" />}
    {!items && error && (
      <Text c="dimmed">
        {error.message}{' '}
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Text>
    )}
    {items?.length === 0 && <Text c="dimmed">None yet. Name this view and select "Email this view".</Text>}
    {items && items.length > 0 && (
      <>
        <Text c="dimmed">Sent only to {email}.</Text>
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {items.map((schedule) => (
            <Row key={schedule.id} schedule={schedule} {...row} />
          ))}
        </Stack>
      </>
    )}
  </Box>
)

/** If the focused row is removed, moves focus to the next row, or to the heading if none is left. */
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

/** The id of a schedule's Edit button. */
export const editId = (id: string) => `edit-${id}`

/** A ref that focuses a button when it appears. */
const focusOn = (button: HTMLButtonElement | null) => button?.focus()

/** Props of a button that ignores clicks while its action runs. A disabled button would lose focus. */
const busyProps = (isRunning: boolean, start: () => void) => ({
  'aria-disabled': isRunning,
  'aria-busy': isRunning,
  onClick: () => {
    if (!isRunning) start()
  },
})

const timesText = ({ cadence, weekday }: ReportSchedule) =>
  cadence === 'MONTHLY'
    ? 'Monthly, on the 1st at 7:00 AM'
    : `Weekly, on ${weekdayLabels[(weekday ?? 1) - 1]} at 7:00 AM`

type RowProps = Pick<ScheduleListProps, 'onLeave' | 'onEdit' | 'isEditing'> & { schedule: ReportSchedule }

const Row = ({ schedule, onLeave, onEdit, isEditing }: RowProps) => {
  const { id, name, isPaused, nextAt, lastSentAt, view } = schedule
  const pause = usePauseSchedule()
  const send = useSendSchedule()
  const remove = useDeleteSchedule()
  const [deletion, setDeletion] = useState<'NONE' | 'CONFIRMING' | 'CANCELED'>('NONE')

  return (
    <Group component="li" gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)">
      <Stack gap={0} flex="1 1 14rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs" fw={500}>
          <Anchor
            renderRoot={(props) => (
              <Link {...props} to="/reporting/single-loan-variance" search={readReportSearch(view)} />
            )}
            onClick={onLeave}
          >
            {name}
          </Anchor>
          {isPaused && <StatusBadge label="Paused" color="gray" />}
        </Group>
        <Text component="small" size="sm" c="dimmed">
          {timesText(schedule)}
          {nextAt && ` · Next ${dateTime(nextAt)}`}
          {lastSentAt && ` · Last sent ${dateTime(lastSentAt)}`}
        </Text>
        <State schedule={schedule} />
      </Stack>
      {deletion === 'CONFIRMING' ? (
        <Group gap="xs">
          <Button
            color="red.8"
            {...busyProps(remove.isPending, () => remove.mutate(id))}
            aria-label={`Delete ${name} now`}
          >
            Delete
          </Button>
          <Button variant="default" ref={focusOn} onClick={() => setDeletion('CANCELED')} aria-label={`Keep ${name}`}>
            Keep
          </Button>
        </Group>
      ) : (
        <Group gap="xs">
          <Button
            variant="default"
            {...busyProps(send.isPending, () => send.mutate(id))}
            aria-label={`Send now: ${name}`}
          >
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
            {...busyProps(pause.isPending, () => pause.mutate({ id, change: { isPaused: !isPaused } }))}
            aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button
            variant="default"
            {...(deletion === 'CANCELED' && { ref: focusOn })}
            onClick={() => setDeletion('CONFIRMING')}
            aria-label={`Delete ${name}`}
          >
            Delete
          </Button>
        </Group>
      )}
    </Group>
  )
}

const State = ({ schedule: { state, stateAt } }: { schedule: ReportSchedule }) => (
  <Text
    component="small"
    size="sm"
    c={state === 'FAILED' || state === 'REFUSED' ? 'var(--mantine-color-error)' : 'dimmed'}
    role="status"
  >
    {state === 'QUEUED' && 'Sending now'}
    {state === 'RETRYING' && `Sending failed at ${dateTime(stateAt)}; the portal will try again`}
    {state === 'FAILED' && `Sending failed at ${dateTime(stateAt)}. The next email is sent as scheduled`}
    {state === 'REFUSED' && `Nothing was sent at ${dateTime(stateAt)}: you did not have access to this view`}
  </Text>
)

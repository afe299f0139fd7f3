import {
  Anchor,
  Box,
  type ButtonProps,
  Group,
  Stack,
  Text,
} from '@mantine/core'
import {
  type ReportSchedule,
  weekdayLabels,
} from '@portal/contract/reporting/schedule'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dateTime } from '../../../../lib/text/format.ts'
import { TryAgain } from '../../../../ui/message.tsx'
import { Hint, SecondaryButton } from '../../../../ui/presets.ts'
import { BlockSkeleton } from '../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { readReportSearch } from '../report-search.ts'
import {
  useDeleteSchedule,
  usePauseSchedule,
  useSendSchedule,
} from './schedule-queries.ts'

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

const headingId = 'schedules'

/**
 * The user's schedules: their times and last result, with buttons to send,
 * edit, pause and delete each.
 */
export const ScheduleList = ({
  items,
  error,
  onRetry,
  email,
  ...row
}: ScheduleListProps) => (
  <Box
    component="section"
    pt="md"
    style={{ borderTop: '1px solid var(--portal-line)' }}
    aria-labelledby={headingId}
  >
    <Box component="h3" id={headingId} mb="xs" fz="md" tabIndex={-1}>
      Your schedules
    </Box>
    {!items && !error && <BlockSkeleton height={44} />}
    {!items && error && (
      <Text c="dimmed">
        {error.message} <TryAgain onClick={onRetry} />
      </Text>
    )}
    {items?.length === 0 && (
      <Text c="dimmed">
        None yet. Name this view and select "Email this view".
      </Text>
    )}
    {items && items.length > 0 && (
      <>
        <Text c="dimmed">Sent only to {email}.</Text>
        <Stack component="ul" gap="sm" p={0} style={{ listStyle: 'none' }}>
          {items.map((schedule) => (
            <Row key={schedule.id} schedule={schedule} {...row} />
          ))}
        </Stack>
      </>
    )}
  </Box>
)

/** The id of a schedule's Edit button. */
export const editId = (id: string) => `edit-${id}`

/** A ref that focuses a button when it appears. */
const focusOn = (button: HTMLButtonElement | null) => button?.focus()

type RowButtonProps = ButtonProps & {
  /** The accessible name. */
  label: string
  isBusy?: boolean
  onClick: () => void
  ref?: ((button: HTMLButtonElement | null) => void) | undefined
}

/**
 * A button that ignores clicks while its action runs. A disabled button would
 * lose focus.
 */
const RowButton = ({
  label,
  isBusy = false,
  onClick,
  ...props
}: RowButtonProps) => (
  <SecondaryButton
    aria-label={label}
    aria-disabled={isBusy}
    aria-busy={isBusy}
    onClick={() => isBusy || onClick()}
    {...props}
  />
)

/** After the row of a deleted schedule is gone, and the focus with it. */
const focusHeading = () => document.getElementById(headingId)?.focus()

const timesText = ({ cadence, weekday }: ReportSchedule) =>
  cadence === 'MONTHLY'
    ? 'Monthly, on the 1st at 7:00 AM'
    : `Weekly, on ${weekdayLabels[(weekday ?? 1) - 1]} at 7:00 AM`

type RowProps = Pick<ScheduleListProps, 'onLeave' | 'onEdit' | 'isEditing'> & {
  schedule: ReportSchedule
}

const Row = ({ schedule, onLeave, onEdit, isEditing }: RowProps) => {
  const { name, isPaused, nextAt, lastSentAt, view } = schedule
  const [deletion, setDeletion] = useState<Deletion>('NONE')
  return (
    <Group
      component="li"
      gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)"
    >
      <Stack
        gap={0}
        flex="1 1 14rem"
        miw={0}
        style={{ overflowWrap: 'anywhere' }}
      >
        <Group gap="xs" fw={500}>
          <Anchor
            renderRoot={(props) => (
              <Link
                {...props}
                to="/reporting/single-loan-variance"
                search={readReportSearch(view)}
              />
            )}
            onClick={onLeave}
          >
            {name}
          </Anchor>
          {isPaused && <StatusBadge label="Paused" color="gray" />}
        </Group>
        <Hint component="small">
          {timesText(schedule)}
          {nextAt && ` · Next ${dateTime(nextAt)}`}
          {lastSentAt && ` · Last sent ${dateTime(lastSentAt)}`}
        </Hint>
        <State schedule={schedule} />
      </Stack>
      <Group gap="xs">
        {deletion === 'CONFIRMING' ? (
          <ConfirmDeletion
            schedule={schedule}
            onKeep={() => setDeletion('CANCELED')}
          />
        ) : (
          <RowActions
            schedule={schedule}
            isEditing={isEditing}
            isDeleteFocused={deletion === 'CANCELED'}
            onEdit={() => onEdit(schedule)}
            onDelete={() => setDeletion('CONFIRMING')}
          />
        )}
      </Group>
    </Group>
  )
}

type Deletion = 'NONE' | 'CONFIRMING' | 'CANCELED'

type ConfirmDeletionProps = { schedule: ReportSchedule; onKeep: () => void }

const ConfirmDeletion = ({ schedule, onKeep }: ConfirmDeletionProps) => {
  const { id, name } = schedule
  const remove = useDeleteSchedule()
  return (
    <>
      <RowButton
        label={`Delete ${name} now`}
        variant="filled"
        color="red.8"
        isBusy={remove.isPending}
        onClick={() =>
          void remove.mutateAsync(id).then(focusHeading, () => undefined)
        }
      >
        Delete
      </RowButton>
      <RowButton label={`Keep ${name}`} ref={focusOn} onClick={onKeep}>
        Keep
      </RowButton>
    </>
  )
}

type RowActionsProps = Pick<RowProps, 'schedule' | 'isEditing'> & {
  /** The deletion was just canceled. */
  isDeleteFocused: boolean
  onEdit: () => void
  onDelete: () => void
}

const RowActions = ({
  schedule: { id, name, isPaused },
  isEditing,
  isDeleteFocused,
  onEdit,
  onDelete,
}: RowActionsProps) => {
  const pause = usePauseSchedule()
  const send = useSendSchedule()
  return (
    <>
      <RowButton
        label={`Send now: ${name}`}
        isBusy={send.isPending}
        onClick={() => send.mutate(id)}
      >
        Send now
      </RowButton>
      <SecondaryButton
        id={editId(id)}
        aria-disabled={isEditing}
        data-disabled={isEditing || undefined}
        title={isEditing ? 'Save or cancel your edits first' : undefined}
        onClick={() => isEditing || onEdit()}
        aria-label={`Edit ${name}`}
      >
        Edit
      </SecondaryButton>
      <RowButton
        label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
        isBusy={pause.isPending}
        onClick={() => pause.mutate({ id, change: { isPaused: !isPaused } })}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </RowButton>
      <RowButton
        label={`Delete ${name}`}
        ref={isDeleteFocused ? focusOn : undefined}
        onClick={onDelete}
      >
        Delete
      </RowButton>
    </>
  )
}

const State = ({
  schedule: { state, stateAt },
}: {
  schedule: ReportSchedule
}) => (
  <Text
    component="small"
    size="sm"
    c={
      state === 'FAILED' || state === 'REFUSED'
        ? 'var(--mantine-color-error)'
        : 'dimmed'
    }
    role="status"
  >
    {state === 'QUEUED' && 'Sending now'}
    {state === 'RETRYING' &&
      `Sending failed at ${dateTime(stateAt)}. The portal will try again.`}
    {state === 'FAILED' &&
      `Sending failed at ${dateTime(stateAt)}. The next email will be sent as scheduled.`}
    {state === 'REFUSED' &&
      `Nothing was sent at ${dateTime(stateAt)} because you did not have access to this view.`}
  </Text>
)

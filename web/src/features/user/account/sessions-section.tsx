import { Button, Skeleton } from '@mantine/core'
import { endOtherSessions, endSession, type Session } from '@portal/contract/auth/tpr-api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { dateTime } from '../../../lib/format.ts'
import { Section } from '../../../ui/outline.tsx'
import { focusPageTitle } from '../../../ui/page.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './account.module.css'
import { deviceWords } from './device-words.ts'
import { PartFailed } from './part-failed.tsx'
import { sessionsQuery } from './queries.ts'

/** Where one is signed in, to be ended one by one or all at once. */
export const SessionsSection = () => {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(sessionsQuery)
  const end = useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    meta: { done: 'The session was ended', failed: 'Failed to end the session' },
    onSettled,
    // Its row, and the button in it, are gone.
    onSuccess: focusPageTitle,
  })
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    meta: { done: 'All other sessions were ended', failed: 'Failed to end the other sessions' },
    onSettled,
    onSuccess: focusPageTitle,
  })
  const hasOthers = data?.some(({ isThis }) => !isThis) ?? false

  return (
    <Section
      id="sessions"
      title="Where you are signed in"
      beside={
        hasOthers && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        )
      }
    >
      {!data && !error && <Skeleton height={44} role="status" aria-label="Loading" />}
      {!data && error && <PartFailed error={error} onRetry={() => refetch()} />}
      {data && (
        <ul className={classes.rows}>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

type SessionRowProps = { session: Session; isEnding: boolean; onEnd: () => void }

const SessionRow = ({ session: { userAgent, createdAt, lastUsedAt, isThis }, isEnding, onEnd }: SessionRowProps) => {
  const words = deviceWords(userAgent)
  return (
    <li className={classes.row}>
      <span className={classes.about}>
        <span className={classes.first}>
          {words}
          {isThis && <StatusBadge label="This one" color="green" />}
        </span>
        <small>
          {isThis ? '' : `Last used ${dateTime(lastUsedAt)} · `}Signed in {dateTime(createdAt)}
        </small>
      </span>
      {!isThis && (
        <Button variant="default" loading={isEnding} onClick={onEnd} aria-label={`End the session in ${words}`}>
          End
        </Button>
      )}
    </li>
  )
}

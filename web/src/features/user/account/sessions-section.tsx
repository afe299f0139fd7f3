import { Button } from '@mantine/core'
import { endOtherSessions, endSession } from '@portal/contract/auth/tpr-api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { dateTime } from '../../../lib/text/format.ts'
import { Section } from '../../../ui/outline.tsx'
import { focusPageTitle } from '../../../ui/page.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { AccountRow, AccountRows } from './account-rows.tsx'
import { deviceWords } from './device-words.ts'
import { sessionsQuery } from './queries.ts'

export const SessionsSection = () => {
  const query = useQuery(sessionsQuery)
  const queryClient = useQueryClient()
  // The focused button is gone after success.
  const settled = { onSettled: () => queryClient.invalidateQueries(sessionsQuery), onSuccess: focusPageTitle }
  const end = useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    meta: { done: 'The session was ended', failed: 'Failed to end the session' },
    ...settled,
  })
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    meta: { done: 'All other sessions were ended', failed: 'Failed to end the other sessions' },
    ...settled,
  })
  const hasOthers = query.data?.some(({ isThis }) => !isThis) ?? false

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
      <AccountRows query={query} skeletonHeight={44}>
        {(sessions) =>
          sessions.map(({ id, userAgent, createdAt, lastUsedAt, isThis }) => (
            <AccountRow
              key={id}
              name={deviceWords(userAgent)}
              badge={isThis && <StatusBadge label="This one" color="green" />}
              about={`${isThis ? '' : `Last used ${dateTime(lastUsedAt)} · `}Signed in ${dateTime(createdAt)}`}
            >
              {!isThis && (
                <Button
                  variant="default"
                  loading={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                  aria-label={`End the session in ${deviceWords(userAgent)}`}
                >
                  End
                </Button>
              )}
            </AccountRow>
          ))
        }
      </AccountRows>
    </Section>
  )
}

import { Group, Stack, Text } from '@mantine/core'
import { endOtherSessions, endSession } from '@portal/contract/auth/tpr-api'
import { managesPeople } from '@portal/contract/user/policy'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { dateTime } from '../../../lib/text/format.ts'
import { Section } from '../../../ui/outline.tsx'
import { focusPageTitle, Page, PageHeader } from '../../../ui/page.tsx'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { actorOf, useProfile } from '../../auth/queries.ts'
import { MailSetting } from '../../notification/shared/mail-setting.tsx'
import { InviteButton } from '../shared/invite-button.tsx'
import { deviceWords } from './device-words.ts'
import { AccountRow, AccountRows, FactorsSection } from './factors-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { sessionsQuery } from './queries.ts'

const ChangePasswordDialog = lazy(() => import('./change-password-dialog.tsx'), 'ChangePasswordDialog')

export const AccountPage = () => {
  const profile = useProfile()
  // Those who manage people invite on that page.
  const invitesHere = !managesPeople(actorOf(profile))
  return (
    <Page>
      <PageHeader title="Account" actions={invitesHere && <InviteButton />} />
      <Stack gap="md" w="min(52rem, 100%)">
        <ProfileSection />
        {profile.signsInWith === 'PASSWORD' ? (
          <>
            <PasswordSection />
            <FactorsSection />
          </>
        ) : (
          <Section id="sign-in" title="Sign-in">
            <Text c="dimmed">You sign in through LoanDock. Change your password and second factor there.</Text>
          </Section>
        )}
        <SessionsSection />
        <Section id="notifications" title="Email about your work">
          <MailSetting />
        </Section>
      </Stack>
    </Page>
  )
}

const PasswordSection = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section id="password" title="Password">
      <Group gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)">
        <Hint flex="1 1 14rem">Changing it ends all your other sessions.</Hint>
        <SecondaryButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          Change password
        </SecondaryButton>
      </Group>
      {isOpen && <ChangePasswordDialog onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

const SessionsSection = () => {
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
          <SecondaryButton loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </SecondaryButton>
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
                <SecondaryButton
                  loading={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                  aria-label={`End the session in ${deviceWords(userAgent)}`}
                >
                  End
                </SecondaryButton>
              )}
            </AccountRow>
          ))
        }
      </AccountRows>
    </Section>
  )
}

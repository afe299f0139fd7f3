import { Button, Drawer, Group, Stack, Title } from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { invitesReviewers } from '@portal/contract/user/policy'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import { dropText } from '../../../lib/kept-text.ts'
import { dateTime, phone } from '../../../lib/text/format.ts'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { focusPageTitle } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useProfile } from '../../auth/queries.ts'
import { InviteAgainButton } from '../invite/invite-button.tsx'
import { personQuery } from '../manage-queries.ts'
import { actorOf } from '../people/actor.ts'
import { lastSeen, standingOf } from '../people/person-words.ts'
import { MailLink } from './mail-link.tsx'
import { FactorsButton, StatusButton } from './person-actions.tsx'
import { PersonChanges } from './person-changes.tsx'
import { RightsEditor } from './rights-editor.tsx'
import { draftName } from './use-rights.ts'

/** One person: who they are, their rights and history. It is part of the address, so Back closes it. */
export const PersonDrawer = ({ userId, onClose }: { userId: string; onClose: () => void }) => {
  const { data, error, isFetching, refetch } = useQuery(personQuery(userId))
  const [isCovered, setIsCovered] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const user = data?.user
  const close = () => {
    onClose()
    // The row that opened it may be gone.
    requestAnimationFrame(() => document.activeElement === document.body && focusPageTitle())
  }

  return (
    <Drawer
      opened
      onClose={() => (isDirty ? setIsLeaving(true) : close())}
      position="right"
      size="lg"
      title={data?.name ?? 'Person'}
      closeOnEscape={!isCovered && !isLeaving}
      trapFocus={!isCovered && !isLeaving}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600, overflowWrap: 'anywhere' } }}
      attributes={{ header: { role: 'none' } }}
      transitionProps={{ duration: 120 }}
    >
      {user && <PersonBody user={user} onCover={setIsCovered} onDirty={setIsDirty} />}
      {data && !user && (
        <EmptyState
          title="You can’t manage this person"
          why={`You can see ${data.name}, but you can’t change their roles or permissions.`}
        />
      )}
      {!data && !error && <PageSkeleton />}
      {!data && error && hasStatus(error, 404) && (
        <EmptyState title="Not found" why="This person does not exist, or you do not have access to them." />
      )}
      {!data && error && !hasStatus(error, 404) && (
        <LoadFailed what="the person" error={error} variant="filled" loading={isFetching} onClick={refetch} />
      )}
      {isLeaving && (
        <ConfirmDialog
          title="Close without saving?"
          text="Your changes to this person are not saved. If you close, they are discarded."
          confirmLabel="Discard and close"
          isDanger
          isOpen
          onClose={() => setIsLeaving(false)}
          onConfirm={async () => {
            dropText(draftName(userId))
            close()
          }}
        />
      )}
    </Drawer>
  )
}

type PersonBodyProps = { user: User; onCover: (isCovered: boolean) => void; onDirty: (isDirty: boolean) => void }

const PersonBody = ({ user, onCover, onDirty }: PersonBodyProps) => {
  const profile = useProfile()
  const isInvited = user.isInvited && user.status === 'ACTIVE'
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <StatusBadge {...standingOf(user)} />
        <StatusButton user={user} onCover={onCover} />
        <FactorsButton user={user} onCover={onCover} />
        {isInvited && invitesReviewers(actorOf(profile)) && <InviteAgainButton user={user} />}
        <Button
          variant="subtle"
          renderRoot={(props) => <Link {...props} to="/profile/$userId" params={{ userId: user.id }} />}
        >
          Profile page
        </Button>
      </Group>
      <Facts
        facts={[
          { label: 'Company', value: user.companyName },
          { label: 'Email', value: <MailLink address={user.email} /> },
          { label: 'Phone', value: phone(user.phone) },
          {
            label: 'Signs in with',
            value: user.signsInWith === 'LOAN_DOCK' ? 'LoanDock' : 'Password and second factor',
          },
          { label: 'Last seen', value: lastSeen(user) },
          { label: 'Since', value: dateTime(user.createdAt) },
        ]}
      />
      <RightsEditor user={user} onDirty={onDirty} onCover={onCover} />
      <Stack component="section" gap="xs" aria-label="What changed">
        <Title order={3}>What changed</Title>
        <PersonChanges userId={user.id} />
      </Stack>
    </Stack>
  )
}

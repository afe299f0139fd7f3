import {
  Anchor,
  Button,
  Drawer,
  Group,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { invitesReviewers, managesEveryone } from '@portal/contract/user/policy'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import { removeStoredText } from '../../../lib/stored-text.ts'
import { dateTime, phone } from '../../../lib/text/format.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { userDataAddress } from '../../../records/retention/queries.ts'
import {
  changesQuery,
  personQuery,
} from '../../../records/user/manage-queries.ts'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Paged } from '../../../ui/list/paged.tsx'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { focusRow } from '../../../ui/page.tsx'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { PersonAccessRequest } from '../access/access-request.tsx'
import { findBadge, lastSeen } from '../people/person-text.ts'
import { InviteAgainButton } from '../shared/invite-button.tsx'
import { changeActor, changeLines, changeTitle } from './change-text.ts'
import { RefusalBox, ReturnedMailButton } from './mail-refusal.tsx'
import {
  type DialogState,
  FactorsButton,
  type PersonDialog,
  StatusButton,
} from './person-actions.tsx'
import { RightsEditor } from './rights-editor.tsx'
import { draftName } from './use-rights.ts'

export const PersonDrawer = ({
  userId,
  onClose,
}: {
  userId: string
  onClose: () => void
}) => {
  const { data, error, isFetching, refetch } = useQuery(personQuery(userId))
  const [dialog, setDialog] = useState<PersonDialog | null>(null)
  const [isDirty, setIsDirty] = useState(false)
  const user = data?.user
  const close = () => {
    onClose()
    requestAnimationFrame(() => focusRow(userId))
  }

  return (
    <Drawer
      opened
      onClose={() => (isDirty ? setDialog('leave') : close())}
      position="right"
      size="lg"
      title={data?.name ?? 'Person'}
      closeOnEscape={dialog === null}
      trapFocus={dialog === null}
      styles={{
        title: {
          fontSize: 'var(--mantine-font-size-lg)',
          fontWeight: 600,
          overflowWrap: 'anywhere',
        },
      }}
    >
      {user && (
        <PersonBody
          user={user}
          dialog={dialog}
          onDialog={setDialog}
          onDirty={setIsDirty}
        />
      )}
      {data && !user && (
        <EmptyState
          title="You can’t manage this person"
          why={`You can see ${data.name}, but you can’t change their roles or permissions.`}
        />
      )}
      {!data && !error && <PageSkeleton />}
      {!data && error && hasStatus(error, 404) && (
        <EmptyState
          title="Not found"
          why="This person does not exist, or you do not have access to them."
        />
      )}
      {!data && error && !hasStatus(error, 404) && (
        <LoadFailed
          what="the person"
          error={error}
          variant="filled"
          loading={isFetching}
          onClick={refetch}
        />
      )}
      {dialog === 'leave' && (
        <ConfirmDialog
          title="Close without saving?"
          text="Your changes to this person are not saved. If you close, they are discarded."
          confirmLabel="Discard and close"
          isDanger
          onClose={() => setDialog(null)}
          onConfirm={async () => {
            removeStoredText(draftName(userId))
            close()
          }}
        />
      )}
    </Drawer>
  )
}

type PersonBodyProps = DialogState & {
  user: User
  onDirty: (isDirty: boolean) => void
}

const PersonBody = ({ user, onDirty, ...state }: PersonBodyProps) => {
  const profile = useProfile()
  const isWaiting = user.roles[0] === 'DEFAULT' && user.status === 'ACTIVE'
  const isInvited = user.isInvited && user.status === 'ACTIVE'
  return (
    <Stack gap="lg">
      {isWaiting && <PersonAccessRequest userId={user.id} />}
      {user.mailRefusal && (
        <RefusalBox user={user} refusal={user.mailRefusal} />
      )}
      <Group gap="xs">
        <StatusBadge {...findBadge(user)} />
        <StatusButton user={user} {...state} />
        <FactorsButton user={user} {...state} />
        <ReturnedMailButton user={user} {...state} />
        {managesEveryone(toActor(profile)) && (
          <SecondaryButton
            component="a"
            href={userDataAddress(user.id)}
            download
          >
            Download their data
          </SecondaryButton>
        )}
        {isInvited && invitesReviewers(toActor(profile)) && (
          <InviteAgainButton user={user} />
        )}
        <Button
          variant="subtle"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/profile/$userId"
              params={{ userId: user.id }}
            />
          )}
        >
          Profile page
        </Button>
      </Group>
      <Facts
        facts={[
          { label: 'Company', value: user.companyName },
          {
            label: 'Email',
            value: <Anchor href={`mailto:${user.email}`}>{user.email}</Anchor>,
          },
          { label: 'Phone', value: phone(user.phone) },
          {
            label: 'Signs in with',
            value:
              user.signsInWith === 'LOAN_DOCK'
                ? 'LoanDock'
                : 'Password and second factor',
          },
          { label: 'Last seen', value: lastSeen(user) },
          { label: 'Added', value: dateTime(user.createdAt) },
        ]}
      />
      <RightsEditor user={user} onDirty={onDirty} {...state} />
      <Stack component="section" gap="xs" aria-label="What changed">
        <Title order={3}>What changed</Title>
        <PersonChanges userId={user.id} />
      </Stack>
    </Stack>
  )
}

const quoteLine = { borderInlineStart: '2px solid var(--portal-line)' }

const PersonChanges = ({ userId }: { userId: string }) => (
  <Paged
    what="the changes"
    query={useInfiniteQuery(changesQuery(userId))}
    empty={<Hint>No changes yet.</Hint>}
    more="Show earlier changes"
  >
    {(changes) => (
      <Stack
        component="ol"
        gap="sm"
        p={0}
        style={{ listStyle: 'none', overflowWrap: 'anywhere' }}
      >
        {changes.map((change) => (
          <li key={change.id}>
            <strong>{changeTitle(change)}</strong>
            {changeLines(change).map((line) => (
              <div key={line}>{line}</div>
            ))}
            {change.customMessage && (
              <Text
                component="blockquote"
                size="sm"
                m="0.125rem 0 0"
                ps="0.625rem"
                style={quoteLine}
              >
                {change.customMessage}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {changeActor(change)} ·{' '}
              <time dateTime={change.at}>{dateTime(change.at)}</time>
            </Text>
          </li>
        ))}
      </Stack>
    )}
  </Paged>
)

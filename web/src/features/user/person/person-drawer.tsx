import { Button, Drawer } from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { invitesReviewers } from '@portal/contract/user/policy'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import { dateTime, phone } from '../../../lib/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { focusPageTitle } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useProfile } from '../../auth/queries.ts'
import { InviteAgainButton } from '../invite/invite-again-button.tsx'
import { personQuery } from '../manage-queries.ts'
import { actorOf } from '../people/actor.ts'
import { standingOf } from '../people/person-words.ts'
import { FactorsButton } from './factors-button.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { MailLink } from './mail-link.tsx'
import classes from './person.module.css'
import { PersonChanges } from './person-changes.tsx'
import { RightsEditor } from './rights-editor.tsx'
import { StatusButton } from './status-button.tsx'
import { useRightsDraft } from './use-rights-draft.ts'

type PersonDrawerProps = { userId: string; onClose: () => void }

/** One person over the list: who they are, what they may do, and what changed. It stands in the address, so Back closes it. */
export const PersonDrawer = ({ userId, onClose }: PersonDrawerProps) => {
  const { data, error, isFetching, refetch } = useQuery(personQuery(userId))
  const [isCovered, setIsCovered] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const user = data?.user
  const close = () => {
    onClose()
    // The row that opened it may be gone; then the page's title is where one is.
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
      classNames={{ title: classes.title ?? '' }}
      attributes={{ header: { role: 'none' } }}
      transitionProps={{ duration: 120 }}
    >
      {user && <PersonBody user={user} onCover={setIsCovered} onDirty={setIsDirty} />}
      {data && !user && (
        <EmptyState title="Not yours to manage" why={`You can see ${data.name}, but not change what they may do.`} />
      )}
      {!data && !error && <PageSkeleton />}
      {!data && error && hasStatus(error, 404) && (
        <EmptyState title="Not found" why="This person does not exist, or is not open to you." />
      )}
      {!data && error && !hasStatus(error, 404) && (
        <EmptyState title="The person could not be read" why={error.message}>
          <Button loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyState>
      )}
      {isLeaving && <LeaveDialog userId={userId} onStay={() => setIsLeaving(false)} onLeave={close} />}
    </Drawer>
  )
}

type PersonBodyProps = { user: User; onCover: (isCovered: boolean) => void; onDirty: (isDirty: boolean) => void }

const PersonBody = ({ user, onCover, onDirty }: PersonBodyProps) => {
  const profile = useProfile()
  const rights = useRightsDraft(user, onDirty)
  const isInvited = user.isInvited && user.status === 'ACTIVE'
  return (
    <div className={classes.body}>
      <div className={classes.head}>
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
      </div>
      <Facts
        facts={[
          { label: 'Company', value: user.companyName },
          { label: 'E-mail', value: <MailLink address={user.email} /> },
          { label: 'Phone', value: phone(user.phone) },
          {
            label: 'Signs in with',
            value: user.signsInWith === 'LOAN_DOCK' ? 'LoanDock' : 'Password and second factor',
          },
          { label: 'Last seen', value: user.lastUsedAt ? dateTime(user.lastUsedAt) : 'Never' },
          { label: 'Since', value: dateTime(user.createdAt) },
        ]}
      />
      <RightsEditor user={user} rights={rights} onCover={onCover} />
      <section className={classes.section} aria-label="What changed">
        <h3>What changed</h3>
        <PersonChanges userId={user.id} />
      </section>
    </div>
  )
}

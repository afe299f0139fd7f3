import { Button } from '@mantine/core'
import { inviteConfirmation } from '@portal/contract/auth/messages'
import { invitesReviewers } from '@portal/contract/user/policy'
import { IconMailPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { toast } from '../../../lib/toast.ts'
import { useProfile } from '../../auth/queries.ts'
import type { Invited } from '../manage-queries.ts'
import { actorOf } from '../people/actor.ts'

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }))
const InviteOutcome = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteOutcome }))

export const InviteButton = () => {
  const profile = useProfile()
  const [open, setOpen] = useState<'form' | Invited | null>(null)
  if (!invitesReviewers(actorOf(profile))) return null

  const showOutcome = (outcome: Invited) => {
    if (outcome.skipped.length > 0) return setOpen(outcome)
    toast.success(inviteConfirmation(outcome.invited))
  }
  return (
    <>
      <Button
        leftSection={<IconMailPlus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={InviteDialog.preload}
        onClick={() => setOpen('form')}
      >
        Invite reviewers
      </Button>
      <Suspense fallback={null}>
        {open === 'form' && (
          // `onInvited` may have opened the outcome already.
          <InviteDialog onInvited={showOutcome} onClose={() => setOpen((now) => (now === 'form' ? null : now))} />
        )}
        {open !== null && open !== 'form' && (
          <InviteOutcome outcome={open} onClose={() => setOpen(null)} onMore={() => setOpen('form')} />
        )}
      </Suspense>
    </>
  )
}

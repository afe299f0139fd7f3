import { Button } from '@mantine/core'
import { inviteConfirmation } from '@portal/contract/auth/messages'
import { skipReasons } from '@portal/contract/auth/tpr-api'
import type { User } from '@portal/contract/user/manage-api'
import { invitesReviewers } from '@portal/contract/user/policy'
import { IconMailPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { dateTime } from '../../../lib/text/format.ts'
import { toast } from '../../../lib/toast.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import {
  type Invited,
  useInvite,
} from '../../../records/user/manage-queries.ts'
import { TinyButton } from '../../../ui/presets.ts'

const InviteDialog = lazy(
  () => import('../invite/invite-dialog.tsx'),
  'InviteDialog',
)
const InviteOutcome = lazy(
  () => import('../invite/invite-dialog.tsx'),
  'InviteOutcome',
)

export const InviteButton = () => {
  const profile = useProfile()
  const [open, setOpen] = useState<'form' | Invited | null>(null)
  if (!invitesReviewers(toActor(profile))) return null

  const showOutcome = (outcome: Invited) => {
    if (outcome.skipped.length + outcome.refused.length > 0)
      return setOpen(outcome)
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

      {open === 'form' && (
        // `onInvited` may have opened the outcome already.
        <InviteDialog
          onInvited={showOutcome}
          onClose={() => setOpen((now) => (now === 'form' ? null : now))}
        />
      )}
      {open !== null && open !== 'form' && (
        <InviteOutcome
          outcome={open}
          onClose={() => setOpen(null)}
          onMore={() => setOpen('form')}
        />
      )}
    </>
  )
}

export const InviteAgainButton = ({
  user,
}: {
  user: Pick<User, 'email' | 'companyName' | 'name'>
}) => {
  const { role } = useProfile()
  const invite = useInvite()
  const send = async () => {
    const body = {
      toEmails: [user.email],
      ...(role === 'UNDERWRITER' && { vendorName: user.companyName }),
    }
    const { invited, refused, skipped } = await invite.mutateAsync(body)
    const [first] = skipped
    if (first)
      return toast.failure(`${first.email}: ${skipReasons[first.reason]}`)
    const [former] = refused
    const note = former
      ? ` Mail to this address was refused on ${dateTime(former.at)}; we’ll try again.`
      : ''
    return toast.success(`${inviteConfirmation(invited)}${note}`)
  }
  return (
    <TinyButton
      loading={invite.isPending}
      aria-label={`Invite ${user.email} again`}
      // The mutation shows its own failure.
      onClick={() => void send().catch(() => null)}
    >
      Invite again
    </TinyButton>
  )
}

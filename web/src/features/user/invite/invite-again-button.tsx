import { Button } from '@mantine/core'
import { inviteConfirmation } from '@portal/contract/auth/messages'
import { skipReasons } from '@portal/contract/auth/tpr-api'
import type { User } from '@portal/contract/user/manage-api'
import { toast } from '../../../lib/toast.ts'
import { useProfile } from '../../auth/queries.ts'
import { useInvite } from '../manage-queries.ts'

/** Sends somebody who was invited a new link; the one before it no longer opens. */
export const InviteAgainButton = ({ user }: { user: Pick<User, 'email' | 'companyName' | 'name'> }) => {
  const { role } = useProfile()
  const invite = useInvite()
  const send = async () => {
    const { invited, skipped } = await invite.mutateAsync({
      toEmails: [user.email],
      ...(role === 'UNDERWRITER' && { vendorName: user.companyName }),
    })
    const [first] = skipped
    if (first) toast.failure(`${first.email}: ${skipReasons[first.reason]}`)
    else toast.success(inviteConfirmation(invited))
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={invite.isPending}
      aria-label={`Invite ${user.email} again`}
      // Its failure is told by the mutation itself.
      onClick={() => void send().catch(() => null)}
    >
      Invite again
    </Button>
  )
}

import { Button } from '@mantine/core'
import { inviteConfirmation } from '@portal/contract/auth/messages'
import { skipReasons } from '@portal/contract/auth/tpr-api'
import type { User } from '@portal/contract/user/manage-api'
import { toast } from '../../../lib/toast.ts'
import { useProfile } from '../../auth/queries.ts'
import { useInvite } from '../manage-queries.ts'

export const InviteAgainButton = ({ user }: { user: Pick<User, 'email' | 'companyName' | 'name'> }) => {
  const { role } = useProfile()
  const invite = useInvite()
  const send = async () => {
    const body = { toEmails: [user.email], ...(role === 'UNDERWRITER' && { vendorName: user.companyName }) }
    const { invited, skipped } = await invite.mutateAsync(body)
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
      // The mutation shows its own failure.
      onClick={() => void send().catch(() => null)}
    >
      Invite again
    </Button>
  )
}

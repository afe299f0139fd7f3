import { IconClockHour4 } from '@tabler/icons-react'
import { MessagePage } from '../../ui/message.tsx'
import { useBranding, useProfile } from '../auth/queries.ts'

/** The only screen of people whose account has no role yet. */
export const AccessPendingPage = () => {
  const { name } = useBranding()
  const { email } = useProfile()
  return (
    <MessagePage
      title="Your access is pending"
      icon={<IconClockHour4 size={40} stroke={1.3} />}
      why={`You are signed in as ${email}, but you do not have a role yet. Ask your ${name} administrator, or your contact at ${name}, for access.`}
    />
  )
}

import { IconClockHour4 } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useBranding, useProfile } from '../../records/auth/queries.ts'
import { MessagePage } from '../../ui/message.tsx'

/**
 * The screen at '/' for people without a role; the guard redirects everyone
 * else.
 */
export const Route = createFileRoute('/_portal/')({ component: AccessPending })

function AccessPending() {
  const { name } = useBranding()
  const { email } = useProfile()
  return (
    <MessagePage
      title="Your access is pending"
      icon={<IconClockHour4 size={40} stroke={1.3} />}
      why={`You are signed in as ${email}, but you do not have a role yet. The ${name} administrators were notified. You’ll get an email when you have access. If it takes too long, ask your contact at ${name}.`}
    />
  )
}

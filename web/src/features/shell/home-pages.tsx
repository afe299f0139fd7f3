import { Button } from '@mantine/core'
import { IconClockHour4, IconFolderOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { MessagePage } from '../../ui/message.tsx'
import { useBranding, useProfile } from '../auth/queries.ts'
import { InviteButton } from '../user/invite/invite-button.tsx'

/** What somebody sees whose account has no role yet. */
export const AccessPendingPage = () => {
  const { name } = useBranding()
  const { email } = useProfile()
  return (
    <MessagePage
      title="Your access is pending"
      icon={<IconClockHour4 size={40} stroke={1.3} />}
      why={`You are signed in as ${email}, but nothing is open to you yet. Ask your ${name} administrator, or your contact at ${name}, to give you a role.`}
    />
  )
}

/** What a third-party reviewer sees until the condition manager is there. */
export const ReviewerHomePage = () => {
  const { name } = useBranding()
  const { companyName, firstName, lastName } = useProfile()
  const isUnnamed = firstName === '' && lastName === ''
  return (
    <MessagePage
      title="Welcome"
      icon={<IconFolderOpen size={40} stroke={1.3} />}
      why={`The Tdocs that ${companyName} reviews for ${name} come with the condition manager, and will stand here. ${
        isUnnamed
          ? 'Until then, say who you are: your colleagues know you only by your e-mail address.'
          : 'Until then you can make your account safer.'
      }`}
    >
      {isUnnamed ? (
        <Button component={Link} to="/settings/account">
          Add your name
        </Button>
      ) : (
        <Button variant="default" component={Link} to="/settings/account">
          Your account
        </Button>
      )}
      <InviteButton />
    </MessagePage>
  )
}

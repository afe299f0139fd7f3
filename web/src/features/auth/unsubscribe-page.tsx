import { Button } from '@mantine/core'
import { mailSettingsPath } from '@portal/contract/user/navigation'
import { Link, useParams } from '@tanstack/react-router'
import { hasStatus } from '../../lib/call-error.ts'
import { useUnsubscribe } from '../../records/notification/writes.ts'
import classes from './sign-in-screen.module.css'
import { SignInScreen } from './sign-in-screen.tsx'

/**
 * The page of a link in an email. Only its button stops the emails, because mail
 * scanners open links.
 */
export const UnsubscribePage = () => {
  const { token } = useParams({ from: '/unsubscribe/$token' })
  const { mutate, isPending, isSuccess, error } = useUnsubscribe(token)
  const isUnknown = hasStatus(error, 404) || hasStatus(error, 400)

  if (isSuccess)
    return (
      <SignInScreen title="You won’t get these emails anymore">
        <p role="status">
          You’ll still find everything in the portal, under the bell.
        </p>
        <SettingsLink />
      </SignInScreen>
    )
  if (isUnknown)
    return (
      <SignInScreen
        title="This link doesn’t work"
        words="Open it from your email again, or choose your emails in the settings."
      >
        <SettingsLink />
      </SignInScreen>
    )
  return (
    <SignInScreen
      title="Stop these emails?"
      words="You won’t get emails like that one anymore. You’ll still find everything in the portal, under the bell."
    >
      {error && (
        <p className={classes.refusal} role="alert">
          {error.message}
        </p>
      )}
      <Button size="md" loading={isPending} onClick={() => mutate()}>
        Stop these emails
      </Button>
      <SettingsLink />
    </SignInScreen>
  )
}

const SettingsLink = () => (
  <div className={classes.links}>
    <Link className={classes.link} to={mailSettingsPath}>
      Choose your emails
    </Link>
  </div>
)

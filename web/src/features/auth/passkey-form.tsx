import { Button } from '@mantine/core'
import type { Profile } from '@portal/contract/auth/api'
import { askPasskey, enterPasskey } from '@portal/contract/auth/tpr-api'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { askForPasskey, knowsPasskeys } from '../../lib/passkeys.ts'
import { useRefusal } from './refusal.tsx'
import classes from './sign-in-screen.module.css'

type PasskeyFormProps = { onDone: (profile: Profile) => Promise<void>; onError: (error: Error) => void }

/** Asks for a passkey when the person says so: browsers want to be asked by a press. */
export const PasskeyForm = ({ onDone, onError }: PasskeyFormProps) => {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      const response = await askForPasskey(await call(askPasskey))
      return call(enterPasskey, { body: { response } })
    },
    meta: { failed: null },
    onSuccess: onDone,
    onError,
  })
  const { left, shown } = useRefusal(error)
  if (!knowsPasskeys())
    return <p className={classes.refusal}>This browser knows no passkeys. Sign in with another browser or device.</p>
  return (
    <div className={classes.form}>
      {shown}
      <Button size="md" data-page-focus loading={isPending || isSuccess} disabled={left > 0} onClick={() => mutate()}>
        {error ? 'Try again' : 'Use passkey'}
      </Button>
    </div>
  )
}

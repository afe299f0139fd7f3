import { Button } from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { factorsRefusal } from '@portal/contract/user/manage-policy'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { useProfile } from '../../auth/queries.ts'
import { useRemoveFactors } from '../manage-queries.ts'
import { actorOf } from '../people/actor.ts'

type FactorsButtonProps = { user: User; onCover: (isCovered: boolean) => void }

/** Helps somebody who lost their phone or key: what they signed in with besides the password is taken away. */
export const FactorsButton = ({ user, onCover }: FactorsButtonProps) => {
  const actor = actorOf(useProfile())
  const { mutateAsync } = useRemoveFactors()
  const [isAsking, setIsAsking] = useState(false)
  if (user.signsInWith !== 'PASSWORD' || user.isInvited || factorsRefusal(actor, { ...user, bddId: null })) return null

  const ask = (next: boolean) => {
    setIsAsking(next)
    onCover(next)
  }
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => ask(true)}>
        Take away second factor…
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          isDanger
          title={`Take away the second factor of ${user.name}?`}
          text={`Only if they lost it, and you are sure that it is they who ask. Their authenticator app and passkeys no longer work, they are signed out everywhere, and they are told by e-mail. The next time they sign in with their password and a code that is mailed to ${user.email}.`}
          confirmLabel="Take away"
          onClose={() => ask(false)}
          onConfirm={() => mutateAsync({ userId: user.id })}
        />
      )}
    </>
  )
}

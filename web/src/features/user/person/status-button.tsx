import { Button } from '@mantine/core'
import type { User } from '@portal/contract/user/manage-api'
import { statusRefusal } from '@portal/contract/user/manage-policy'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useProfile } from '../../auth/queries.ts'
import { useSetStatus } from '../manage-queries.ts'
import { actorOf } from '../people/actor.ts'
import { HandOverDialog, MessageField } from './hand-over-dialog.tsx'
import classes from './person.module.css'

type StatusButtonProps = { user: User; onCover: (isCovered: boolean) => void }

/** Deactivates or activates a person; nobody does that to themselves. */
export const StatusButton = ({ user, onCover }: StatusButtonProps) => {
  const profile = useProfile()
  const setStatus = useSetStatus()
  const [isOpen, setIsOpen] = useState(false)
  const [message, setMessage] = useState('')
  const actor = actorOf(profile)
  const isActive = user.status === 'ACTIVE'
  // Whoever asks for it of others manages too, so nobody here is the last one.
  const refusal = statusRefusal(actor, { ...user, bddId: null }, isActive ? 'INACTIVE' : 'ACTIVE', true)
  if (refusal) return <span className={classes.note}>{refusal}.</span>

  const show = (next: boolean) => {
    setIsOpen(next)
    onCover(next)
  }
  const told = (customMessage: string) => (customMessage ? { customMessage } : {})

  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        {...(isActive && { c: 'var(--mantine-color-error)' })}
        onClick={() => show(true)}
      >
        {isActive ? 'Deactivate' : 'Activate'}
      </Button>
      {isOpen && isActive && (
        <HandOverDialog
          userId={user.id}
          title={`Deactivate ${user.name}`}
          text="They are signed out everywhere within a second and cannot sign in again until somebody activates them."
          submitLabel="Deactivate"
          isDanger
          withNote
          onClose={() => show(false)}
          onSubmit={(handOver, customMessage) =>
            setStatus.mutateAsync({ id: user.id, status: 'INACTIVE', handOver, ...told(customMessage) })
          }
        />
      )}
      {isOpen && !isActive && (
        <FormDialog
          title={`Activate ${user.name}`}
          isOpen
          onClose={() => show(false)}
          submitLabel="Activate"
          onSubmit={() => setStatus.mutateAsync({ id: user.id, status: 'ACTIVE', ...told(message.trim()) })}
        >
          <p className={classes.note}>They can sign in again, with the roles and permissions that they had.</p>
          <MessageField value={message} onChange={setMessage} />
        </FormDialog>
      )}
    </>
  )
}

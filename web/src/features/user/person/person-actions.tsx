import { endSentence } from '@portal/contract/lib/sentences'
import type { User } from '@portal/contract/user/manage-api'
import {
  factorsRefusal,
  statusRefusal,
} from '@portal/contract/user/manage-policy'
import { useState } from 'react'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import {
  useRemoveFactors,
  useSetStatus,
} from '../../../records/user/manage-queries.ts'
import { ConfirmDialog, FormDialog } from '../../../ui/dialogs.tsx'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { HandOverDialog, MessageField } from './hand-over-dialog.tsx'

export type PersonDialog = 'status' | 'factors' | 'mail' | 'reassign' | 'leave'
/** The dialog that is open over the drawer, and how to open another. */
export type DialogState = {
  dialog: PersonDialog | null
  onDialog: (dialog: PersonDialog | null) => void
}

type ActionProps = DialogState & { user: User }

export const StatusButton = ({ user, dialog, onDialog }: ActionProps) => {
  const actor = toActor(useProfile())
  const setStatus = useSetStatus()
  const [message, setMessage] = useState('')
  const isOpen = dialog === 'status'
  const close = () => onDialog(null)
  const isActive = user.status === 'ACTIVE'
  // The actor manages people too, so this user is never the last one who does.
  const refusal = statusRefusal(
    actor,
    { ...user, bddId: null },
    isActive ? 'INACTIVE' : 'ACTIVE',
    true,
  )
  if (refusal) return <Hint>{endSentence(refusal)}</Hint>
  const withMessage = (customMessage: string) =>
    customMessage ? { customMessage } : {}

  return (
    <>
      <SecondaryButton
        aria-haspopup="dialog"
        {...(isActive && { c: 'var(--mantine-color-error)' })}
        onClick={() => onDialog('status')}
      >
        {isActive ? 'Deactivate' : 'Activate'}
      </SecondaryButton>
      {isOpen && isActive && (
        <HandOverDialog
          userId={user.id}
          title={`Deactivate ${user.name}`}
          text="They are signed out on all devices right away and can’t sign in until someone activates them."
          submitLabel="Deactivate"
          isDanger
          withNote
          onClose={close}
          onSubmit={(handOver, note) =>
            setStatus.mutateAsync({
              id: user.id,
              status: 'INACTIVE',
              handOver,
              ...withMessage(note),
            })
          }
        />
      )}
      {isOpen && !isActive && (
        <FormDialog
          title={`Activate ${user.name}`}
          onClose={close}
          submitLabel="Activate"
          onSubmit={() =>
            setStatus.mutateAsync({
              id: user.id,
              status: 'ACTIVE',
              ...withMessage(message.trim()),
            })
          }
        >
          <Hint>
            They can sign in again and keep their previous roles and
            permissions.
          </Hint>
          <MessageField value={message} onChange={setMessage} />
        </FormDialog>
      )}
    </>
  )
}

export const FactorsButton = ({ user, dialog, onDialog }: ActionProps) => {
  const actor = toActor(useProfile())
  const { mutateAsync } = useRemoveFactors()
  if (
    user.signsInWith !== 'PASSWORD' ||
    user.isInvited ||
    factorsRefusal(actor, { ...user, bddId: null })
  )
    return null
  return (
    <>
      <SecondaryButton
        aria-haspopup="dialog"
        onClick={() => onDialog('factors')}
      >
        Remove second factor…
      </SecondaryButton>
      {dialog === 'factors' && (
        <ConfirmDialog
          isDanger
          title={`Remove the second factor of ${user.name}?`}
          text={`Do this only if they lost it and you are sure that the request comes from them. Their authenticator app and passkeys will stop working. They are signed out on all devices and notified by email. The next time, they sign in with their password and a code that we email to ${user.email}.`}
          confirmLabel="Remove"
          onClose={() => onDialog(null)}
          onConfirm={() => mutateAsync({ userId: user.id })}
        />
      )}
    </>
  )
}

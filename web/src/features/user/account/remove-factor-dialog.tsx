import { type Passkey, removePasskey, removeTotp } from '@portal/contract/auth/factor-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SecretInput } from '../../auth/secret-input.tsx'
import classes from './account.module.css'
import { factorsQuery } from './queries.ts'
import { toldWait } from './told-wait.ts'

/** What is taken away: the authenticator app, or one of the passkeys. */
export type Removed = 'totp' | Passkey

/** Asks for the password before something is taken away that makes signing in safer. */
export const RemoveFactorDialog = ({ removed, onClose }: { removed: Removed; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const what = removed === 'totp' ? 'authenticator app' : 'passkey'
  const { mutateAsync } = useMutation({
    mutationFn: () =>
      toldWait(
        removed === 'totp'
          ? call(removeTotp, { body: { password } })
          : call(removePasskey, { params: { id: removed.id }, body: { password } }),
      ),
    meta: { done: `The ${what} was removed`, failed: null },
    onSuccess: (factors) => queryClient.setQueryData(factorsQuery.queryKey, factors),
  })
  return (
    <FormDialog
      title={`Remove the ${what}?`}
      size="sm"
      isOpen
      isDanger
      isSubmitDisabled={password === ''}
      onClose={onClose}
      submitLabel="Remove"
      onSubmit={() => mutateAsync()}
    >
      <p className={classes.words}>
        {removed === 'totp'
          ? 'Its codes will no longer sign you in.'
          : `“${removed.name}” will no longer sign you in. Delete it on your device too.`}
      </p>
      <SecretInput
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  )
}

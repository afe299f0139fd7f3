import { TextInput } from '@mantine/core'
import { addPasskey, startPasskey } from '@portal/contract/auth/factor-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { makePasskey } from '../../../lib/passkeys.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SecretInput } from '../../auth/secret-input.tsx'
import classes from './account.module.css'
import { deviceWords } from './device-words.ts'
import { factorsQuery } from './queries.ts'
import { toldWait } from './told-wait.ts'

/** A name and the password; then the browser makes the passkey. */
export const AddPasskeyDialog = ({ onClose }: { onClose: () => void }) => {
  const queryClient = useQueryClient()
  const [name, setName] = useState(() => deviceWords(navigator.userAgent))
  const [password, setPassword] = useState('')
  const { mutateAsync } = useMutation({
    mutationFn: async () => {
      const response = await makePasskey(await toldWait(call(startPasskey, { body: { password } })))
      return call(addPasskey, { body: { name: name.trim(), response } })
    },
    meta: { done: 'The passkey was added', failed: null },
    onSuccess: (factors) => queryClient.setQueryData(factorsQuery.queryKey, factors),
  })
  return (
    <FormDialog
      title="Add a passkey"
      size="sm"
      isOpen
      isSubmitDisabled={password === '' || name.trim() === ''}
      onClose={onClose}
      submitLabel="Continue"
      onSubmit={() => mutateAsync()}
    >
      <p className={classes.words}>After this your browser asks where to keep it.</p>
      <TextInput
        label="Name"
        description="By which you will know it in the list"
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
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

import { changePassword } from '@portal/contract/auth/factor-api'
import { required } from '@portal/contract/lib/fields'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { problemsOf } from '../../../lib/call-error.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SecretInput } from '../../../ui/inputs/secret-input.tsx'
import {
  NewPasswordInput,
  newPasswordProblem,
} from '../../auth/shared/new-password-input.tsx'
import { accountKey, withWaitText } from './queries.ts'

type Passwords = { password: string; newPassword: string }

export const ChangePasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const { email, name } = useProfile()
  const [password, setPassword] = useState('')
  const [newPassword, setNew] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const { mutateAsync, error, variables } = useMutation({
    mutationFn: (body: Passwords) =>
      withWaitText(call(changePassword, { body })),
    meta: {
      done: 'Your password was changed',
      failed: null,
      changes: [accountKey],
    },
  })
  const problem =
    newPassword === '' ? required : newPasswordProblem(newPassword, email)
  /** The server's refusal of a field, until the field changes. */
  const refusalOf = (field: keyof Passwords) =>
    variables?.[field] === { password, newPassword }[field]
      ? (problemsOf(error).find((one) => one.field === field)?.error ?? null)
      : null
  const submit = () => {
    setWasSent(true)
    if (password === '') throw new Error('Enter your current password')
    if (problem) throw new Error('Choose a different password')
    return mutateAsync({ password, newPassword })
  }
  return (
    <FormDialog
      title="Change password"
      onClose={onClose}
      submitLabel="Change password"
      onSubmit={async () => submit()}
    >
      <SecretInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={setPassword}
        error={wasSent && password === '' ? required : refusalOf('password')}
      />
      <NewPasswordInput
        label="New password"
        email={email}
        name={name}
        value={newPassword}
        onChange={setNew}
        error={wasSent ? (problem ?? refusalOf('newPassword')) : null}
      />
    </FormDialog>
  )
}

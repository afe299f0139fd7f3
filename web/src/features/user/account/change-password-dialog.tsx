import { changePassword } from '@portal/contract/auth/factor-api'
import { required } from '@portal/contract/lib/fields'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SecretInput } from '../../../ui/inputs/secret-input.tsx'
import {
  NewPasswordInput,
  newPasswordProblem,
} from '../../auth/shared/new-password-input.tsx'
import { accountKey, withWaitText } from './queries.ts'

type Passwords = { password: string; newPassword: string }

const findProblems = ({ password, newPassword }: Passwords, email: string) => {
  const newProblem =
    newPassword === '' ? required : newPasswordProblem(newPassword, email)
  return [
    ...(password === '' ? [{ field: 'password', error: required }] : []),
    ...(newProblem ? [{ field: 'newPassword', error: newProblem }] : []),
  ]
}

export const ChangePasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const { email, name } = useProfile()
  const { mutateAsync } = useMutation({
    mutationFn: (body: Passwords) =>
      withWaitText(call(changePassword, { body })),
    meta: {
      done: 'Your password was changed',
      failed: null,
      changes: [accountKey],
    },
  })
  const { form, submit } = useSchemaForm<Passwords>({
    initialValues: { password: '', newPassword: '' },
    schema: changePassword.body,
    findOwnProblems: (values) => findProblems(values, email),
  })
  const current = form.getInputProps('password')
  const { error, value, onChange } = form.getInputProps('newPassword')
  return (
    <FormDialog
      title="Change password"
      onClose={onClose}
      submitLabel="Change password"
      onSubmit={() => submit((values) => mutateAsync(values))}
    >
      <SecretInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        value={current.value}
        onChange={current.onChange}
        error={current.error}
      />
      <NewPasswordInput
        label="New password"
        email={email}
        name={name}
        value={value}
        onChange={onChange}
        error={error}
      />
    </FormDialog>
  )
}

import { Box, Group, Text, TextInput } from '@mantine/core'
import * as api from '@portal/contract/auth/factor-api'
import { code as codeRules } from '@portal/contract/auth/model'
import type { Answer } from '@portal/contract/lib/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { createPasskey } from '../../../lib/passkeys.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { CodeInput } from '../../../ui/inputs/code-input.tsx'
import { SecretInput } from '../../../ui/inputs/secret-input.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { describeDevice } from './device-text.ts'
import { factorsQuery, withWaitText } from './queries.ts'

/** A passkey is the one to remove. */
export type OpenDialog =
  | 'add-totp'
  | 'add-passkey'
  | 'remove-totp'
  | 'recovery-codes'
  | api.Passkey

type DialogProps = { onClose: () => void }
/** With what shows new recovery codes. */
type AddDialogProps = DialogProps & { onCodes: (codes: string[]) => void }

export const FactorDialog = ({
  dialog,
  onClose,
  onCodes,
}: AddDialogProps & { dialog: OpenDialog }) => {
  const props = { onClose, onCodes }
  if (dialog === 'add-totp') return <AddTotpDialog {...props} />
  if (dialog === 'add-passkey') return <AddPasskeyDialog {...props} />
  if (dialog === 'recovery-codes') return <NewCodesDialog {...props} />
  return (
    <RemoveFactorDialog
      passkey={dialog === 'remove-totp' ? null : dialog}
      onClose={onClose}
    />
  )
}

const useChangeFactors = (
  change: () => Promise<api.SecondFactors & Partial<api.ChangedFactors>>,
  done: string,
  onError?: () => void,
  onCodes?: (codes: string[]) => void,
) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => withWaitText(change()),
    meta: { done, failed: null },
    onSuccess: ({ recoveryCodes, ...factors }) => {
      queryClient.setQueryData(factorsQuery.queryKey, factors)
      if (recoveryCodes) onCodes?.(recoveryCodes)
    },
    onError,
  }).mutateAsync
}

const OwnPasswordInput = (props: {
  value: string
  onChange: (password: string) => void
}) => (
  <SecretInput
    label="Your password"
    autoComplete="current-password"
    data-autofocus
    {...props}
  />
)

const AddPasskeyDialog = ({ onClose, onCodes }: AddDialogProps) => {
  const [name, setName] = useState(() => describeDevice(navigator.userAgent))
  const [password, setPassword] = useState('')
  const add = useChangeFactors(
    async () => {
      const response = await createPasskey(
        await call(api.startPasskey, { body: { password } }),
      )
      return call(api.addPasskey, { body: { name: name.trim(), response } })
    },
    'The passkey was added',
    undefined,
    onCodes,
  )
  return (
    <FormDialog
      title="Add a passkey"
      size="sm"
      isSubmitDisabled={password === '' || name.trim() === ''}
      onClose={onClose}
      submitLabel="Continue"
      onSubmit={() => add()}
    >
      <Text c="dimmed">Your browser then asks where to save it.</Text>
      <TextInput
        label="Name"
        description="So you can recognize it in the list"
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <OwnPasswordInput value={password} onChange={setPassword} />
    </FormDialog>
  )
}

const NewCodesDialog = ({ onClose, onCodes }: AddDialogProps) => {
  const [password, setPassword] = useState('')
  const create = useChangeFactors(
    () => call(api.createRecoveryCodes, { body: { password } }),
    'New recovery codes were created',
    undefined,
    onCodes,
  )
  return (
    <FormDialog
      title="Create new recovery codes?"
      size="sm"
      isSubmitDisabled={password === ''}
      onClose={onClose}
      submitLabel="Create codes"
      onSubmit={() => create()}
    >
      <Text c="dimmed">
        Your previous recovery codes will no longer sign you in.
      </Text>
      <OwnPasswordInput value={password} onChange={setPassword} />
    </FormDialog>
  )
}

const RemoveFactorDialog = ({
  passkey,
  onClose,
}: DialogProps & { passkey: api.Passkey | null }) => {
  const [password, setPassword] = useState('')
  const factor = passkey ? 'passkey' : 'authenticator app'
  const remove = useChangeFactors(
    () =>
      passkey
        ? call(api.removePasskey, {
            params: { id: passkey.id },
            body: { password },
          })
        : call(api.removeTotp, { body: { password } }),
    `The ${factor} was removed`,
  )
  return (
    <FormDialog
      title={`Remove the ${factor}?`}
      size="sm"
      isDanger
      isSubmitDisabled={password === ''}
      onClose={onClose}
      submitLabel="Remove"
      onSubmit={() => remove()}
    >
      <Text c="dimmed">
        {passkey
          ? `“${passkey.name}” will no longer sign you in. Delete it on your device too.`
          : 'Its codes will no longer sign you in.'}
      </Text>
      <OwnPasswordInput value={password} onChange={setPassword} />
    </FormDialog>
  )
}

const AddTotpDialog = ({ onClose, onCodes }: AddDialogProps) => {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [started, setStarted] = useState<Answer<typeof api.startTotp> | null>(
    null,
  )
  const input = useRef<HTMLInputElement>(null)

  const { mutateAsync: start } = useMutation({
    mutationFn: () => withWaitText(call(api.startTotp, { body: { password } })),
    meta: { failed: null },
    onSuccess: setStarted,
  })
  const retype = () => {
    setCode('')
    input.current?.focus()
  }
  const added = 'The authenticator app was added'
  const confirm = useChangeFactors(
    () => call(api.confirmTotp, { body: { code } }),
    added,
    retype,
    onCodes,
  )
  useEffect(() => {
    if (started) input.current?.focus()
  }, [started])
  useEffect(() => {
    if (code.length === codeRules.digits) input.current?.form?.requestSubmit()
  }, [code])

  const submit = async () => {
    if (!started) return start()
    await confirm()
    onClose()
  }
  return (
    <FormDialog
      title="Add an authenticator app"
      isSubmitDisabled={
        started ? code.length < codeRules.digits : password === ''
      }
      onClose={onClose}
      // With `back`, the dialog stays open after the first step.
      back={{ label: 'Cancel', onBack: onClose }}
      submitLabel={started ? 'Add' : 'Continue'}
      onSubmit={submit}
    >
      {started ? (
        <>
          <AppSecret {...started} />
          <CodeInput
            ref={input}
            label="The 6-digit code that the app shows"
            length={codeRules.digits}
            value={code}
            onChange={setCode}
          />
        </>
      ) : (
        <>
          <Text c="dimmed">
            You need an app such as Google Authenticator, Microsoft
            Authenticator or 1Password.
          </Text>
          <OwnPasswordInput value={password} onChange={setPassword} />
        </>
      )}
    </FormDialog>
  )
}

const AppSecret = ({ secret, uri }: Answer<typeof api.startTotp>) => {
  return (
    <Group gap="md">
      <QrCode text={uri} alt="QR code for your app" size="11rem" />
      <Box flex="1 1 14rem" miw={0}>
        <Text mb="xs">
          Scan this with the app, then enter the 6-digit code that it shows.
        </Text>
        <Text mb="xs" c="dimmed">
          Can’t scan it? Enter this key in the app:
        </Text>
        <Text
          component="code"
          ff="monospace"
          style={{ overflowWrap: 'anywhere', userSelect: 'all' }}
        >
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Text>
      </Box>
    </Group>
  )
}

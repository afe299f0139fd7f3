import { Box, Group, Text, TextInput } from '@mantine/core'
import * as api from '@portal/contract/auth/factor-api'
import { code as codeRules } from '@portal/contract/auth/model'
import type { Answer } from '@portal/contract/lib/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import { call } from '../../../lib/call.ts'
import { createPasskey } from '../../../lib/passkeys.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { CodeInput } from '../../../ui/inputs/code-input.tsx'
import { SecretInput } from '../../../ui/inputs/secret-input.tsx'
import classes from './account.module.css'
import { deviceWords } from './device-words.ts'
import { factorsQuery, withWaitText } from './queries.ts'

type DialogProps = { onClose: () => void }

const useChangeFactors = (change: () => Promise<api.SecondFactors>, done: string, onError?: () => void) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => withWaitText(change()),
    meta: { done, failed: null },
    onSuccess: (factors) => queryClient.setQueryData(factorsQuery.queryKey, factors),
    ...(onError && { onError }),
  }).mutateAsync
}

const OwnPasswordInput = (props: { value: string; onChange: (password: string) => void }) => (
  <SecretInput label="Your password" autoComplete="current-password" data-autofocus {...props} />
)

export const AddPasskeyDialog = ({ onClose }: DialogProps) => {
  const [name, setName] = useState(() => deviceWords(navigator.userAgent))
  const [password, setPassword] = useState('')
  const add = useChangeFactors(async () => {
    const response = await createPasskey(await call(api.startPasskey, { body: { password } }))
    return call(api.addPasskey, { body: { name: name.trim(), response } })
  }, 'The passkey was added')
  return (
    <FormDialog
      title="Add a passkey"
      size="sm"
      isOpen
      isSubmitDisabled={password === '' || name.trim() === ''}
      onClose={onClose}
      submitLabel="Continue"
      onSubmit={() => add()}
    >
      <Text c="dimmed">Your browser then asks where to save it.</Text>
      <TextInput
        label="Name"
        description="To recognize it in the list"
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <OwnPasswordInput value={password} onChange={setPassword} />
    </FormDialog>
  )
}

export const RemoveFactorDialog = ({ passkey, onClose }: DialogProps & { passkey: api.Passkey | null }) => {
  const [password, setPassword] = useState('')
  const factor = passkey ? 'passkey' : 'authenticator app'
  const remove = useChangeFactors(
    () =>
      passkey
        ? call(api.removePasskey, { params: { id: passkey.id }, body: { password } })
        : call(api.removeTotp, { body: { password } }),
    `The ${factor} was removed`,
  )
  return (
    <FormDialog
      title={`Remove the ${factor}?`}
      size="sm"
      isOpen
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

export const AddTotpDialog = ({ onClose }: DialogProps) => {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [started, setStarted] = useState<Answer<typeof api.startTotp> | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const { mutateAsync: start } = useMutation({
    mutationFn: () => withWaitText(call(api.startTotp, { body: { password } })),
    meta: { failed: null },
    onSuccess: setStarted,
  })
  const confirm = useChangeFactors(
    () => call(api.confirmTotp, { body: { code } }),
    'The authenticator app was added',
    () => {
      setCode('')
      input.current?.focus()
    },
  )
  useEffect(() => {
    if (started) input.current?.focus()
  }, [started])
  useEffect(() => {
    if (code.length === codeRules.digits) input.current?.form?.requestSubmit()
  }, [code])

  // FormDialog closes after a successful submit; after the first step it stays open.
  const stays = useRef(false)
  const submit = async () => {
    if (started) return confirm()
    await start()
    stays.current = true
  }
  const close = () => {
    if (stays.current) stays.current = false
    else onClose()
  }
  return (
    <FormDialog
      title="Add an authenticator app"
      isOpen
      isSubmitDisabled={started ? code.length < codeRules.digits : password === ''}
      onClose={close}
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
          <Text c="dimmed">You need an app such as Google Authenticator, Microsoft Authenticator or 1Password.</Text>
          <OwnPasswordInput value={password} onChange={setPassword} />
        </>
      )}
    </FormDialog>
  )
}

const AppSecret = ({ secret, uri }: Answer<typeof api.startTotp>) => {
  const { data, size } = encode(uri, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <Group gap="md">
      <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for your app">
        <path d={squares} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <Box flex="1 1 14rem" miw={0}>
        <Text mb="xs">Scan this with the app, then enter the 6-digit code that it shows.</Text>
        <Text mb="xs" c="dimmed">
          Can’t scan it? Enter this key in the app:
        </Text>
        <Text component="code" ff="monospace" style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Text>
      </Box>
    </Group>
  )
}

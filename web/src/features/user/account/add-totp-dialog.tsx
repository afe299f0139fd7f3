import { confirmTotp, startTotp } from '@portal/contract/auth/factor-api'
import { code as codeRules } from '@portal/contract/auth/model'
import type { Answer } from '@portal/contract/lib/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import { call } from '../../../lib/call.ts'
import { CodeInput } from '../../../ui/code-input.tsx'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SecretInput } from '../../auth/secret-input.tsx'
import classes from './account.module.css'
import { factorsQuery } from './queries.ts'
import { toldWait } from './told-wait.ts'

/** First the password, then what the app scans and the first code that it shows. */
export const AddTotpDialog = ({ onClose }: { onClose: () => void }) => {
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [started, setStarted] = useState<Answer<typeof startTotp> | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const hasMore = useRef(false)

  const { mutateAsync: start } = useMutation({
    mutationFn: () => toldWait(call(startTotp, { body: { password } })),
    meta: { failed: null },
    onSuccess: setStarted,
  })
  const { mutateAsync: confirm } = useMutation({
    mutationFn: () => toldWait(call(confirmTotp, { body: { code } })),
    meta: { done: 'The authenticator app was added', failed: null },
    onSuccess: (factors) => queryClient.setQueryData(factorsQuery.queryKey, factors),
    onError: () => {
      setCode('')
      input.current?.focus()
    },
  })
  useEffect(() => {
    if (started) input.current?.focus()
  }, [started])
  useEffect(() => {
    if (code.length === codeRules.digits) input.current?.form?.requestSubmit()
  }, [code])

  const submit = async () => {
    if (started) return confirm()
    hasMore.current = true
    try {
      return await start()
    } catch (error) {
      hasMore.current = false
      throw error
    }
  }
  // A dialog closes when what it sends went well; between the two steps it stays.
  const close = () => {
    if (hasMore.current) hasMore.current = false
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
          <Scan {...started} />
          <CodeInput
            ref={input}
            label="The 6-digit code that the app shows"
            length={codeRules.digits}
            value={code}
            onChange={setCode}
            onFull={() => {}}
          />
        </>
      ) : (
        <>
          <p className={classes.words}>
            You need an app such as Google Authenticator, Microsoft Authenticator or 1Password.
          </p>
          <SecretInput
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={setPassword}
          />
        </>
      )}
    </FormDialog>
  )
}

/** As a picture to scan, and as text for who cannot. */
const Scan = ({ secret, uri }: Answer<typeof startTotp>) => {
  const { data, size } = encode(uri, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <div className={classes.scan}>
      <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for your app">
        <path d={squares} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <div className={classes.secret}>
        <p>Scan this with the app, then type the 6 digits that it shows.</p>
        <p className={classes.words}>Cannot scan? Type this key into the app:</p>
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
    </div>
  )
}

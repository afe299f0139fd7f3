import { enterPassword } from '@portal/contract/auth/tpr-api'
import { required } from '@portal/contract/lib/fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { PlainButton } from '../../ui/inputs/plain-button.tsx'
import { SecretInput } from '../../ui/inputs/secret-input.tsx'
import { EmailField, emailProblem } from './email-field.tsx'
import { useRefusal } from './refusal.tsx'
import type { NextStep } from './sign-in-flow.ts'
import classes from './sign-in-screen.module.css'
import { challengeQuery } from './use-sign-in.ts'

type PasswordFormProps = { email: string; returnTo: string | null; onNext: (step: NextStep) => Promise<void> }

const resetPath = '/multi-factor-auth/reset-password'

export const PasswordForm = ({ email: given, returnTo, onNext }: PasswordFormProps) => {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState(given)
  const [password, setPassword] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const state = { signIn: { email: email.trim() } }
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(enterPassword, { body: { email: email.trim(), password } }),
    meta: { failed: null },
    onSuccess: (challenge) => {
      queryClient.setQueryData(challengeQuery.queryKey, challenge)
      return onNext({ to: '/multi-factor-auth/confirm-code', search: returnTo ? { returnTo } : {}, state })
    },
    onError: () => passwordInput.current?.select(),
  })
  const { left, shown } = useRefusal(error)
  const problem = emailProblem(email)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (problem) emailInput.current?.focus()
    else if (password === '') passwordInput.current?.focus()
    else if (left === 0 && !isPending) mutate()
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <EmailField ref={emailInput} value={email} onChange={setEmail} error={wasSent ? problem : null} />
      <SecretInput
        ref={passwordInput}
        size="md"
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={wasSent && password === '' && required}
      />
      {shown}
      <PlainButton type="submit" isQuiet isBusy={isPending || isSuccess} disabled={left > 0}>
        Sign in
      </PlainButton>
      <a
        className={classes.link}
        href={resetPath}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          void onNext({ to: resetPath, search: {}, state })
        }}
      >
        Forgot your password?
      </a>
    </form>
  )
}

import { Button } from '@mantine/core'
import { resetMinutes } from '@portal/contract/auth/model'
import { resetPassword } from '@portal/contract/auth/tpr-api'
import { signInPath } from '@portal/contract/user/navigation'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { EmailField, emailProblem } from './email-field.tsx'
import { useRefusal } from './refusal.tsx'
import classes from './sign-in-screen.module.css'
import { SignInScreen } from './sign-in-screen.tsx'

/**
 * Requests a link by email. The response is the same whether the account exists
 * or not.
 */
export const ResetPasswordPage = () => {
  const given = useLocation({ select: ({ state }) => state.signIn?.email })
  const [email, setEmail] = useState(given ?? '')
  const [wasSent, setWasSent] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(resetPassword, { body: { email: email.trim() } }),
    meta: { failed: null },
  })
  const { left, shown } = useRefusal(error)
  const problem = emailProblem(email)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (problem) input.current?.focus()
    else if (left === 0 && !isPending) mutate()
  }

  if (isSuccess) {
    return (
      <SignInScreen title="Check your email">
        <div className={classes.words} role="status">
          <p>
            If <strong>{email.trim()}</strong> signs in with a password here, we
            sent a link to set a new one. It works once, for {resetMinutes}{' '}
            minutes.
          </p>
          <p>No email? Check your junk folder, or try again.</p>
        </div>
        <div className={classes.links}>
          <Link
            className={classes.link}
            to={signInPath}
            state={{ signIn: { email: email.trim() } }}
          >
            Back to sign in
          </Link>
          <button
            type="button"
            className={classes.link}
            onClick={() => reset()}
          >
            Try again
          </button>
        </div>
      </SignInScreen>
    )
  }
  return (
    <SignInScreen
      title="Reset your password"
      words="For third-party reviewers only. Sellers and staff change their password in LoanDock."
    >
      <form className={classes.form} noValidate onSubmit={submit}>
        <EmailField
          ref={input}
          value={email}
          onChange={setEmail}
          error={wasSent ? problem : null}
          isFirst
        />
        {shown}
        <Button type="submit" size="md" loading={isPending} disabled={left > 0}>
          Send link
        </Button>
      </form>
      <div className={classes.links}>
        <Link
          className={classes.link}
          to={signInPath}
          state={{ signIn: { email: email.trim() } }}
        >
          Back to sign in
        </Link>
      </div>
    </SignInScreen>
  )
}

import { type OidcProblem, oidcProblems } from '@portal/contract/auth/messages'
import { startOidcSignIn } from '@portal/contract/auth/oidc-api'
import { enterPassword } from '@portal/contract/auth/tpr-api'
import { required } from '@portal/contract/lib/fields'
import { signInPath } from '@portal/contract/user/navigation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useBranding } from '../../records/auth/queries.ts'
import { PlainButton, PlainButtonLink } from '../../ui/inputs/plain-button.tsx'
import { SecretInput } from '../../ui/inputs/secret-input.tsx'
import { EmailField, emailProblem } from './email-field.tsx'
import { useRefusal } from './refusal.tsx'
import {
  type NextStep,
  type SignInState,
  storeLoanDockVisit,
} from './sign-in-flow.ts'
import classes from './sign-in-screen.module.css'
import { SignInScreen } from './sign-in-screen.tsx'
import { challengeQuery } from './use-sign-in.ts'

type SignInPageProps = {
  returnTo: string | null
  /** Why single sign-on failed. */
  problem: OidcProblem | null
  state: SignInState | undefined
  isSigningIn?: boolean
  onNext: (step: NextStep) => Promise<void>
}

/**
 * Sign-in with LoanDock or with a password. It renders before the portal is
 * loaded (gate.tsx): no router, no Mantine.
 */
export const SignInPage = ({
  returnTo,
  problem,
  state,
  isSigningIn = false,
  onNext,
}: SignInPageProps) => (
  <SignInScreen title="Sign in" isWide>
    {problem && (
      <p className={classes.refusal} role="alert">
        {oidcProblems[problem]}
      </p>
    )}
    {state?.notice && (
      <p className={classes.notice} role="status">
        {state.notice}
      </p>
    )}
    <div className={classes.ways}>
      <section className={classes.way} aria-labelledby="by-loan-dock">
        <div className={classes.words}>
          <h2 id="by-loan-dock">Sellers and staff</h2>
          <CompanyAccountText />
        </div>
        <OidcButton
          returnTo={returnTo}
          maySwitch={problem === 'OTHER_ACCOUNT'}
        />
        <LoanDockButton returnTo={returnTo} isBusy={isSigningIn} />
      </section>
      <section className={classes.way} aria-labelledby="by-password">
        <div className={classes.words}>
          <h2 id="by-password">Third-party reviewers</h2>
          <p>Sign in with your email address and password.</p>
        </div>
        <PasswordForm
          email={state?.email ?? ''}
          returnTo={returnTo}
          onNext={onNext}
        />
      </section>
    </div>
  </SignInScreen>
)

const CompanyAccountText = () => (
  <p>
    {useBranding().oidcLabel === null
      ? 'Sign in with your LoanDock account.'
      : 'Sign in with your company account.'}
  </p>
)

/**
 * Shown only if single sign-on is set up. `maySwitch`: after the question
 * whether to switch accounts.
 */
const OidcButton = ({
  returnTo,
  maySwitch,
}: {
  returnTo: string | null
  maySwitch: boolean
}) => {
  const { oidcLabel } = useBranding()
  if (oidcLabel === null) return null
  const search = new URLSearchParams()
  if (returnTo) search.set('returnTo', returnTo)
  if (maySwitch) search.set('switchAccount', 'true')
  const query = search.size > 0 ? `?${search}` : ''
  return (
    <PlainButtonLink href={`/api${startOidcSignIn.path}${query}`}>
      {oidcLabel}
    </PlainButtonLink>
  )
}

type LoanDockProps = {
  returnTo: string | null
  isBusy?: boolean
  isSecond?: boolean
}

export const LoanDockButton = ({
  returnTo,
  isBusy = false,
  isSecond = false,
}: LoanDockProps) => {
  const { loanDockUrl, oidcLabel } = useBranding()
  const back = encodeURIComponent(`${window.location.origin}${signInPath}`)
  return (
    <PlainButtonLink
      isQuiet={isSecond || oidcLabel !== null}
      isBusy={isBusy}
      href={`${loanDockUrl}/sso/authorize?return_to=${back}`}
      onClick={() => storeLoanDockVisit(returnTo)}
    >
      Continue with LoanDock
    </PlainButtonLink>
  )
}

type PasswordFormProps = {
  email: string
  returnTo: string | null
  onNext: (step: NextStep) => Promise<void>
}

const resetPath = '/multi-factor-auth/reset-password'

const PasswordForm = ({
  email: given,
  returnTo,
  onNext,
}: PasswordFormProps) => {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState(given)
  const [password, setPassword] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const state = { signIn: { email: email.trim() } }
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      call(enterPassword, { body: { email: email.trim(), password } }),
    meta: { failed: null },
    onSuccess: (challenge) => {
      queryClient.setQueryData(challengeQuery.queryKey, challenge)
      return onNext({
        to: '/multi-factor-auth/confirm-code',
        search: returnTo ? { returnTo } : {},
        state,
      })
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
      <EmailField
        ref={emailInput}
        value={email}
        onChange={setEmail}
        error={wasSent ? problem : null}
      />
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
      <PlainButton
        type="submit"
        isQuiet
        isBusy={isPending || isSuccess}
        disabled={left > 0}
      >
        Sign in
      </PlainButton>
      <a
        className={classes.link}
        href={resetPath}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
            return
          event.preventDefault()
          void onNext({ to: resetPath, search: {}, state })
        }}
      >
        Forgot your password?
      </a>
    </form>
  )
}

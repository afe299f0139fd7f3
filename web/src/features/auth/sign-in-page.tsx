import { signInPath } from '@portal/contract/user/navigation'
import { PlainButtonLink } from '../../ui/inputs/plain-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { useBranding } from './queries.ts'
import { type NextStep, type SignInState, storeLoanDockVisit } from './sign-in-flow.ts'
import classes from './sign-in-screen.module.css'
import { SignInScreen } from './sign-in-screen.tsx'

type SignInPageProps = {
  returnTo: string | null
  state: SignInState | undefined
  isSigningIn?: boolean
  onNext: (step: NextStep) => Promise<void>
}

/** Sign-in with LoanDock or with a password. It renders before the portal is loaded (gate.tsx): no router, no Mantine. */
export const SignInPage = ({ returnTo, state, isSigningIn = false, onNext }: SignInPageProps) => (
  <SignInScreen title="Sign in" isWide>
    {state?.notice && (
      <p className={classes.notice} role="status">
        {state.notice}
      </p>
    )}
    <div className={classes.ways}>
      <section className={classes.way} aria-labelledby="by-loan-dock">
        <div className={classes.words}>
          <h2 id="by-loan-dock">Sellers and staff</h2>
          <p>Sign in with your LoanDock account.</p>
        </div>
        <LoanDockButton returnTo={returnTo} isBusy={isSigningIn} />
      </section>
      <section className={classes.way} aria-labelledby="by-password">
        <div className={classes.words}>
          <h2 id="by-password">Third-party reviewers</h2>
          <p>Sign in with your email address and password.</p>
        </div>
        <PasswordForm email={state?.email ?? ''} returnTo={returnTo} onNext={onNext} />
      </section>
    </div>
  </SignInScreen>
)

type LoanDockProps = { returnTo: string | null; isBusy?: boolean; isSecond?: boolean }

export const LoanDockButton = ({ returnTo, isBusy = false, isSecond = false }: LoanDockProps) => {
  const { loanDockUrl } = useBranding()
  const back = encodeURIComponent(`${window.location.origin}${signInPath}`)
  return (
    <PlainButtonLink
      isQuiet={isSecond}
      isBusy={isBusy}
      href={`${loanDockUrl}/sso/authorize?return_to=${back}`}
      onClick={() => storeLoanDockVisit(returnTo)}
    >
      Continue with LoanDock
    </PlainButtonLink>
  )
}

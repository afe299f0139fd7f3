import { signInPath } from '@portal/contract/user/navigation'
import { PlainButtonLink } from '../../ui/plain-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { useBranding } from './queries.ts'
import { rememberReturn } from './return-to.ts'
import classes from './sign-in-screen.module.css'
import { SignInScreen } from './sign-in-screen.tsx'
import { rememberAsking } from './ticket.ts'
import type { Told, WayOn } from './way-on.ts'

type SignInPageProps = {
  /** An own address or null. */
  returnTo: string | null
  told: Told | undefined
  isSigningIn?: boolean
  onWayOn: (way: WayOn) => Promise<void>
}

/**
 * The two ways in: sellers and staff have their accounts at LoanDock, reviewers a password here. It stands alone before
 * the portal is loaded (gate.tsx), so it knows neither the router nor Mantine.
 */
export const SignInPage = ({ returnTo, told, isSigningIn = false, onWayOn }: SignInPageProps) => {
  return (
    <SignInScreen title="Sign in" isWide>
      {told?.notice && (
        <p className={classes.notice} role="status">
          {told.notice}
        </p>
      )}
      <div className={classes.ways}>
        <section className={classes.way} aria-labelledby="by-loan-dock">
          <div className={classes.words}>
            <h2 id="by-loan-dock">Sellers and staff</h2>
            <p>You sign in with your LoanDock account.</p>
          </div>
          <LoanDockButton returnTo={returnTo} isBusy={isSigningIn} />
        </section>
        <section className={classes.way} aria-labelledby="by-password">
          <div className={classes.words}>
            <h2 id="by-password">Third-party reviewers</h2>
            <p>You sign in with your e-mail address and password.</p>
          </div>
          <PasswordForm email={told?.email ?? ''} returnTo={returnTo} onWayOn={onWayOn} />
        </section>
      </div>
    </SignInScreen>
  )
}

type LoanDockProps = { returnTo: string | null; isBusy?: boolean; isSecond?: boolean }

/** Leads to LoanDock, and remembers that one went there from here. */
export const LoanDockButton = ({ returnTo, isBusy = false, isSecond = false }: LoanDockProps) => {
  const { loanDockUrl } = useBranding()
  const back = encodeURIComponent(`${window.location.origin}${signInPath}`)
  return (
    <PlainButtonLink
      isQuiet={isSecond}
      isBusy={isBusy}
      href={`${loanDockUrl}/sso/authorize?return_to=${back}`}
      onClick={() => {
        rememberAsking()
        if (returnTo) rememberReturn(returnTo)
      }}
    >
      Continue with LoanDock
    </PlainButtonLink>
  )
}

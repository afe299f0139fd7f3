import { Button } from '@mantine/core'
import { signInPath } from '@portal/contract/user/navigation'
import { useLocation } from '@tanstack/react-router'
import { PasswordForm } from './password-form.tsx'
import { useBranding } from './queries.ts'
import { rememberReturn } from './return-to.ts'
import classes from './sign-in-screen.module.css'
import { SignInScreen } from './sign-in-screen.tsx'
import { nameOn, rememberAsking, type Ticket } from './ticket.ts'
import { useSignIn } from './use-sign-in.ts'

/**
 * The two ways in: sellers and staff have their accounts at LoanDock, reviewers a password here. `returnTo` is an own
 * address or null.
 */
export const SignInPage = ({ returnTo }: { returnTo: string | null }) => {
  const { isSigningIn, unasked, signIn } = useSignIn()
  const told = useLocation({ select: ({ state }) => state.signIn })
  if (unasked) return <UnaskedTicket ticket={unasked} onSignIn={signIn} returnTo={returnTo} />
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
          <PasswordForm email={told?.email ?? ''} returnTo={returnTo} />
        </section>
      </div>
    </SignInScreen>
  )
}

type LoanDockProps = { returnTo: string | null; isBusy?: boolean; isSecond?: boolean }

const LoanDockButton = ({ returnTo, isBusy = false, isSecond = false }: LoanDockProps) => {
  const { loanDockUrl } = useBranding()
  const back = encodeURIComponent(`${window.location.origin}${signInPath}`)
  return (
    <Button
      component="a"
      size="md"
      variant={isSecond ? 'default' : 'filled'}
      href={`${loanDockUrl}/sso/authorize?return_to=${back}`}
      loading={isBusy}
      onClick={() => {
        rememberAsking()
        if (returnTo) rememberReturn(returnTo)
      }}
    >
      Continue with LoanDock
    </Button>
  )
}

type UnaskedTicketProps = { ticket: Ticket; onSignIn: () => void; returnTo: string | null }

/** A ticket that came by a link: the person looks whose it is before they work as that one. */
const UnaskedTicket = ({ ticket: { loanDockId }, onSignIn, returnTo }: UnaskedTicketProps) => {
  const email = nameOn(loanDockId)
  return (
    <SignInScreen
      title="Sign in with this LoanDock ticket?"
      words={
        email ? (
          <>
            It came with a link and is for <strong>{email}</strong>. If that is not you, continue with LoanDock instead.
          </>
        ) : (
          'It came with a link. Unless you know whose it is, continue with LoanDock instead.'
        )
      }
    >
      <Button size="md" onClick={onSignIn}>
        Sign in with this ticket
      </Button>
      <LoanDockButton returnTo={returnTo} isSecond />
    </SignInScreen>
  )
}

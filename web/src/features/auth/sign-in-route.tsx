import { useLocation, useRouter } from '@tanstack/react-router'
import { PlainButton } from '../../ui/plain-button.tsx'
import { LoanDockButton, SignInPage } from './sign-in-page.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { nameOn, type Ticket } from './ticket.ts'
import { useSignIn } from './use-sign-in.ts'

/** Signing in inside the portal: after a session, with a ticket of LoanDock, or on the way to an address. */
export const SignInRoute = ({ returnTo }: { returnTo: string | null }) => {
  const router = useRouter()
  const { isSigningIn, unasked, signIn } = useSignIn()
  const told = useLocation({ select: ({ state }) => state.signIn })
  if (unasked) return <UnaskedTicket ticket={unasked} onSignIn={signIn} returnTo={returnTo} />
  return (
    <SignInPage returnTo={returnTo} told={told} isSigningIn={isSigningIn} onWayOn={(way) => router.navigate(way)} />
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
      <PlainButton onClick={onSignIn}>Sign in with this ticket</PlainButton>
      <LoanDockButton returnTo={returnTo} isSecond />
    </SignInScreen>
  )
}

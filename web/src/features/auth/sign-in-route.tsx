import { logIn } from '@portal/contract/auth/api'
import type { OidcProblem } from '@portal/contract/auth/messages'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { PlainButton } from '../../ui/inputs/plain-button.tsx'
import {
  emailOnTicket,
  popReturnTo,
  type Ticket,
  ticket,
} from './sign-in-flow.ts'
import { LoanDockButton, SignInPage } from './sign-in-page.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { useEnterPortal } from './use-sign-in.ts'

type SignInRouteProps = { returnTo: string | null; problem: OidcProblem | null }

/**
 * The sign-in page inside the portal: after a session ended, with LoanDock's
 * ticket, or on the way to an address.
 */
export const SignInRoute = ({ returnTo, problem }: SignInRouteProps) => {
  const router = useRouter()
  const { isSigningIn, unrequested, signIn } = useSignIn()
  const state = useLocation({ select: (location) => location.state.signIn })
  if (unrequested)
    return (
      <UnrequestedTicket
        ticket={unrequested}
        onSignIn={signIn}
        returnTo={returnTo}
      />
    )
  return (
    <SignInPage
      returnTo={returnTo}
      problem={problem}
      state={state}
      isSigningIn={isSigningIn}
      onNext={(step) => router.navigate(step)}
    />
  )
}

type UnrequestedTicketProps = {
  ticket: Ticket
  onSignIn: () => void
  returnTo: string | null
}

/**
 * A ticket that came by a link: the user confirms whose it is before they work
 * as that person.
 */
const UnrequestedTicket = ({
  ticket: { loanDockId },
  onSignIn,
  returnTo,
}: UnrequestedTicketProps) => {
  const email = emailOnTicket(loanDockId)
  return (
    <SignInScreen
      title="Sign in with this LoanDock ticket?"
      words={
        email ? (
          <>
            This ticket came from a link. It signs you in as{' '}
            <strong>{email}</strong>. If that is not you, continue with LoanDock
            instead.
          </>
        ) : (
          'This ticket came from a link. Unless you know whose it is, continue with LoanDock instead.'
        )
      }
    >
      <PlainButton onClick={onSignIn}>Use this ticket</PlainButton>
      <LoanDockButton returnTo={returnTo} isSecond />
    </SignInScreen>
  )
}

/**
 * Signs in with LoanDock's ticket, if there is one. A ticket that this tab did
 * not request is returned as `unrequested` and waits for `signIn`: otherwise a
 * link could make its readers work, and upload, as someone else.
 */
const useSignIn = () => {
  const enterPortal = useEnterPortal()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (loanDockId: string) => call(logIn, { body: { loanDockId } }),
    meta: { failed: 'Login failed' },
    retry: false,
    onSuccess: (profile) => enterPortal(profile, popReturnTo()),
  })

  const [given, setGiven] = useState(ticket.current)
  const signIn = useCallback(() => {
    const used = ticket.current
    ticket.current = null
    setGiven(null)
    if (used) mutate(used.loanDockId)
  }, [mutate])
  useEffect(() => {
    if (given?.isRequested) signIn()
  }, [given, signIn])

  return {
    isSigningIn: isPending || isSuccess,
    unrequested: given?.isRequested ? null : given,
    signIn,
  }
}

import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { signInPath } from '@portal/contract/user/navigation'
import { Brand } from '../shell/brand.tsx'
import { useBranding } from './queries.ts'
import { rememberReturn } from './return-to.ts'
import classes from './sign-in-page.module.css'
import { nameOn, rememberAsking, type Ticket } from './ticket.ts'
import { useSignIn } from './use-sign-in.ts'

/** The way in for sellers and staff, who have their accounts at LoanDock. `returnTo` is an own address or null. */
export const SignInPage = ({ returnTo }: { returnTo: string | null }) => {
  const { name, loanDockUrl } = useBranding()
  const { isSigningIn, unasked, signIn } = useSignIn()
  useDocumentTitle(`Sign in · ${name}`)
  const back = encodeURIComponent(`${window.location.origin}${signInPath}`)

  return (
    <main className={classes.screen}>
      <div className={classes.card}>
        <Brand />
        {unasked ? (
          <UnaskedTicket ticket={unasked} onSignIn={signIn} />
        ) : (
          <div className={classes.words}>
            <h1 tabIndex={-1} data-page-title>
              Sign in
            </h1>
            <p>Loan review for sellers and staff. You sign in with your LoanDock account.</p>
          </div>
        )}
        <Button
          component="a"
          size="md"
          variant={unasked ? 'default' : 'filled'}
          href={`${loanDockUrl}/sso/authorize?return_to=${back}`}
          loading={isSigningIn}
          onClick={() => {
            rememberAsking()
            if (returnTo) rememberReturn(returnTo)
          }}
        >
          Continue with LoanDock
        </Button>
      </div>
    </main>
  )
}

type UnaskedTicketProps = { ticket: Ticket; onSignIn: () => void }

/** A ticket that came by a link: the person looks whose it is before they work as that one. */
const UnaskedTicket = ({ ticket: { loanDockId }, onSignIn }: UnaskedTicketProps) => {
  const email = nameOn(loanDockId)
  return (
    <>
      <div className={classes.words}>
        <h1 tabIndex={-1} data-page-title>
          Sign in with this LoanDock ticket?
        </h1>
        {email ? (
          <p>
            It came with a link and is for <strong>{email}</strong>. If that is not you, continue with LoanDock instead.
          </p>
        ) : (
          <p>It came with a link. Unless you know whose it is, continue with LoanDock instead.</p>
        )}
      </div>
      <Button size="md" onClick={onSignIn}>
        Sign in with this ticket
      </Button>
    </>
  )
}

import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { signInPath } from '@portal/contract/user/navigation'
import { Brand } from '../shell/brand.tsx'
import { useBranding } from './queries.ts'
import { rememberReturn } from './return-to.ts'
import classes from './sign-in-page.module.css'
import { useSignIn } from './use-sign-in.ts'

/** The way in for sellers and staff, who have their accounts at LoanDock. `returnTo` is an own address or null. */
export const SignInPage = ({ returnTo }: { returnTo: string | null }) => {
  const { name, loanDockUrl } = useBranding()
  const { isSigningIn } = useSignIn()
  useDocumentTitle(`Sign in · ${name}`)
  const back = encodeURIComponent(`${window.location.origin}${signInPath}`)

  return (
    <main className={classes.screen}>
      <div className={classes.card}>
        <Brand />
        <div className={classes.words}>
          <h1 tabIndex={-1} data-page-title>
            Sign in
          </h1>
          <p>Loan review for sellers and staff. You sign in with your LoanDock account.</p>
        </div>
        <Button
          component="a"
          size="md"
          href={`${loanDockUrl}/sso/authorize?return_to=${back}`}
          loading={isSigningIn}
          onClick={() => {
            if (returnTo) rememberReturn(returnTo)
          }}
        >
          Continue with LoanDock
        </Button>
      </div>
    </main>
  )
}

import type { SecondFactor } from '@portal/contract/auth/model'
import { signInPath } from '@portal/contract/user/navigation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { hasStatus } from '../../lib/call-error.ts'
import { useArrival } from './arrival.ts'
import { challengeQuery } from './challenge.ts'
import { CodeForm } from './code-form.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import classes from './sign-in-screen.module.css'
import { SignInScreen } from './sign-in-screen.tsx'

const askInstead: Record<SecondFactor, string> = {
  EMAIL: 'Use a code by e-mail instead',
  TOTP: 'Use your authenticator app instead',
  PASSKEY: 'Use your passkey instead',
}

const isMissing = 'Ask whoever looks after your account to help you back in.'
const titles: Record<SecondFactor, string> = {
  EMAIL: 'Check your mail',
  TOTP: 'Enter the code of your app',
  PASSKEY: 'Use your passkey',
}

/** The second step of signing in: a code by mail or of an authenticator app, or a passkey. */
export const ConfirmCodePage = ({ returnTo }: { returnTo: string | null }) => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const arrive = useArrival()
  const { data: challenge } = useQuery({ ...challengeQuery, enabled: false })
  const [taken, setTaken] = useState<SecondFactor | null>(null)
  if (!challenge) return null
  const factor = taken ?? challenge.factor
  const others = [challenge.factor, ...challenge.others].filter((other) => other !== factor)

  const leave = async (notice: string | null) => {
    await router.navigate({
      to: signInPath,
      search: returnTo ? { returnTo } : {},
      ...(notice && { state: { signIn: { notice } } }),
      replace: true,
    })
    queryClient.removeQueries(challengeQuery)
  }
  const way = {
    onDone: (profile: Parameters<typeof arrive>[0]) => arrive(profile, returnTo),
    onError: (error: Error) => {
      if (hasStatus(error, 401)) void leave(error.message)
    },
  }
  return (
    <SignInScreen title={titles[factor]} words={<Words factor={factor} sentTo={challenge.sentTo} />}>
      {factor === 'PASSKEY' ? (
        <PasskeyForm key={factor} {...way} />
      ) : (
        <CodeForm key={factor} isMailed={factor === 'EMAIL'} challenge={challenge} {...way} />
      )}
      {factor !== 'EMAIL' && others.length === 0 && (
        <p className={classes.hint}>
          {factor === 'PASSKEY' ? 'No passkey at hand? Try the device on which you made it. ' : 'No app at hand? '}
          {isMissing}
        </p>
      )}
      <div className={classes.links}>
        {others.map((other) => (
          <button key={other} type="button" className={classes.link} onClick={() => setTaken(other)}>
            {askInstead[other]}
          </button>
        ))}
        <Link className={classes.link} to={signInPath} search={returnTo ? { returnTo } : {}}>
          Back to sign in
        </Link>
      </div>
    </SignInScreen>
  )
}

const Words = ({ factor, sentTo }: { factor: SecondFactor; sentTo: string | null }) => {
  if (factor === 'PASSKEY') return 'Your browser asks for the passkey that you added to your account.'
  if (factor === 'TOTP') return 'Open your authenticator app and type the 6 digits that it shows for this portal.'
  return (
    <>
      We sent 6 digits to <strong>{sentTo}</strong>. They are good for 10 minutes.
    </>
  )
}

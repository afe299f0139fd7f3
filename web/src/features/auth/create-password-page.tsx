import { Button, Skeleton } from '@mantine/core'
import { checkLink, setPassword } from '@portal/contract/auth/tpr-api'
import { required } from '@portal/contract/lib/fields'
import { signInPath } from '@portal/contract/user/navigation'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { getProblems, hasStatus } from '../../lib/call-error.ts'
import unseen from '../../ui/visually-hidden.module.css'
import { linkToken } from './link-token.ts'
import { useRefusal } from './refusal.tsx'
import {
  NewPasswordInput,
  newPasswordProblem,
} from './shared/new-password-input.tsx'
import classes from './sign-in-screen.module.css'
import { SignInScreen } from './sign-in-screen.tsx'

/** The page of an emailed link: sets the first password, or a new one, once. */
export const CreatePasswordPage = () => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['link'],
    queryFn: ({ signal }) =>
      call(checkLink, {}, { signal, bearer: linkToken ?? '' }),
    enabled: linkToken !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  const [isOver, setIsOver] = useState(false)

  if (linkToken === null)
    return (
      <SignInScreen
        title="Open the link again"
        words="For your security, the link isn’t kept in the address bar. Open it from your email again to set a password."
      >
        <LinkActions />
      </SignInScreen>
    )
  if (isOver || hasStatus(error, 400))
    return (
      <SignInScreen
        title="This link no longer works"
        words="It was already used, has expired, or was replaced by a newer one. If you have a password, request a new link. If you were invited and never set one, ask for a new invitation."
      >
        <LinkActions />
      </SignInScreen>
    )
  if (error)
    return (
      <SignInScreen title="Couldn’t check your link" words={error.message}>
        <Button size="md" loading={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </SignInScreen>
    )
  if (!data)
    return (
      <SignInScreen title="Checking your link" words="This takes a moment.">
        <Skeleton height={120} />
      </SignInScreen>
    )
  return (
    <SetPassword
      email={data.email}
      isInvited={data.purpose === 'INVITE'}
      onOver={() => setIsOver(true)}
    />
  )
}

const LinkActions = () => (
  <div className={classes.links}>
    <Link className={classes.link} to="/multi-factor-auth/reset-password">
      Request a new link
    </Link>
    <Link className={classes.link} to={signInPath}>
      Go to sign in
    </Link>
  </div>
)

/** The server's refusal of the password itself, if any. */
const passwordRefusal = (error: unknown) =>
  getProblems(error).find(({ field }) => field === 'password')?.error ?? null

type SetPasswordProps = {
  email: string
  isInvited: boolean
  onOver: () => void
}

const SetPassword = ({ email, isInvited, onOver }: SetPasswordProps) => {
  const router = useRouter()
  const [password, setNew] = useState('')
  const [tried, setTried] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      call(setPassword, { body: { password } }, { bearer: linkToken ?? '' }),
    meta: { failed: null },
    onSuccess: () =>
      router.navigate({
        to: signInPath,
        state: {
          signIn: { email, notice: 'Your password is set. Sign in with it.' },
        },
        replace: true,
      }),
    onError: (refused) => {
      if (hasStatus(refused, 400) && passwordRefusal(refused) === null) onOver()
      else input.current?.focus()
    },
  })
  const refusal = passwordRefusal(error)
  const { left, shown } = useRefusal(refusal === null ? error : null)
  const problem =
    password === '' ? required : newPasswordProblem(password, email)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(password)
    if (problem) input.current?.focus()
    else if (left === 0 && !isPending) mutate()
  }
  return (
    <SignInScreen
      title={isInvited ? 'Welcome. Set your password.' : 'Set a new password'}
      words={
        <>
          For <strong>{email}</strong>.
          {!isInvited && ' You will be signed out on all devices.'}
        </>
      }
    >
      <form className={classes.form} noValidate onSubmit={submit}>
        {/* Password managers store the password with this address. */}
        <input
          className={unseen.unseen}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <NewPasswordInput
          ref={input}
          size="md"
          label="New password"
          email={email}
          value={password}
          onChange={setNew}
          error={tried === password ? (problem ?? refusal) : null}
        />
        {shown}
        <Button
          type="submit"
          size="md"
          loading={isPending || isSuccess}
          disabled={left > 0}
        >
          Set password
        </Button>
      </form>
    </SignInScreen>
  )
}

import { Button, TextInput } from '@mantine/core'
import type { Profile } from '@portal/contract/auth/api'
import {
  code as codeRules,
  type SecondFactor,
} from '@portal/contract/auth/model'
import {
  type Challenge,
  enterCode,
  enterPasskey,
  enterRecoveryCode,
  requestPasskey,
  resendCode,
} from '@portal/contract/auth/tpr-api'
import { signInPath } from '@portal/contract/user/navigation'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, use, useEffect, useId, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError, hasStatus } from '../../lib/call-error.ts'
import { getPasskey, supportsPasskeys } from '../../lib/passkeys.ts'
import { dateTime } from '../../lib/text/format.ts'
import { useWait, waitText } from '../../lib/wait.ts'
import { CodeInput } from '../../ui/inputs/code-input.tsx'
import { SupportText } from '../../ui/page.tsx'
import { useRefusal } from './refusal.tsx'
import classes from './sign-in-screen.module.css'
import { SignInScreen } from './sign-in-screen.tsx'
import { challengeQuery, useEnterPortal } from './use-sign-in.ts'

/** What the page asks for: a second factor, or a recovery code in its place. */
type Step = SecondFactor | 'RECOVERY'

const texts: Record<Step, { title: string; instead: string; why?: string }> = {
  EMAIL: { title: 'Check your email', instead: 'Email me a code instead' },
  TOTP: {
    title: 'Enter the code from your app',
    instead: 'Use your authenticator app instead',
    why: 'Open your authenticator app and enter the 6-digit code for this portal.',
  },
  PASSKEY: {
    title: 'Use your passkey',
    instead: 'Use your passkey instead',
    why: 'Your browser will ask for the passkey you added to your account.',
  },
  RECOVERY: {
    title: 'Enter a recovery code',
    instead: 'Lost your device?',
    why: 'You got ten recovery codes when you added your second sign-in step. Each signs you in once.',
  },
}

/**
 * The second step of signing in: a code by mail or of an authenticator app, or
 * a passkey.
 */
export const ConfirmCodePage = ({ returnTo }: { returnTo: string | null }) => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const enterPortal = useEnterPortal()
  const { data: challenge } = useQuery({ ...challengeQuery, enabled: false })
  const [chosen, setChosen] = useState<Step | null>(null)
  if (!challenge) return null
  const factor = chosen ?? challenge.factor
  const accepted: Step[] = [challenge.factor, ...challenge.others]
  const others = accepted.filter((other) => other !== factor)

  const leave = async (notice: string | null) => {
    await router.navigate({
      to: signInPath,
      search: returnTo ? { returnTo } : {},
      ...(notice && { state: { signIn: { notice } } }),
      replace: true,
    })
    queryClient.removeQueries(challengeQuery)
  }
  const outcome = {
    onDone: (profile: Profile) => enterPortal(profile, returnTo),
    onError: (error: Error) => {
      if (hasStatus(error, 401)) void leave(error.message)
    },
  }
  return (
    <SignInScreen
      title={texts[factor].title}
      words={
        texts[factor].why ?? (
          <>
            We sent a 6-digit code to <strong>{challenge.sentTo}</strong>. It is
            valid for 10 minutes.
          </>
        )
      }
    >
      {factor === 'PASSKEY' && <PasskeyForm {...outcome} />}
      {factor === 'RECOVERY' && <RecoveryForm {...outcome} />}
      {(factor === 'EMAIL' || factor === 'TOTP') && (
        <CodeForm
          key={factor}
          isMailed={factor === 'EMAIL'}
          challenge={challenge}
          {...outcome}
        />
      )}
      <div className={classes.links}>
        {others.map((other) => (
          <button
            key={other}
            type="button"
            className={classes.link}
            onClick={() => setChosen(other)}
          >
            {texts[other].instead}
          </button>
        ))}
        {challenge.factor !== 'EMAIL' && factor !== 'RECOVERY' && (
          <button
            type="button"
            className={classes.link}
            onClick={() => setChosen('RECOVERY')}
          >
            {texts.RECOVERY.instead}
          </button>
        )}
        <Link
          className={classes.link}
          to={signInPath}
          search={returnTo ? { returnTo } : {}}
        >
          Back to sign in
        </Link>
      </div>
    </SignInScreen>
  )
}

type PasskeyFormProps = {
  onDone: (profile: Profile) => Promise<void>
  onError: (error: Error) => void
}

/** Requests a passkey on a click: browsers require one. */
const PasskeyForm = ({ onDone, onError }: PasskeyFormProps) => {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      const response = await getPasskey(await call(requestPasskey))
      return call(enterPasskey, { body: { response } })
    },
    meta: { failed: null },
    onSuccess: onDone,
    onError,
  })
  const { left, shown } = useRefusal(error)
  if (!supportsPasskeys())
    return (
      <p className={classes.refusal}>
        This browser doesn’t support passkeys. Sign in with another browser or
        device.
      </p>
    )
  return (
    <div className={classes.form}>
      {shown}
      <Button
        size="md"
        data-page-focus
        loading={isPending || isSuccess}
        disabled={left > 0}
        onClick={() => mutate()}
      >
        {error ? 'Try again' : 'Use passkey'}
      </Button>
    </div>
  )
}

/** A code from paper: typed as it is written, with or without hyphens. */
const RecoveryForm = ({ onDone, onError }: PasskeyFormProps) => {
  const [code, setCode] = useState('')
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(enterRecoveryCode, { body: { code } }),
    meta: { failed: null },
    onSuccess: onDone,
    onError,
  })
  const { left, shown } = useRefusal(error)
  const isBusy = isPending || isSuccess
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && left === 0) mutate()
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        label="Recovery code"
        placeholder="XXXX-XXXX-XXXX"
        size="md"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        data-page-focus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {shown}
      <Button type="submit" size="md" loading={isBusy} disabled={left > 0}>
        Continue
      </Button>
      <p className={classes.hint}>
        No recovery codes left? Ask your administrator to remove your second
        sign-in step. You then get a code by email. {use(SupportText)}
      </p>
    </form>
  )
}

type CodeFormProps = {
  isMailed: boolean
  challenge: Challenge
  onDone: (profile: Profile) => Promise<void>
  onError: (error: Error) => void
}

/** Six digits, sent as soon as they are complete. */
const CodeForm = ({ isMailed, challenge, onDone, onError }: CodeFormProps) => {
  const [code, setCode] = useState('')
  const [isShort, setIsShort] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: (entered: string) =>
      call(enterCode, { body: { code: entered } }),
    meta: { failed: null },
    onSuccess: onDone,
    onError: (refused) => {
      setCode('')
      input.current?.focus()
      onError(refused)
    },
  })
  const { left, shown } = useRefusal(error)
  useEffect(() => input.current?.focus(), [])

  const isBusy = isPending || isSuccess
  const send = (entered: string) => {
    if (!isBusy && left === 0) mutate(entered)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsShort(code.length < codeRules.digits)
    if (code.length === codeRules.digits) return send(code)
    if (left === 0) reset()
    input.current?.focus()
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <CodeInput
        ref={input}
        label={`${codeRules.digits}-digit code`}
        length={codeRules.digits}
        value={code}
        onChange={(next) => {
          setCode(next)
          setIsShort(false)
          if (error && next !== '' && left === 0) reset()
        }}
        onFull={send}
        isInvalid={isShort || shown !== null}
        describedBy={isShort ? hint : undefined}
        isBusy={isBusy}
        isFirst
      />
      {isShort && (
        <p id={hint} className={classes.refusal} role="alert">
          Six digits
        </p>
      )}
      {shown}
      <Button type="submit" size="md" loading={isBusy} disabled={left > 0}>
        Continue
      </Button>
      {isMailed && challenge.refusedAt && (
        <p className={classes.refusal} role="status">
          Mail to this address was refused on {dateTime(challenge.refusedAt)}.
          If no code arrives, ask your administrator to correct your address.{' '}
          {use(SupportText)}
        </p>
      )}
      {isMailed && <Resend challenge={challenge} onError={onError} />}
    </form>
  )
}

/**
 * By the browser's clock, which may be wrong: never more than the whole wait.
 */
const secondsUntil = (instant: string | null) =>
  instant === null
    ? 0
    : Math.min(
        Math.max(Math.ceil((Date.parse(instant) - Date.now()) / 1000), 0),
        codeRules.resendAfterSeconds,
      )

type ResendProps = { challenge: Challenge; onError: (error: Error) => void }

const Resend = ({ challenge, onError }: ResendProps) => {
  const queryClient = useQueryClient()
  const [left, wait] = useWait(secondsUntil(challenge.resendAt))
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(resendCode),
    meta: { failed: null },
    onSuccess: (next) => {
      queryClient.setQueryData(challengeQuery.queryKey, next)
      wait(codeRules.resendAfterSeconds)
    },
    onError: (refused) => {
      if (refused instanceof CallError && refused.status === 429)
        wait(refused.retryAfter ?? codeRules.resendAfterSeconds)
      onError(refused)
    },
  })
  const isOff = left > 0 || isPending
  const secondsToWait =
    error instanceof CallError && error.retryAfter !== null
      ? error.retryAfter
      : left
  return (
    <div className={classes.words}>
      <p role="status">
        {isSuccess && 'We sent a new code. The previous one no longer works.'}
        {error &&
          (left > 0
            ? `You’ve reached the limit. You can request a new code in ${waitText(secondsToWait)}.`
            : error.message)}
      </p>
      <button
        type="button"
        className={classes.link}
        // `disabled` would drop the focus.
        aria-disabled={isOff || undefined}
        onClick={() => !isOff && mutate()}
      >
        Send a new code
        {left > 0 && <span aria-hidden> in {waitText(left)}</span>}
      </button>
    </div>
  )
}

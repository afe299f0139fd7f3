import { Button } from '@mantine/core'
import type { Profile } from '@portal/contract/auth/api'
import { code as codeRules } from '@portal/contract/auth/model'
import { type Challenge, enterCode, resendCode } from '@portal/contract/auth/tpr-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { useWait, waitText } from '../../lib/wait.ts'
import { CodeInput } from '../../ui/inputs/code-input.tsx'
import { useRefusal } from './refusal.tsx'
import classes from './sign-in-screen.module.css'
import { challengeQuery } from './use-sign-in.ts'

type CodeFormProps = {
  isMailed: boolean
  challenge: Challenge
  onDone: (profile: Profile) => Promise<void>
  onError: (error: Error) => void
}

/** Six digits, sent as soon as they are complete. */
export const CodeForm = ({ isMailed, challenge, onDone, onError }: CodeFormProps) => {
  const [code, setCode] = useState('')
  const [isShort, setIsShort] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: (entered: string) => call(enterCode, { body: { code: entered } }),
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
      {isMailed && <Resend challenge={challenge} onError={onError} />}
    </form>
  )
}

/** By the browser's clock, which may be wrong: never more than the whole wait. */
const secondsUntil = (instant: string | null) =>
  instant === null
    ? 0
    : Math.min(Math.max(Math.ceil((Date.parse(instant) - Date.now()) / 1000), 0), codeRules.resendAfterSeconds)

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
  const secondsToWait = error instanceof CallError && error.retryAfter !== null ? error.retryAfter : left
  return (
    <div className={classes.words}>
      <p role="status">
        {isSuccess && 'We sent a new code. The previous one no longer works.'}
        {error &&
          (left > 0
            ? `No more codes for now. You can ask for one again in ${waitText(secondsToWait)}.`
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

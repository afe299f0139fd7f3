import { useEffect } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { useWait, waitText } from '../../lib/wait.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import classes from './sign-in-screen.module.css'

/**
 * The error of the last attempt; after too many, a countdown, with `left`
 * seconds to wait.
 */
export const useRefusal = (error: unknown) => {
  const [left, wait] = useWait()
  const seconds =
    error instanceof CallError && error.status === 429
      ? (error.retryAfter ?? 30)
      : null
  useEffect(() => {
    if (seconds !== null && error) wait(seconds)
  }, [error, seconds, wait])

  // The field's error says how many attempts are left.
  const reason =
    error instanceof CallError ? error.details[0]?.error : undefined
  const text = reason ?? (error instanceof Error ? error.message : null)
  const isOver = seconds !== null && left === 0
  return {
    left: seconds === null ? 0 : left,
    shown:
      text === null || isOver ? null : (
        <Refusal text={text} seconds={seconds} left={left} />
      ),
  }
}

type RefusalProps = { text: string; seconds: number | null; left: number }

const Refusal = ({ text, seconds, left }: RefusalProps) => (
  <p className={classes.refusal} role="alert">
    {seconds === null ? (
      text
    ) : (
      // Screen readers get the whole wait once, not the countdown.
      <>
        Too many attempts. You can try again in{' '}
        <span aria-hidden>{waitText(left)}</span>
        <VisuallyHidden>{waitText(seconds)}</VisuallyHidden>.
      </>
    )}
  </p>
)

import { useEffect } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { useWait, waitText } from '../../lib/wait.ts'
import { Unseen } from '../../ui/unseen.tsx'
import classes from './sign-in-screen.module.css'

/** Why the last try went wrong; after too many the time to wait, counted down, and `left` seconds of it. */
export const useRefusal = (error: unknown) => {
  const [left, wait] = useWait()
  const seconds = error instanceof CallError && error.status === 429 ? (error.retryAfter ?? 30) : null
  useEffect(() => {
    if (seconds !== null && error) wait(seconds)
  }, [error, seconds, wait])

  const text = error instanceof Error ? error.message : null
  const isOver = seconds !== null && left === 0
  return {
    left: seconds === null ? 0 : left,
    shown: text === null || isOver ? null : <Refusal {...{ text, seconds, left }} />,
  }
}

type RefusalProps = { text: string; seconds: number | null; left: number }

const Refusal = ({ text, seconds, left }: RefusalProps) => (
  <p className={classes.refusal} role="alert">
    {seconds === null ? (
      text
    ) : (
      // Read out once: what counts down is for the eye.
      <>
        Too many tries. You can try again in <span aria-hidden>{waitText(left)}</span>
        <Unseen>{waitText(seconds)}</Unseen>.
      </>
    )}
  </p>
)

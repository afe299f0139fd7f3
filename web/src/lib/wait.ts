import { useCallback, useEffect, useState } from 'react'

/**
 * Counts down the seconds of a wait that the server asks for; `begin` starts
 * one.
 */
export const useWait = (
  initial = 0,
): readonly [left: number, begin: (seconds: number) => void] => {
  const [end, setEnd] = useState(() => performance.now() + initial * 1000)
  const [left, setLeft] = useState(initial)
  useEffect(() => {
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  }, [end])
  const begin = useCallback(
    (seconds: number) => setEnd(performance.now() + seconds * 1000),
    [],
  )
  return [left, begin]
}

/** '1 second', '40 seconds', '12 minutes', rounded up. */
export const waitText = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  if (seconds > 90)
    return minutes > 90
      ? `${Math.ceil(minutes / 60)} hours`
      : `${minutes} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

import { useEffect, useState } from 'react'

const refreshMs = 10_000

/** The time, which moves on while the component is shown. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

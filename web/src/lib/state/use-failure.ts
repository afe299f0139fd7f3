import { useEffect, useState } from 'react'
import { isOutage } from '../call-error.ts'
import { onReconnect } from '../outage.ts'

/**
 * The error of the last attempt. One about the connection goes away once the
 * server is reached again.
 */
export function useFailure(): [
  failure: unknown,
  setFailure: (error: unknown) => void,
] {
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!isOutage(failure)) return
    return onReconnect(() => setFailure(null))
  }, [failure])
  return [failure, setFailure]
}

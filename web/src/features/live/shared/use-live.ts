import { openStream } from '@portal/contract/live/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadCode } from '../../../lib/lazy.tsx'
import { toActor, useProfile } from '../../../records/auth/queries.ts'

/**
 * Keeps open screens current; used once, by the shell. Its code loads after the
 * first screen.
 */
export const useLive = () => {
  const queryClient = useQueryClient()
  const mayListen = openStream.access(toActor(useProfile()))
  useEffect(() => {
    if (!mayListen) return
    const startedAt = performance.now()
    let stop: (() => void) | undefined
    let isGone = false
    const start = async () => {
      const { startLive } = await loadCode(() => import('../stream.ts'))
      if (!isGone) stop = startLive(queryClient, startedAt)
    }
    // Without it, the page still makes its own requests.
    void start().catch(() => null)
    return () => {
      isGone = true
      stop?.()
    }
  }, [queryClient, mayListen])
}

import { openStream } from '@portal/contract/live/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { actorOf, useProfile } from '../../auth/queries.ts'
import { startLive } from '../stream.ts'

/** Keeps open screens current; used once, by the shell. */
export const useLive = () => {
  const queryClient = useQueryClient()
  const mayListen = openStream.access(actorOf(useProfile()))
  useEffect(() => (mayListen ? startLive(queryClient) : undefined), [queryClient, mayListen])
}

import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { endSession } from '../../../lib/session-end.ts'
import { sessionQuery } from '../queries.ts'
import { leaveOnSessionEnd, sessionEnded, signOutKey } from './session-end.ts'

test.for([
  ['signed in', { id: 'anna' }, false, sessionEnded],
  ['not signed in', null, false, null],
  ['signing out', { id: 'anna' }, true, null],
] as const)(
  'when the session ends, a user who is %s leaves for the sign-in page',
  async ([, profile, isSigningOut, notice]) => {
    const queryClient = new QueryClient()
    queryClient.setQueryData<unknown>(sessionQuery.queryKey, profile)
    const go = vi.fn(async (_href: string, _notice: string | null) => {})
    const logOut = vi.fn(() => Promise.reject(new Error('The server is away')))
    const at = () => ({ pathname: '/slv', href: '/slv?page=2' })
    const mutation = { mutationKey: signOutKey, mutationFn: () => new Promise(() => {}) }
    if (isSigningOut) void queryClient.getMutationCache().build(queryClient, mutation).execute(undefined)
    const stop = leaveOnSessionEnd(queryClient, { at, go, logOut })
    endSession()
    await vi.waitFor(() => expect(go).toHaveBeenCalled())
    stop()
    expect(go).toHaveBeenCalledExactlyOnceWith('/multi-factor-auth?returnTo=%2Fslv%3Fpage%3D2', notice)
    expect(logOut).toHaveBeenCalledTimes(notice ? 1 : 0)
  },
)

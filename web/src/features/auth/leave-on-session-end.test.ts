import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { endSession } from '../../lib/session-end.ts'
import { leaveOnSessionEnd, sessionEnded } from './leave-on-session-end.ts'
import { sessionQuery } from './queries.ts'
import { signOutKey } from './use-sign-out.ts'

const visit = (profile: unknown) => {
  const queryClient = new QueryClient()
  queryClient.setQueryData<unknown>(sessionQuery.queryKey, profile)
  const go = vi.fn(async (_href: string, _notice: string | null) => {})
  const logOut = vi.fn(() => Promise.reject(new Error('The server is away')))
  const at = () => ({ pathname: '/slv', href: '/slv?page=2' })
  const stop = leaveOnSessionEnd(queryClient, { at, go, logOut })
  const end = async () => {
    endSession()
    await vi.waitFor(() => expect(go).toHaveBeenCalled())
    stop()
  }
  return { queryClient, go, logOut, end }
}
const signIn = '/multi-factor-auth?returnTo=%2Fslv%3Fpage%3D2'

test('a user who is logged out is logged out on the server too, and sees why', async () => {
  const { go, logOut, end } = visit({ id: 'anna' })
  await end()
  expect(logOut).toHaveBeenCalledOnce()
  expect(go).toHaveBeenCalledExactlyOnceWith(signIn, sessionEnded)
})

test('a user who was not signed in sees no message', async () => {
  const { go, logOut, end } = visit(null)
  await end()
  expect(logOut).not.toHaveBeenCalled()
  expect(go).toHaveBeenCalledExactlyOnceWith(signIn, null)
})

test('a user who is signing out sees no message', async () => {
  const { queryClient, go, end } = visit({ id: 'anna' })
  const signOut = queryClient.getMutationCache().build(queryClient, {
    mutationKey: signOutKey,
    mutationFn: () => new Promise(() => {}),
  })
  void signOut.execute(undefined)
  await end()
  expect(go).toHaveBeenCalledExactlyOnceWith(signIn, null)
})

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
  const stop = leaveOnSessionEnd(queryClient, { at: () => ({ pathname: '/slv', href: '/slv?page=2' }), go })
  const end = () => {
    endSession()
    stop()
  }
  return { queryClient, go, end }
}
const signIn = '/multi-factor-auth?returnTo=%2Fslv%3Fpage%3D2'

test('whoever is thrown out is told why', () => {
  const { go, end } = visit({ id: 'anna' })
  end()
  expect(go).toHaveBeenCalledExactlyOnceWith(signIn, sessionEnded)
})

test('whoever was not signed in is told nothing', () => {
  const { go, end } = visit(null)
  end()
  expect(go).toHaveBeenCalledExactlyOnceWith(signIn, null)
})

test('whoever is signing out is told nothing', () => {
  const { queryClient, go, end } = visit({ id: 'anna' })
  const signOut = queryClient.getMutationCache().build(queryClient, {
    mutationKey: signOutKey,
    mutationFn: () => new Promise(() => {}),
  })
  void signOut.execute(undefined)
  end()
  expect(go).toHaveBeenCalledExactlyOnceWith(signIn, null)
})

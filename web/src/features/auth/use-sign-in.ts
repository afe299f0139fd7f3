import type { Profile } from '@portal/contract/auth/api'
import { type Challenge, getChallenge } from '@portal/contract/auth/tpr-api'
import { homeFor } from '@portal/contract/user/navigation'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { call } from '../../lib/call.ts'
import { hasStatus } from '../../lib/call-error.ts'
import { sessionQuery } from '../../records/auth/queries.ts'
import { ownAddress, type SignInState } from './sign-in-flow.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    signIn?: SignInState
  }
}

/**
 * A reviewer's sign-in that waits for its second step; null if there is none.
 */
export const challengeQuery = queryOptions({
  queryKey: ['challenge'],
  queryFn: async ({ signal }): Promise<Challenge | null> => {
    try {
      return await call(getChallenge, {}, { signal })
    } catch (error) {
      if (hasStatus(error, 401)) return null
      throw error
    }
  },
  staleTime: 60_000,
  meta: { quiet: true },
})

/**
 * Opens the portal for a user who just signed in: where they were heading, else
 * home.
 */
export const useEnterPortal = () => {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useCallback(
    async (profile: Profile, returnTo: string | null | undefined) => {
      queryClient.setQueryData(sessionQuery.queryKey, profile)
      await router.navigate({
        href: ownAddress(returnTo) ?? homeFor(profile),
        replace: true,
      })
      queryClient.removeQueries(challengeQuery)
    },
    [queryClient, router],
  )
}

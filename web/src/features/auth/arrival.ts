import type { Profile } from '@portal/contract/auth/api'
import { homeFor } from '@portal/contract/user/navigation'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { challengeQuery } from './challenge.ts'
import { sessionQuery } from './queries.ts'
import { ownAddress } from './return-to.ts'
import type { Told } from './way-on.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    signIn?: Told
  }
}

/** Lets somebody in who has just signed in: on to where they were heading, else home. */
export const useArrival = () => {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useCallback(
    async (profile: Profile, returnTo: string | null | undefined) => {
      queryClient.setQueryData(sessionQuery.queryKey, profile)
      await router.navigate({ href: ownAddress(returnTo) ?? homeFor(profile), replace: true })
      queryClient.removeQueries(challengeQuery)
    },
    [queryClient, router],
  )
}

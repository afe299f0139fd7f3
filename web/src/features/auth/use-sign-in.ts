import * as api from '@portal/contract/auth/api'
import { type Challenge, getChallenge } from '@portal/contract/auth/tpr-api'
import { homeFor } from '@portal/contract/user/navigation'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { sessionQuery } from './queries.ts'
import { currentTicket, ownAddress, popReturnTo, popTicket, type SignInState } from './sign-in-flow.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    signIn?: SignInState
  }
}

/** A reviewer's sign-in that waits for its second step; null if there is none. */
export const challengeQuery = queryOptions({
  queryKey: ['challenge'],
  queryFn: async ({ signal }): Promise<Challenge | null> => {
    try {
      return await call(getChallenge, {}, { signal })
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 60_000,
  meta: { quiet: true },
})

/** Opens the portal for a user who just signed in: where they were heading, else home. */
export const useEnterPortal = () => {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useCallback(
    async (profile: api.Profile, returnTo: string | null | undefined) => {
      queryClient.setQueryData(sessionQuery.queryKey, profile)
      await router.navigate({ href: ownAddress(returnTo) ?? homeFor(profile), replace: true })
      queryClient.removeQueries(challengeQuery)
    },
    [queryClient, router],
  )
}

/**
 * Signs in with LoanDock's ticket, if there is one. A ticket that this tab did not request is returned as `unrequested` and
 * waits for `signIn`: otherwise a link could make its readers work, and upload, as someone else.
 */
export const useSignIn = () => {
  const enterPortal = useEnterPortal()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (loanDockId: string) => call(api.logIn, { body: { loanDockId } }),
    meta: { failed: 'Login failed' },
    retry: false,
    onSuccess: (profile) => enterPortal(profile, popReturnTo()),
  })

  const [ticket, setTicket] = useState(currentTicket)
  const signIn = useCallback(() => {
    const popped = popTicket()
    setTicket(null)
    if (popped) mutate(popped.loanDockId)
  }, [mutate])
  useEffect(() => {
    if (ticket?.isRequested) signIn()
  }, [ticket, signIn])

  return { isSigningIn: isPending || isSuccess, unrequested: ticket?.isRequested ? null : ticket, signIn }
}

import * as api from '@portal/contract/auth/api'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'

/** Who is signed in; null when nobody is. Being signed out is an answer here, not a failure. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<api.Profile | null> => {
    try {
      return await call(api.getProfile, {}, { signal, probe: true })
    } catch (error) {
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) return null
      throw error
    }
  },
  staleTime: 60_000,
})

/** The buyer's name, logo and colour, and where LoanDock is; the same until the page is loaded anew. */
export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  // Not to be aborted: the root route waits for it, whatever component comes and goes meanwhile.
  queryFn: () => call(api.getBranding, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The buyer as people read it. Root loads it before anything is drawn. */
export const useBranding = () => useSuspenseQuery(brandingQuery).data

/** The signed-in person, for what the shell holds: the guard's route hands them down. */
export const ProfileContext = createContext<api.Profile | null>(null)

/**
 * The signed-in person, as the guard let them in. Only for what stands inside the shell, which nobody else enters.
 * It comes from the route and not from the query: a screen that is about to go must not fail because the session ended.
 */
export const useProfile = (): api.Profile => {
  const profile = use(ProfileContext)
  if (!profile) throw new Error('useProfile belongs inside the shell')
  return profile
}

import * as api from '@portal/contract/auth/api'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
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
  queryFn: ({ signal }) => call(api.getBranding, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The buyer as people read it. Root loads it before anything is drawn. */
export const useBranding = () => useSuspenseQuery(brandingQuery).data

/** The signed-in person. Only for what stands inside the shell, which nobody else enters. */
export const useProfile = (): api.Profile => {
  const { data } = useSuspenseQuery(sessionQuery)
  if (!data) throw new Error('Nobody is signed in')
  return data
}

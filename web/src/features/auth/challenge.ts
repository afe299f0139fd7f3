import { type Challenge, getChallenge } from '@portal/contract/auth/tpr-api'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'

/** Where a sign-in with a password stands; null when none is under way, or it is over. */
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

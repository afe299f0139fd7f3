import * as api from '@portal/contract/auth/api'
import type { Actor } from '@portal/contract/user/model'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { call } from '../../lib/call.ts'
import { hasStatus } from '../../lib/call-error.ts'

/** The signed-in user; null if signed out, which is no error here. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<api.Profile | null> => {
    try {
      return await call(api.getProfile, {}, { signal, probe: true })
    } catch (error) {
      if (hasStatus(error, 401) || hasStatus(error, 403)) return null
      throw error
    }
  },
  staleTime: 60_000,
})

/** The buyer's name, logo and color, and LoanDock's address. */
export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  // Without a signal: the root route waits for it, whichever component unmounts
  // meanwhile.
  queryFn: () => call(api.getBranding, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Branding, which the root route loads before the first render. */
export const useBranding = () => useSuspenseQuery(brandingQuery).data

export const ProfileContext = createContext<api.Profile | null>(null)

/**
 * The signed-in user, inside the shell. It comes from the guard's route and not
 * from the query: a screen must not fail when the session ends.
 */
export const useProfile = (): api.Profile => {
  const profile = use(ProfileContext)
  if (!profile) throw new Error('useProfile belongs inside the shell')
  return profile
}

/**
 * The signed-in user as the contract's rules see them. No rule that the web
 * asks compares companies.
 */
export const toActor = ({
  id,
  name,
  role,
  permissions,
}: api.Profile): Actor => ({
  id,
  name,
  role,
  permissions,
  companyId: '',
})

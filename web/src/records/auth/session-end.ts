import * as api from '@portal/contract/auth/api'
import type { Role } from '@portal/contract/user/model'
import {
  homeFor,
  redirectFor,
  signInPath,
} from '@portal/contract/user/navigation'
import { describeRights } from '@portal/contract/user/policy'
import {
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { call, onSessionEnd } from '../../lib/call.ts'
import { setOwner } from '../../lib/owner.ts'
import { removeAllStoredText } from '../../lib/stored-text.ts'
import { listsKey } from '../notification/queries.ts'
import { brandingQuery, sessionQuery } from './queries.ts'

/** Leaves the portal, then deletes all loaded data. */
const leavePortal = async (
  queryClient: QueryClient,
  leave: () => Promise<void>,
) => {
  queryClient.setQueryData(sessionQuery.queryKey, null)
  await leave()
  setOwner(null)
  const kept: readonly unknown[] = [
    sessionQuery.queryKey[0],
    brandingQuery.queryKey[0],
  ]
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !kept.includes(queryKey[0]),
  })
}

const signOutKey = ['sign-out']

/** Signs out, and deletes everything that was typed or loaded in this tab. */
export const useSignOut = () => {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: () => call(api.logOut),
    meta: { failed: 'Failed to log out' },
    onSuccess: async ({ redirectTo }) => {
      removeAllStoredText()
      await leavePortal(queryClient, () =>
        router.navigate({ href: signInPath, replace: true }),
      )
      if (redirectTo !== null) window.location.assign(redirectTo)
    },
  })
}

/**
 * Switches to another of the user's roles. The page reloads, so no data of the
 * old role is left.
 */
export const useSwitchRole = () =>
  useMutation({
    mutationFn: (role: Role) => call(api.switchRole, { body: { role } }),
    meta: { failed: 'Failed to switch roles' },
    onSuccess: (profile) => window.location.assign(homeFor(profile)),
  })

/**
 * Whether a call was refused because the user's rights changed. Then the
 * notifications, which report rights, are read again, and the shell follows.
 */
const followsChangedRights = async (
  queryClient: QueryClient,
  path: string,
): Promise<boolean> => {
  const known = queryClient.getQueryData(sessionQuery.queryKey)
  if (!known) return false
  const current = await call(api.getProfile, {}, { probe: true }).catch(
    () => null,
  )
  if (!current) return false
  const isChanged = describeRights(current) !== describeRights(known)
  const isClosing = redirectFor(current, path) !== null
  if (!isChanged && !isClosing) return false
  await queryClient.invalidateQueries({ queryKey: listsKey })
  return true
}

const sessionEnded = 'Your session has ended. Sign in again.'

/**
 * Logs the user out after a 401 or 403 (spec.md §4), and goes to the sign-in
 * page, which later leads back here; not if rights changed meanwhile
 * (docs/decisions/027-where-we-differ-from-the-specification.md). A session may
 * outlive a 403, so it is ended on the server too: a reload stays on the
 * sign-in page.
 */
export const leaveOnSessionEnd = (
  queryClient: QueryClient,
  router: AnyRouter,
) => {
  let leaving = false
  return onSessionEnd(async () => {
    const { pathname, href } = router.state.location
    if (leaving || pathname.startsWith(signInPath)) return
    leaving = true
    if (await followsChangedRights(queryClient, pathname)) {
      leaving = false
      return
    }
    const wasSignedIn = Boolean(queryClient.getQueryData(sessionQuery.queryKey))
    const isSigningOut = queryClient.isMutating({ mutationKey: signOutKey }) > 0
    const notice = wasSignedIn && !isSigningOut ? sessionEnded : null
    if (notice)
      await call(api.logOut, {}, { signal: AbortSignal.timeout(3000) }).catch(
        () => null,
      )
    await leavePortal(queryClient, () =>
      router.navigate({
        href: `${signInPath}?returnTo=${encodeURIComponent(href)}`,
        replace: true,
        ...(notice && { state: { signIn: { notice } } }),
      }),
    )
    leaving = false
  })
}

import { signInPath } from '@portal/contract/user/navigation'
import type { QueryClient } from '@tanstack/react-query'
import { onSessionEnd } from '../../lib/session-end.ts'
import { forget } from './forget.ts'
import { sessionQuery } from './queries.ts'
import { signOutKey } from './use-sign-out.ts'

type Way = {
  at: () => { pathname: string; href: string }
  /** Goes there and says why, if there is something to say. */
  go: (href: string, notice: string | null) => Promise<void>
  /** Ends the session on the server. */
  logOut: () => Promise<unknown>
}

export const sessionEnded = 'Your session has ended. Sign in again.'

/**
 * Logs the user out after a 401 or 403 (spec.md §4), and goes to the sign-in page, which later leads back here. A session
 * may outlive a 403, so it is ended on the server too: a reload stays on the sign-in page.
 */
export const leaveOnSessionEnd = (queryClient: QueryClient, way: Way) => {
  let leaving = false
  return onSessionEnd(async () => {
    const { pathname, href } = way.at()
    if (leaving || pathname.startsWith(signInPath)) return
    leaving = true
    // Whoever was not signed in, or is just signing out, is told nothing.
    const wasSignedIn = Boolean(queryClient.getQueryData(sessionQuery.queryKey))
    const isOwnWish = queryClient.isMutating({ mutationKey: signOutKey }) > 0
    const notice = wasSignedIn && !isOwnWish ? sessionEnded : null
    if (notice) await way.logOut().catch(() => null)
    await forget(queryClient, () => way.go(`${signInPath}?returnTo=${encodeURIComponent(href)}`, notice))
    leaving = false
  })
}

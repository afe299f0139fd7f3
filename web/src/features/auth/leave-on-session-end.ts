import { signInPath } from '@portal/contract/user/navigation'
import type { QueryClient } from '@tanstack/react-query'
import { onSessionEnd } from '../../lib/session-end.ts'
import { forget } from './forget.ts'

type Way = { at: () => { pathname: string; href: string }; go: (href: string) => Promise<void> }

/** Once the server no longer knows the session: to the sign-in page, which later brings the person back here. */
export const leaveOnSessionEnd = (queryClient: QueryClient, way: Way) => {
  let leaving = false
  return onSessionEnd(async () => {
    const { pathname, href } = way.at()
    if (leaving || pathname.startsWith(signInPath)) return
    leaving = true
    await forget(queryClient, () => way.go(`${signInPath}?returnTo=${encodeURIComponent(href)}`))
    leaving = false
  })
}

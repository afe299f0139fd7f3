import { lazy } from '../../../lib/lazy.tsx'
import { useLastChange } from '../../../records/slv/last-change.ts'

const NextBar = lazy(() => import('../queue/next-bar.tsx'), 'NextBar')

/**
 * Offers the next SLV of the list after an action. Part of the shell, since the
 * action may close the page.
 */
export const NextSlv = () => {
  const change = useLastChange()
  return (
    change && <NextBar key={`${change.id} ${change.done}`} change={change} />
  )
}

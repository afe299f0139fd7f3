import { lazy } from '../../../lib/lazy.tsx'
import { useLastChange } from './last-change.ts'

const NextBar = lazy(() => import('../queue/next-bar.tsx'), 'NextBar')

/** After a move in a list that one works through: the next SLV. In the shell, since the move may close the page. */
export const NextSlv = () => {
  const change = useLastChange()
  return change && <NextBar key={`${change.id} ${change.status}`} change={change} />
}

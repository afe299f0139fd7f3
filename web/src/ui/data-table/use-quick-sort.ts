import { startTransition, useOptimistic } from 'react'
import { nextPaint } from '../../lib/next-paint.ts'

/** The heading shows the new order immediately; the list is read and rendered after that. */
export const useQuickSort = <Sort>(now: Sort, change: ((sort: Sort & {}) => void) | undefined) => {
  const [sort, setSort] = useOptimistic(now)
  const onSort = (next: Sort & {}) =>
    startTransition(async () => {
      setSort(next)
      await nextPaint()
      change?.(next)
    })
  return { sort, onSort: change && onSort }
}

import { startTransition, useOptimistic } from 'react'
import { nextPaint } from '../../lib/next-paint.ts'

/**
 * Shows the new sort order in the heading immediately, before the list is
 * fetched and rendered.
 */
export const useQuickSort = <Sort>(
  now: Sort,
  change: ((sort: Sort & {}) => void) | undefined,
) => {
  const [sort, setSort] = useOptimistic(now)
  const onSort = (next: Sort & {}) =>
    startTransition(async () => {
      setSort(next)
      await nextPaint()
      change?.(next)
    })
  return { sort, onSort: change && onSort }
}

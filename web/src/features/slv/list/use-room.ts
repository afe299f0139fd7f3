import { useMediaQuery } from '@mantine/hooks'
import type { Room } from './columns.tsx'

const atOnce = { getInitialValueInEffect: false }

/** How many columns of a list the window has room for (the breakpoints of spec.md §9). */
export const useRoom = (): Room => {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, atOnce)
  const isWide = useMediaQuery('(min-width: 90em)', true, atOnce)
  if (isNarrow) return 'THREE'
  return isWide ? 'TEN' : 'SIX'
}

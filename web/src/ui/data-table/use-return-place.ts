import { useCallbackRef } from '@mantine/hooks'
import { type RefObject, useEffect } from 'react'
import { ownKey } from '../../lib/owner.ts'

type Place = { top: number; left: number; row: string | null }
const places = new Map<string, Place>()
const address = () => ownKey(window.location.pathname + window.location.search)

/**
 * Remembers the scroll position and row of a list by its address, and restores
 * them on the way back to it.
 */
export const useReturnPlace = (
  scroller: RefObject<HTMLElement | null>,
  isLoaded: boolean,
  look: () => void,
) => {
  const lookAgain = useCallbackRef(look)
  useEffect(() => {
    const node = scroller.current
    const place = places.get(address())
    if (!isLoaded || !node || !place) return
    node.scrollTo(place.left, place.top)
    lookAgain()
    const frame = requestAnimationFrame(() => {
      const rows = [...node.querySelectorAll<HTMLElement>('tr[data-row]')]
      const row = rows.find(({ dataset }) => dataset.row === place.row)
      // Elsewhere, someone has moved on already.
      const isFocusFree = document.activeElement?.matches('body, main, h1')
      if (isFocusFree) row?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [isLoaded, scroller, lookAgain])

  return (row: string | null) => {
    const node = scroller.current
    if (node)
      places.set(address(), { top: node.scrollTop, left: node.scrollLeft, row })
  }
}

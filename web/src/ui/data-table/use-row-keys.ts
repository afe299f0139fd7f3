import { useCallbackRef } from '@mantine/hooks'
import { type RefObject, useEffect } from 'react'
import { useKeys } from '../../lib/keys.ts'
import { ownKey } from '../../lib/owner.ts'

type RowKeys = {
  scroller: RefObject<HTMLElement | null>
  /** The row that Tab reaches. */
  stop: string | undefined
  /** Whether rows open. */
  isOn: boolean
  /** Selects a row or not; absent where rows can't be selected. */
  select: ((id: string) => void) | undefined
}

/**
 * The keys of a list: j and k move through its rows, x selects one. Rows handle
 * Enter, Space and the arrow keys.
 */
export const useRowKeys = ({ scroller, stop, isOn, select }: RowKeys) => {
  const rows = () => [
    ...(scroller.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []),
  ]
  const current = (all: readonly HTMLElement[]) =>
    all.findIndex((row) => row.contains(document.activeElement))
  const move = (by: number) => {
    const all = rows()
    const at = current(all)
    const next =
      at < 0 ? all.find(({ dataset }) => dataset.row === stop) : all[at + by]
    next?.focus()
  }
  const selectCurrent = () => {
    const all = rows()
    const id = all[current(all)]?.dataset.row
    if (id !== undefined) select?.(id)
  }
  useKeys([
    {
      keys: 'j',
      label: 'Next row',
      run: () => move(1),
      isOff: !isOn,
      isOnlyKey: true,
    },
    {
      keys: 'k',
      label: 'Previous row',
      run: () => move(-1),
      isOff: !isOn,
      isOnlyKey: true,
    },
    {
      keys: 'x',
      label: 'Select the row',
      run: selectCurrent,
      isOff: !isOn || select === undefined,
    },
  ])
}

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
      const row = [...node.querySelectorAll<HTMLElement>('tr[data-row]')].find(
        ({ dataset }) => dataset.row === place.row,
      )
      const isFree =
        document.activeElement === document.body ||
        document.activeElement?.matches('main, h1')
      if (isFree) row?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [isLoaded, scroller, lookAgain])

  return (row: string | null) => {
    const node = scroller.current
    if (node)
      places.set(address(), { top: node.scrollTop, left: node.scrollLeft, row })
  }
}

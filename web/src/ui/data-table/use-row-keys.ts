import type { RefObject } from 'react'
import { useKeys } from '../../lib/keys.ts'

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

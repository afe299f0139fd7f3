import type { SlvRow } from '@portal/contract/slv/row'
import { useState } from 'react'

type Held = { key: string; rows: ReadonlyMap<string, SlvRow>; refused: ReadonlyMap<string, string> }

/**
 * The rows that are selected, also those on other pages or beyond the search: they are kept whole, because a bulk action
 * asks what they are. Another list (`key`) starts anew. `refused` says why rows could not be handed over the last time.
 */
export const useRowSelection = (key: string, visible: readonly SlvRow[]) => {
  const [held, setHeld] = useState<Held>(none(key))
  if (held.key !== key) setHeld(none(key))
  const { rows, refused } = held.key === key ? held : none(key)

  const select = (ids: ReadonlySet<string>) => {
    const known = new Map([...rows, ...visible.map((row) => [row.id, row] as const)])
    const chosen = [...ids].flatMap((id) => known.get(id) ?? [])
    setHeld({ key, rows: new Map(chosen.map((row) => [row.id, row])), refused })
  }
  // What is on the page was read again since it was selected, and may stand elsewhere now.
  const current = [...rows.values()].map((row) => visible.find(({ id }) => id === row.id) ?? row)

  return {
    rows: current,
    ids: new Set(rows.keys()),
    /** Whether it is on another page or beyond the search: nobody sees it. */
    isBeyond: (id: string) => visible.every((row) => row.id !== id),
    refused,
    select,
    clear: () => setHeld(none(key)),
    refuse: (whys: ReadonlyMap<string, string>) => setHeld({ key, rows, refused: whys }),
    leaveOut: (ids: readonly string[]) =>
      setHeld({ key, rows: new Map([...rows].filter(([id]) => !ids.includes(id))), refused }),
  }
}
export type RowSelection = ReturnType<typeof useRowSelection>

const none = (key: string): Held => ({ key, rows: new Map(), refused: new Map() })

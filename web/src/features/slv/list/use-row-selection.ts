import type { SlvRow } from '@portal/contract/slv/row'
import { useStateFor } from '../../../lib/state-for.ts'

type Held = { rows: ReadonlyMap<string, SlvRow>; refused: ReadonlyMap<string, string> }

/**
 * The rows that are selected, also those on other pages or beyond the search: they are kept whole, because a bulk action
 * asks what they are. Another list (`key`) starts anew. `refused` says why rows could not be handed over the last time.
 */
export const useRowSelection = (key: string, visible: readonly SlvRow[]) => {
  const [{ rows, refused }, hold] = useStateFor(key, none)

  const select = (ids: ReadonlySet<string>) => {
    const known = new Map([...rows, ...visible.map((row) => [row.id, row] as const)])
    const chosen = [...ids].flatMap((id) => known.get(id) ?? [])
    hold((now) => ({ ...now, rows: new Map(chosen.map((row) => [row.id, row])) }))
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
    clear: () => hold(() => none),
    refuse: (whys: ReadonlyMap<string, string>) => hold((now) => ({ ...now, refused: whys })),
    leaveOut: (ids: readonly string[]) =>
      hold((now) => ({ ...now, rows: new Map([...now.rows].filter(([id]) => !ids.includes(id))) })),
  }
}
export type RowSelection = ReturnType<typeof useRowSelection>

const none: Held = { rows: new Map(), refused: new Map() }

import type { SlvRow } from '@portal/contract/slv/row'
import { useStateFor } from '../../../lib/state/state-for.ts'

type State = { rows: ReadonlyMap<string, SlvRow>; refused: ReadonlyMap<string, string> }

/** Selected rows, on other pages too. Another `key` starts with none; `refused` says why reassigning failed. */
export const useRowSelection = (key: string, visible: readonly SlvRow[]) => {
  const [{ rows, refused }, setState] = useStateFor(key, none)

  const select = (ids: ReadonlySet<string>) => {
    const known = new Map([...rows, ...visible.map((row) => [row.id, row] as const)])
    const chosen = [...ids].flatMap((id) => known.get(id) ?? [])
    setState((now) => ({ ...now, rows: new Map(chosen.map((row) => [row.id, row])) }))
  }
  // Rows on this page may have changed since they were selected.
  const current = [...rows.values()].map((row) => visible.find(({ id }) => id === row.id) ?? row)

  return {
    rows: current,
    ids: new Set(rows.keys()),
    isBeyond: (id: string) => visible.every((row) => row.id !== id),
    refused,
    select,
    clear: () => setState(() => none),
    refuse: (whys: ReadonlyMap<string, string>) => setState((now) => ({ ...now, refused: whys })),
    leaveOut: (ids: readonly string[]) =>
      setState((now) => ({ ...now, rows: new Map([...now.rows].filter(([id]) => !ids.includes(id))) })),
  }
}
export type RowSelection = ReturnType<typeof useRowSelection>

const none: State = { rows: new Map(), refused: new Map() }

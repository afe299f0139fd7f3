import { maxAssigned } from '@portal/contract/assignment/model'
import type { SlvRow } from '@portal/contract/slv/row'
import { useEffect } from 'react'
import { ownKey } from '../../../lib/owner.ts'
import { useStateFor } from '../../../lib/state/state-for.ts'
import { useSelectAll } from '../../../ui/list/use-select-all.ts'

type State = {
  rows: ReadonlyMap<string, SlvRow>
  refused: ReadonlyMap<string, string>
}

type Listed = {
  rows: readonly SlvRow[]
  total: number
  isTotalCut: boolean
  query: Readonly<Record<string, string>>
}

/**
 * Selected rows, on other pages too, or all that match. Another `key` starts
 * with none; `refused` says why reassigning failed.
 */
export const useRowSelection = (
  key: string,
  { rows: visible, ...listed }: Listed,
) => {
  const [{ rows, refused }, setState] = useKeptState(key)
  const select = (ids: ReadonlySet<string>) => {
    const known = new Map([
      ...rows,
      ...visible.map((row) => [row.id, row] as const),
    ])
    const chosen = [...ids].flatMap((id) => known.get(id) ?? [])
    setState((now) => ({
      ...now,
      rows: new Map(chosen.map((row) => [row.id, row])),
    }))
  }
  const shown = visible.map(({ id }) => id)
  const selection = useSelectAll({
    ids: new Set(rows.keys()),
    onChange: select,
    visible: shown,
    most: maxAssigned,
    ...listed,
  })
  // Rows on this page may have changed since they were selected.
  const current = [...rows.values()].map(
    (row) => visible.find(({ id }) => id === row.id) ?? row,
  )

  return {
    ...selection,
    rows: selection.matching
      ? visible.filter(({ id }) => selection.ids.has(id))
      : current,
    isBeyond: (id: string) => !shown.includes(id),
    refused,
    clear: () => {
      selection.change(new Set())
      setState(() => none)
    },
    refuse: (whys: ReadonlyMap<string, string>) =>
      setState((now) => ({ ...now, refused: whys })),
  }
}
/** Selections by list, restored on the way back from an SLV. */
const kept = new Map<string, State>()

const useKeptState = (key: string) => {
  const own = ownKey(key)
  const [state, setState] = useStateFor(own, kept.get(own) ?? none)
  useEffect(() => {
    kept.set(own, state)
  }, [own, state])
  return [state, setState] as const
}
export type RowSelection = ReturnType<typeof useRowSelection>

const none: State = { rows: new Map(), refused: new Map() }

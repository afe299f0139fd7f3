import { useMemo } from 'react'
import { usePersistedState } from '../../lib/state/persisted-state.ts'
import * as layout from './columns.ts'

type Options<Row> = {
  storageKey: string
  columns: readonly layout.Column<Row>[]
  /** The initial layout; by default, the columns that aren't hidden. */
  start?: layout.ListLayout | undefined
  rows: readonly Row[] | undefined
  hasChecks: boolean
}

/** The columns of a table as the user arranged them. */
export const useTableColumns = <Row>({
  storageKey,
  columns,
  start,
  rows,
  hasChecks,
}: Options<Row>) => {
  const startPrefs = layout.startPrefs(columns, start)
  const [prefs, setPrefs] = usePersistedState(
    `columns.${storageKey}`,
    layout.ColumnPrefs,
    startPrefs,
  )
  // Without the widths: resizing a column doesn't draw its cells again.
  const { order, shown: visibility } = prefs
  const all = useMemo(
    () => layout.arranged(columns, { order }),
    [columns, order],
  )
  const shown = useMemo(
    () => all.filter((column) => layout.isShown(column, { shown: visibility })),
    [all, visibility],
  )
  const sizes = useMemo(
    () => layout.fitFigures(shown, rows ?? [], prefs),
    [shown, rows, prefs],
  )
  const stickyOf = useMemo(
    () => layout.stickyProps(shown, prefs, hasChecks),
    [shown, prefs, hasChecks],
  )
  return {
    /** In the user's order, with the hidden ones. */
    all,
    shown,
    sizes,
    stickyOf,
    prefs,
    setPrefs,
    isChanged: !layout.isSameLayout(columns, prefs, startPrefs),
    /** Restores the initial layout; the widths stay. */
    reset: () => setPrefs({ ...startPrefs, widths: prefs.widths }),
    minWidth: shown.reduce(
      (sum, column) => sum + layout.getWidth(column, sizes),
      hasChecks ? layout.checkWidth : 0,
    ),
  }
}

export type TableColumns<Row> = ReturnType<typeof useTableColumns<Row>>

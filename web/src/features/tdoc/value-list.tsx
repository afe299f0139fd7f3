import type { Tdoc } from '@portal/contract/tdoc/answers'
import { lazy } from '../../lib/lazy.tsx'
import { getColumn, type TdocChange } from '../../records/tdoc/change.ts'
import { leavesView, type TableView } from '../../records/tdoc/table-view.ts'
import { focusPageTitle } from '../../ui/page.tsx'
import {
  ChangeRefusalNotice,
  type Editing,
  EditPicker,
  focusBulkButton,
} from './editing.tsx'
import type { TdocSelection } from './use-tdoc-selection.ts'
import type { ChangeRefusal, TdocWrites } from './writes.ts'

const AssignDialog = lazy(
  () => import('./dialogs/assign-dialog.tsx'),
  'AssignDialog',
)

type ListedProps = {
  writes: TdocWrites
  selection: TdocSelection
  tdocOf: (id: string) => Tdoc | undefined
}

type ValueListProps = ListedProps & {
  editing: Editing
  view: TableView
  onClose: () => void
}

/** The values that one or more Tdocs can be set to. */
export const ValueList = (props: ValueListProps) => {
  const { editing, view, writes, selection, tdocOf, onClose } = props
  const { kind, ids } = editing
  const set = (change: TdocChange) => {
    // The selection stays for the next change, except for rows that leave this
    // view.
    const leaving = leavesView(change, view) ? ids : []
    writes.set(change, ids, () => selection.unpick(leaving))
  }
  if (!editing.isBulk || (kind !== 'underwriter' && kind !== 'reviewer'))
    return (
      <EditPicker
        editing={editing}
        tdocs={ids.flatMap((id) => tdocOf(id) ?? [])}
        onPick={set}
        onClose={onClose}
      />
    )
  const { matching } = selection
  const unassign = () => {
    set({ kind, person: null })
    onClose()
  }
  const leaveView = () => {
    const isFiltered = view.filters[getColumn(kind)].length > 0
    if (matching || isFiltered) selection.clear()
  }
  return (
    <AssignDialog
      kind={kind}
      chosen={
        matching
          ? { matching: matching.query, except: matching.except }
          : { ids }
      }
      total={matching?.count ?? ids.length}
      tdocOf={tdocOf}
      onAssigned={leaveView}
      onUnassign={matching ? null : unassign}
      onLeaveOut={selection.leaveOut}
      onClose={onClose}
    />
  )
}

/** Says why the last change was not made. */
export const ChangeNotice = ({
  refusal,
  writes,
  selection,
  tdocOf,
}: ListedProps & { refusal: ChangeRefusal }) => {
  const close = () => {
    writes.forget()
    if (refusal.kind === 'STALE' || !focusBulkButton(refusal.change.kind))
      focusPageTitle()
  }
  const leaveOut = (ids: readonly string[]) => {
    selection.unpick(ids)
    close()
  }
  return (
    <ChangeRefusalNotice
      refusal={refusal}
      tdocOf={tdocOf}
      onLeaveOut={canLeaveOut(refusal, selection.picked) ? leaveOut : undefined}
      onClose={close}
    />
  )
}

/** Leaving out every selected row would leave nothing to change. */
const canLeaveOut = (refusal: ChangeRefusal, picked: ReadonlySet<string>) => {
  if (refusal.kind !== 'REFUSED') return false
  const ids = [...picked]
  return (
    ids.some((id) => refusal.reasons.has(id)) &&
    ids.some((id) => !refusal.reasons.has(id))
  )
}

import { createContext, type ReactNode, use, useState } from 'react'
import type { ChangeKind } from './change.ts'

/** A place in the table whose list of values is open: one row's, or that of the selection. */
export type Editing = { kind: ChangeKind; ids: readonly string[]; anchor: HTMLElement }

/** Opens the list of values beside the button that was pressed. It stays the same, so that no row is drawn again for it. */
const EditContext = createContext<(editing: Editing) => void>(() => undefined)

export const useEdit = () => use(EditContext)

type EditHostProps = {
  children: ReactNode
  /** The list of values, while one is open. */
  list: (editing: Editing, close: () => void) => ReactNode
}

/** Holds which list is open. It is drawn again for that, and the table in it is not. */
export const EditHost = ({ children, list }: EditHostProps) => {
  const [editing, setEditing] = useState<Editing | null>(null)
  return (
    <EditContext value={setEditing}>
      {children}
      {editing && list(editing, () => setEditing(null))}
    </EditContext>
  )
}

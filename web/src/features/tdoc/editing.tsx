import { createContext, use } from 'react'
import type { ChangeKind } from './change.ts'

/** A place in the table whose list of values is open: one row's, or that of the selection. */
export type Editing = { kind: ChangeKind; ids: readonly string[]; anchor: HTMLElement }

/** Opens the list of values beside the button that was pressed. It stays the same, so that no row is drawn again for it. */
export const EditContext = createContext<(editing: Editing) => void>(() => undefined)

export const useEdit = () => use(EditContext)

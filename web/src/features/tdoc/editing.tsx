import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { createContext, type ReactNode, use, useState } from 'react'
import type { ChangeKind } from './change.ts'

export type Editing = { kind: ChangeKind; ids: readonly string[]; anchor: HTMLElement }

/** Opens the list of values beside the pressed button. It stays the same, so that no row is drawn again for it. */
const EditContext = createContext<(editing: Editing) => void>(() => undefined)

export const useEdit = () => use(EditContext)

type EditHostProps = {
  children: ReactNode
  list: (editing: Editing, close: () => void) => ReactNode
}

/** Stores which list is open. Opening one draws this component again, but not the table in it. */
export const EditHost = ({ children, list }: EditHostProps) => {
  const [editing, setEditing] = useState<Editing | null>(null)
  return (
    <EditContext value={setEditing}>
      {children}
      {editing && list(editing, () => setEditing(null))}
    </EditContext>
  )
}

const bulkLabels: [ChangeKind, string][] = [
  ['underwriter', 'Underwriter'],
  ['reviewer', 'Reviewer'],
  ['status', 'Status'],
  ['progress', 'Progress'],
]

export const BulkBar = ({ ids, isBusy }: { ids: ReadonlySet<string>; isBusy: boolean }) => {
  const edit = useEdit()
  return bulkLabels.map(([kind, label]) => (
    <Button
      key={kind}
      size="compact-sm"
      variant="default"
      aria-haspopup="listbox"
      aria-label={`Set ${label.toLowerCase()}`}
      // Not `disabled`: the pressed button keeps the focus.
      aria-disabled={isBusy}
      data-disabled={isBusy || undefined}
      data-bulk={kind}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      onClick={({ currentTarget }) => isBusy || edit({ kind, ids: [...ids], anchor: currentTarget })}
    >
      {label}
    </Button>
  ))
}

/** Returns the focus to the button of a bulk change; false where there is none. */
export const focusBulkButton = (kind: ChangeKind): boolean => {
  const button = document.querySelector<HTMLElement>(`[data-bulk="${kind}"]`)
  button?.focus({ preventScroll: true })
  return button !== null
}

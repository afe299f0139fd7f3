import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ChangeKind } from './change.ts'
import { useEdit } from './editing.tsx'

const words: [ChangeKind, string][] = [
  ['underwriter', 'Underwriter'],
  ['reviewer', 'Reviewer'],
  ['status', 'Status'],
  ['progress', 'Progress'],
]

/** What can be set in all selected rows at once. */
export const BulkBar = ({ ids, isBusy }: { ids: ReadonlySet<string>; isBusy: boolean }) => {
  const edit = useEdit()
  return words.map(([kind, label]) => (
    <Button
      key={kind}
      size="compact-sm"
      variant="default"
      aria-haspopup="listbox"
      aria-label={`Set ${label.toLowerCase()}`}
      // Not `disabled`: whoever chose keeps the focus on it.
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

/** Back to the button that a change of the selection came from; false where the bar is gone, or was not in it. */
export const focusBulkButton = (kind: ChangeKind): boolean => {
  const button = document.querySelector<HTMLElement>(`[data-bulk="${kind}"]`)
  button?.focus({ preventScroll: true })
  return button !== null
}

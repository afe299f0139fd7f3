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
      disabled={isBusy}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      onClick={({ currentTarget }) => edit({ kind, ids: [...ids], anchor: currentTarget })}
    >
      {label}
    </Button>
  ))
}

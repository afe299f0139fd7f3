import { Box } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { createContext } from 'react'
import type { Value } from '../../../lib/autosave/edits.ts'
import { fieldText } from '../field-text.ts'

/** A change after the request was sent: the value that was sent, the value now, and who changed it last. */
export type Edit = { before: Value; after: Value; by: string }
export type Edited = Partial<Record<string, Edit>>

/** The changes of the form around a field. */
export const EditedContext = createContext<Edited>({})

/** Under a field that was changed after the request was sent: the value that was sent, and who changed it. */
export const EditNote = ({ name, edit: { before, by } }: { name: string; edit: Edit }) => (
  <Box component="span" display="block" c="dimmed" fz="xs">
    <IconPencil size={12} aria-hidden /> Edited by {by}, before: {fieldText(name, before)}
  </Box>
)

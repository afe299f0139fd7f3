import { Box } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { createContext } from 'react'
import type { Value } from '../../../lib/autosave/edits.ts'
import { fieldText } from '../shared/field-text.ts'

export type Edit = { before: Value; after: Value; by: string }
export type Edited = Partial<Record<string, Edit>>

export const EditedContext = createContext<Edited>({})

export const EditNote = ({ name, edit: { before, by } }: { name: string; edit: Edit }) => (
  <Box component="span" display="block" c="dimmed" fz="xs">
    <IconPencil size={12} aria-hidden /> Edited by {by}, before: {fieldText(name, before)}
  </Box>
)

import { Box } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { createContext } from 'react'
import type { Edit, Edits } from '../../history/queries.ts'
import { fieldText } from '../shared/field-text.ts'

/** The changes of the form around a field. */
export const EditedContext = createContext<Edits>({})

/** Under a field that was changed after the request was sent: the value that was sent, and who changed it. */
export const EditNote = ({ name, edit: { before, by } }: { name: string; edit: Edit }) => (
  <Box component="span" display="block" c="dimmed" fz="xs">
    <IconPencil size={12} aria-hidden /> Edited by {by}, before: {fieldText(name, before)}
  </Box>
)

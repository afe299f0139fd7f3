import { IconPencil } from '@tabler/icons-react'
import { fieldText } from '../field-text.ts'
import type { Edit } from './edited.ts'
import classes from './form.module.css'

/** Under a field that was changed after the request was sent: the value that was sent, and who changed it. */
export const EditNote = ({ name, edit: { before, by } }: { name: string; edit: Edit }) => (
  <span className={classes.editNote}>
    <IconPencil size={12} aria-hidden /> Edited by {by}, before: {fieldText(name, before)}
  </span>
)

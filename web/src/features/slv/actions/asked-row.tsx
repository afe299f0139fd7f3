import { ActionIcon, Autocomplete, type OptionsFilter, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { ExamplePicker } from '../../document/example-picker.tsx'
import { commonDocuments } from './common-documents.ts'
import classes from './request-documents-dialog.module.css'

/** One document as it is being asked for. */
export type AskedDraft = { name: string; note: string; exampleDocumentId?: string | undefined }

/** Those that hold what is typed; none once one is chosen. */
const suggested: OptionsFilter = ({ options, search, limit }) => {
  const typed = search.trim().toLowerCase()
  const found = options.flatMap((option) =>
    'value' in option && option.label.toLowerCase().includes(typed) ? [option] : [],
  )
  return found.some(({ label }) => label.toLowerCase() === typed) ? [] : found.slice(0, limit)
}

type AskedRowProps = {
  slvId: string
  index: number
  row: AskedDraft
  isOnly: boolean
  /** The input's id and what is wrong with it, by the name of the field. */
  field: (name: keyof AskedDraft) => { id: string; error: string | undefined }
  onChange: (part: Partial<AskedDraft>) => void
  onRemove: () => void
}

/** One document to ask for: what it is called, what it must show, and an example of it. */
export const AskedRow = ({ slvId, index, row, isOnly, field, onChange, onRemove }: AskedRowProps) => (
  <li className={classes.row}>
    <Autocomplete
      {...field('name')}
      className={classes.name ?? ''}
      label={`Document ${index + 1}`}
      withAsterisk
      placeholder="Bank statements, last 12 months"
      data={[...commonDocuments]}
      limit={8}
      filter={suggested}
      openOnFocus={false}
      {...(index === 0 && { 'data-autofocus': true })}
      value={row.name}
      onChange={(name) => onChange({ name })}
    />
    <ActionIcon
      className={classes.remove}
      variant="subtle"
      color="gray"
      size={32}
      aria-label={`Remove document ${index + 1}`}
      disabled={isOnly}
      onClick={onRemove}
    >
      <IconTrash size={16} />
    </ActionIcon>
    <Textarea
      {...field('note')}
      className={classes.wide ?? ''}
      label={`Note on document ${index + 1}`}
      placeholder="What it must show, in words for the seller"
      autosize
      minRows={1}
      maxRows={6}
      value={row.note}
      onChange={(event) => onChange({ note: event.currentTarget.value })}
    />
    <ExamplePicker
      {...field('exampleDocumentId')}
      slvId={slvId}
      label={`Example for document ${index + 1}`}
      value={row.exampleDocumentId ?? null}
      onChange={(exampleDocumentId) => onChange({ exampleDocumentId: exampleDocumentId ?? undefined })}
    />
  </li>
)

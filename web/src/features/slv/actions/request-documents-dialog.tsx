import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { PendingDocuments } from '@portal/contract/slv/bodies'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { z } from 'zod'
import { fieldId } from '../../../ui/field-problems.tsx'
import { useMove } from '../queries.ts'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'
import classes from './request-documents-dialog.module.css'
import { useDialogForm } from './use-dialog-form.ts'

const most = 50
const blank = { name: '', note: '' }

/** Asks the seller for documents, each with its name and a note. */
export const RequestDocumentsDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const move = useMove(slv.id, 'set-pending-documents', onMoved)
  const form = useDialogForm({
    name: `${slv.id} set-pending-documents`,
    initial: { pendingDocuments: [blank], statusComment: '' },
    typed: z.object({
      pendingDocuments: z.array(z.object({ name: z.string(), note: z.string() })),
      statusComment: z.string(),
    }),
    body: PendingDocuments,
  })
  const { pendingDocuments: rows, statusComment } = form.values
  const change = (index: number, part: Partial<typeof blank>) =>
    form.set({ pendingDocuments: rows.map((row, at) => (at === index ? { ...row, ...part } : row)) })

  const add = () => {
    form.set({ pendingDocuments: [...rows, blank] })
    const name = fieldId(`dialog.pendingDocuments.${rows.length}.name`)
    requestAnimationFrame(() => document.getElementById(name)?.focus())
  }

  return (
    <MoveDialog
      slv={slv}
      action="set-pending-documents"
      size="lg"
      submitLabel="Request documents"
      onClose={onClose}
      check={form.submit}
      onSend={() => move.mutateAsync(form.values)}
    >
      <ol className={classes.rows}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
          <li key={index}>
            <TextInput
              {...form.field(`pendingDocuments.${index}.name`)}
              label={`Document ${index + 1}`}
              withAsterisk
              placeholder="Bank statements, last 12 months"
              {...(index === 0 && { 'data-autofocus': true })}
              value={row.name}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
            />
            <TextInput
              {...form.field(`pendingDocuments.${index}.note`)}
              label="Note"
              placeholder="What it must show"
              value={row.note}
              onChange={(event) => change(index, { note: event.currentTarget.value })}
            />
            <ActionIcon
              className={classes.remove}
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`Remove document ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => form.set({ pendingDocuments: rows.filter((_, at) => at !== index) })}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Button
        className={classes.add}
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={rows.length >= most}
        onClick={add}
      >
        Add a document
      </Button>
      <Textarea
        {...form.field('statusComment')}
        label="Internal comment"
        description="Never shown to the seller: say what the seller needs to know in the notes."
        autosize
        minRows={2}
        maxRows={10}
        value={statusComment}
        onChange={(event) => form.set({ statusComment: event.currentTarget.value })}
      />
    </MoveDialog>
  )
}

import { Button, Textarea } from '@mantine/core'
import { PendingDocuments } from '@portal/contract/slv/bodies'
import { IconPlus } from '@tabler/icons-react'
import { z } from 'zod'
import { fieldId } from '../../../ui/field-problems.tsx'
import { useMove } from '../queries.ts'
import { type AskedDraft, AskedRow } from './asked-row.tsx'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'
import classes from './request-documents-dialog.module.css'
import { useDialogForm } from './use-dialog-form.ts'

const most = 50
const blank: AskedDraft = { name: '', note: '' }

/** Asks the seller for documents, each with its name, a note and an example. */
export const RequestDocumentsDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const move = useMove(slv.id, 'set-pending-documents', onMoved)
  const form = useDialogForm({
    name: `${slv.id} set-pending-documents`,
    initial: { pendingDocuments: [blank], statusComment: '' },
    typed: z.object({
      pendingDocuments: z.array(
        z.object({ name: z.string(), note: z.string(), exampleDocumentId: z.string().optional() }),
      ),
      statusComment: z.string(),
    }),
    body: PendingDocuments,
  })
  const { pendingDocuments: rows, statusComment } = form.values
  const change = (index: number, part: Partial<AskedDraft>) =>
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
          <AskedRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
            key={index}
            slvId={slv.id}
            index={index}
            row={row}
            isOnly={rows.length === 1}
            field={(name) => form.field(`pendingDocuments.${index}.${name}`)}
            onChange={(part) => change(index, part)}
            onRemove={() => form.set({ pendingDocuments: rows.filter((_, at) => at !== index) })}
          />
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

import { Text, Textarea, TextInput } from '@mantine/core'
import { Erasure, type ErasurePreview } from '@portal/contract/retention/model'
import { useSchemaForm } from '../../lib/state/use-schema-form.ts'
import * as format from '../../lib/text/format.ts'
import {
  useEraseLoan,
  usePreviewErasure,
} from '../../records/retention/queries.ts'
import { FormDialog } from '../../ui/dialogs.tsx'
import { Hint } from '../../ui/presets.ts'
import { LoanRecords } from './loan-records.tsx'

const countLabels = {
  documents: ['document', 'documents'],
  comments: ['comment', 'comments'],
  rounds: ['past round', 'past rounds'],
  entries: ['history entry', 'history entries'],
  notifications: ['notification', 'notifications'],
} as const

const Preview = ({
  preview: { records, counts, refusal },
}: {
  preview: ErasurePreview
}) => (
  <>
    <LoanRecords records={records} />
    {refusal === null ? (
      <Text size="sm">
        This erases the borrower’s name and address, the contact information and
        text of the request, and borrower data in{' '}
        {Object.entries(countLabels)
          .map(
            ([key, [one, many]]) =>
              [counts[key as keyof typeof countLabels], one, many] as const,
          )
          .map(
            ([count, one, many]) =>
              `${format.count(count)} ${count === 1 ? one : many}`,
          )
          .join(', ')}
        . Decisions, figures, dates and loan numbers are kept. Documents and
        notifications are deleted. History entries are kept without the erased
        values.
      </Text>
    ) : (
      <Text c="var(--mantine-color-error)" role="alert">
        {refusal}
      </Text>
    )}
  </>
)

/**
 * Erases the borrower data of a loan in two steps: a preview, then a typed
 * confirmation.
 */
export const EraseDialog = ({ onClose }: { onClose: () => void }) => {
  const look = usePreviewErasure()
  const { mutateAsync: erase } = useEraseLoan()
  const { form, submit } = useSchemaForm({
    initialValues: { loanNumber: '', confirmation: '', reason: '' },
    schema: Erasure,
  })
  const loanNumber = form.values.loanNumber.trim()
  const preview = look.data
  if (!preview) {
    return (
      <FormDialog
        title="Erase borrower data"
        onClose={onClose}
        submitLabel="Continue"
        isSubmitDisabled={loanNumber === ''}
        back={{ label: 'Cancel', onBack: onClose }}
        onSubmit={() => look.mutateAsync(loanNumber)}
      >
        <Hint>
          Enter a loan number to see what would be erased from its SLVs and
          Tdocs. Nothing is erased yet.
        </Hint>
        <TextInput
          label="Loan number"
          data-autofocus
          maxLength={40}
          autoComplete="off"
          {...form.getInputProps('loanNumber')}
        />
      </FormDialog>
    )
  }
  const save = () =>
    submit(async (values) => {
      await erase({ ...values, loanNumber })
      onClose()
    })
  return (
    <FormDialog
      key="confirm"
      title={`Erase the borrower data of loan ${loanNumber}`}
      size="lg"
      isDanger
      onClose={onClose}
      submitLabel="Erase"
      isSubmitDisabled={preview.refusal !== null}
      back={{ label: 'Back', onBack: look.reset }}
      onSubmit={save}
    >
      <Preview preview={preview} />
      {preview.refusal === null && (
        <>
          <Textarea
            label="Reason"
            data-autofocus
            withAsterisk
            aria-required
            autosize
            minRows={2}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
          <TextInput
            label="Type the loan number to confirm"
            description="You can’t undo this."
            withAsterisk
            aria-required
            autoComplete="off"
            {...form.getInputProps('confirmation')}
          />
        </>
      )}
    </FormDialog>
  )
}

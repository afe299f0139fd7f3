import {
  SegmentedControl,
  Select,
  Text,
  Textarea,
  type TextareaProps,
  TextInput,
} from '@mantine/core'
import { required } from '@portal/contract/lib/fields'
import { noSuchLoan } from '@portal/contract/retention/messages'
import { type LoanRecord, NewHold } from '@portal/contract/retention/model'
import { useSchemaForm } from '../../lib/state/use-schema-form.ts'
import {
  useCreateHold,
  usePreviewErasure,
} from '../../records/retention/queries.ts'
import { useCompanyChoices } from '../../records/user/use-company-choices.ts'
import { FormDialog } from '../../ui/dialogs.tsx'
import { LoanRecords } from './loan-records.tsx'

type Draft = {
  of: 'loan' | 'company'
  loanNumber: string
  companyId: string | null
  reason: string
}

const bodyOf = ({ of, loanNumber, companyId, reason }: Draft) => ({
  ...(of === 'loan' ? { loanNumber } : { companyId: companyId ?? undefined }),
  reason,
})
const findMissingSeller = ({ of, companyId }: Draft) =>
  of === 'company' && companyId === null
    ? [{ field: 'companyId', error: required }]
    : []

/**
 * Sets a legal hold on a loan, after showing what it covers, or on all of a
 * seller's loans.
 */
export const HoldDialog = ({ onClose }: { onClose: () => void }) => {
  const { mutateAsync: create } = useCreateHold()
  const { choices, field } = useCompanyChoices('SELLER')
  const { form, submit } = useSchemaForm<Draft>({
    initialValues: { of: 'loan', loanNumber: '', companyId: null, reason: '' },
    schema: NewHold,
    toBody: bodyOf,
    findOwnProblems: findMissingSeller,
  })
  const draft = form.values
  const save = () =>
    submit(async (values) => {
      await create(bodyOf(values))
      onClose()
    })
  const look = usePreviewErasure()
  const loanNumber = draft.loanNumber.trim()
  if (draft.of === 'loan' && look.data)
    return (
      <ConfirmHold
        key="confirm"
        loanNumber={loanNumber}
        records={look.data.records}
        reason={form.getInputProps('reason')}
        onClose={onClose}
        onBack={look.reset}
        onSubmit={save}
      />
    )
  return (
    <FormDialog
      title="Place a legal hold"
      onClose={onClose}
      submitLabel={draft.of === 'loan' ? 'Continue' : 'Place hold'}
      isSubmitDisabled={draft.of === 'loan' && loanNumber === ''}
      back={{ label: 'Cancel', onBack: onClose }}
      onSubmit={() =>
        draft.of === 'loan' ? look.mutateAsync(loanNumber) : save()
      }
    >
      <SegmentedControl
        aria-label="Put on hold"
        value={draft.of}
        onChange={(of) =>
          form.setFieldValue('of', of === 'company' ? 'company' : 'loan')
        }
        data={[
          { value: 'loan', label: 'A loan' },
          { value: 'company', label: 'A seller' },
        ]}
      />
      {draft.of === 'loan' ? (
        <TextInput
          label="Loan number"
          description="The buyer’s or the seller’s number"
          withAsterisk
          aria-required
          data-autofocus
          maxLength={40}
          autoComplete="off"
          {...form.getInputProps('loanNumber')}
        />
      ) : (
        <>
          <Select
            {...field}
            label="Seller"
            withAsterisk
            aria-required
            data={choices}
            value={draft.companyId}
            onChange={(companyId) => form.setFieldValue('companyId', companyId)}
            error={field.error || form.errors.companyId}
          />
          <Reason {...form.getInputProps('reason')} />
        </>
      )}
    </FormDialog>
  )
}

type ConfirmHoldProps = {
  loanNumber: string
  records: readonly LoanRecord[]
  reason: TextareaProps
  onClose: () => void
  onBack: () => void
  onSubmit: () => Promise<unknown>
}

/** Shows what a hold on the loan covers. */
const ConfirmHold = ({
  loanNumber,
  records,
  reason,
  onClose,
  onBack,
  onSubmit,
}: ConfirmHoldProps) => (
  <FormDialog
    title={`Place a legal hold on loan ${loanNumber}`}
    size="lg"
    onClose={onClose}
    submitLabel="Place hold"
    isSubmitDisabled={records.length === 0}
    back={{ label: 'Back', onBack: onBack }}
    onSubmit={onSubmit}
  >
    <Covered records={records} />
    {records.length > 0 && <Reason {...reason} data-autofocus />}
  </FormDialog>
)

const Reason = (props: TextareaProps) => (
  <Textarea
    label="Reason"
    withAsterisk
    aria-required
    autosize
    minRows={2}
    maxLength={500}
    {...props}
  />
)

const Covered = ({ records }: { records: readonly LoanRecord[] }) =>
  records.length === 0 ? (
    <Text c="var(--mantine-color-error)" role="alert">
      {noSuchLoan} A hold on it would protect nothing.
    </Text>
  ) : (
    <>
      <Text size="sm">
        This hold covers these SLVs and Tdocs, and any that are added to the
        loan later:
      </Text>
      <LoanRecords records={records} />
    </>
  )

import {
  SegmentedControl,
  Select,
  Text,
  Textarea,
  type TextareaProps,
  TextInput,
} from '@mantine/core'
import { problemsOf } from '@portal/contract/lib/problems'
import { noSuchLoan } from '@portal/contract/retention/messages'
import { type LoanRecord, NewHold } from '@portal/contract/retention/model'
import { useCheckedFields } from '../../lib/state/use-fields.ts'
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
const problemsIn = (draft: Draft) => {
  if (draft.of === 'company' && draft.companyId === null)
    return [{ field: 'companyId', error: 'Required' }]
  return problemsOf(NewHold.safeParse(bodyOf(draft)).error?.issues ?? [])
}

/**
 * Sets a legal hold on a loan, after showing what it covers, or on all of a
 * seller's loans.
 */
export const HoldDialog = ({ onClose }: { onClose: () => void }) => {
  const { mutateAsync: create } = useCreateHold()
  const { choices, field } = useCompanyChoices('SELLER')
  const { draft, change, text, errorOf, check } = useCheckedFields<Draft>(
    { of: 'loan', loanNumber: '', companyId: null, reason: '' },
    problemsIn,
  )
  const look = usePreviewErasure()
  const loanNumber = draft.loanNumber.trim()
  if (draft.of === 'loan' && look.data)
    return (
      <FormDialog
        key="confirm"
        title={`Set a legal hold on loan ${loanNumber}`}
        size="lg"
        onClose={onClose}
        submitLabel="Set hold"
        isSubmitDisabled={look.data.records.length === 0}
        back={{ label: 'Back', onBack: look.reset }}
        onSubmit={async () => {
          check()
          await create(bodyOf(draft))
          onClose()
        }}
      >
        <Covered records={look.data.records} />
        {look.data.records.length > 0 && (
          <Reason {...text('reason')} data-autofocus />
        )}
      </FormDialog>
    )
  const submit = async () => {
    if (draft.of === 'loan') return look.mutateAsync(loanNumber)
    check()
    await create(bodyOf(draft))
    onClose()
  }
  return (
    <FormDialog
      title="Set a legal hold"
      onClose={onClose}
      submitLabel={draft.of === 'loan' ? 'Continue' : 'Set hold'}
      isSubmitDisabled={draft.of === 'loan' && loanNumber === ''}
      back={{ label: 'Cancel', onBack: onClose }}
      onSubmit={submit}
    >
      <SegmentedControl
        aria-label="Put on hold"
        value={draft.of}
        onChange={(of) => change({ of: of === 'company' ? 'company' : 'loan' })}
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
          {...text('loanNumber')}
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
            onChange={(companyId) => change({ companyId })}
            error={field.error || errorOf('companyId')}
          />
          <Reason {...text('reason')} />
        </>
      )}
    </FormDialog>
  )
}

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

import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { problemsOf } from '@portal/contract/lib/problems'
import { NewHold } from '@portal/contract/retention/model'
import { useCheckedFields } from '../../lib/state/use-fields.ts'
import { FormDialog } from '../../ui/dialogs.tsx'
import { useCompanyChoices } from '../user/shared/use-company-choices.ts'
import { useCreateHold } from './queries.ts'

type Draft = { of: 'loan' | 'company'; loanNumber: string; companyId: string | null; reason: string }

const bodyOf = ({ of, loanNumber, companyId, reason }: Draft) => ({
  ...(of === 'loan' ? { loanNumber } : { companyId: companyId ?? undefined }),
  reason,
})
const problemsIn = (draft: Draft) => {
  if (draft.of === 'company' && draft.companyId === null) return [{ field: 'companyId', error: 'Required' }]
  return problemsOf(NewHold.safeParse(bodyOf(draft)).error?.issues ?? [])
}

/** Sets a legal hold on a loan or on all of a seller's loans. */
export const HoldDialog = ({ onClose }: { onClose: () => void }) => {
  const { mutateAsync: create } = useCreateHold()
  const { choices, field } = useCompanyChoices('SELLER')
  const { draft, change, text, errorOf, check } = useCheckedFields<Draft>(
    { of: 'loan', loanNumber: '', companyId: null, reason: '' },
    problemsIn,
  )
  const submit = async () => {
    check()
    await create(bodyOf(draft))
  }
  return (
    <FormDialog title="Set a legal hold" onClose={onClose} submitLabel="Set hold" onSubmit={submit}>
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
          withAsterisk
          aria-required
          data-autofocus
          maxLength={40}
          autoComplete="off"
          {...text('loanNumber')}
        />
      ) : (
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
      )}
      <Textarea label="Reason" withAsterisk aria-required autosize minRows={2} maxLength={500} {...text('reason')} />
    </FormDialog>
  )
}

import {
  MultiSelect,
  Select,
  SimpleGrid,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { ContractVarianceAnswer } from '@portal/contract/guideline/api'
import { measuredParameters } from '@portal/contract/guideline/figures'
import { type Program, parameters } from '@portal/contract/guideline/model'
import { useState } from 'react'
import { useCompanyChoices } from '../../../records/user/use-company-choices.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useSaveVariance } from './queries.ts'
import { useStoredFields } from './save-box.tsx'
import { ScopeFields } from './scope-fields.tsx'
import {
  newDraft,
  readDraft,
  toDraft,
  type VarianceDraft,
} from './variance-draft.ts'

type VarianceDialogProps = {
  /** The contract variance as it is now; none for a new one. */
  stored: ContractVarianceAnswer | null
  programs: readonly Program[]
  onClose: () => void
}

/** Adds a contract variance, or changes one. Its seller stays. */
export const VarianceDialog = ({
  stored,
  programs,
  onClose,
}: VarianceDialogProps) => {
  const save = useSaveVariance()
  const fields = useStoredFields({
    saved: stored ? toDraft(stored) : undefined,
    create: newDraft,
  })
  const { draft, change, errorOf, text, choice, isStale, conflict } = fields
  // 'programs', or 'programs.0' for one of them.
  const programError = fields.problems.find(({ field }) =>
    field.startsWith('programs'),
  )?.error
  const submit = () => {
    const { body, problems } = readDraft(draft)
    const existing = stored && { id: stored.id, version: draft.version }
    return fields.submit(
      problems,
      async () => body && save.mutateAsync({ body, existing }),
    )
  }
  return (
    <FormDialog
      title={stored ? `Edit ${stored.code}` : 'Add contract variance'}
      submitLabel={stored ? 'Save' : 'Add contract variance'}
      size="lg"
      isSubmitDisabled={isStale}
      onClose={onClose}
      onSubmit={submit}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Code"
          description="As shown in the contract, such as V-12"
          required
          maxLength={20}
          data-autofocus
          {...text('code')}
        />
        {stored ? (
          <FixedSeller name={stored.sellerName} />
        ) : (
          <SellerSelect
            error={errorOf('sellerId')}
            onChange={(sellerId) => change({ sellerId })}
          />
        )}
      </SimpleGrid>
      <MultiSelect
        label="Programs"
        placeholder={draft.programs.length === 0 ? 'All programs' : ''}
        searchable
        data={programs.map(({ code, name }) => ({ value: code, label: name }))}
        {...choice('programs')}
        error={programError}
      />
      <LimitFields fields={fields} />
      <ScopeFields draft={draft} errorOf={errorOf} onChange={change} />
      <TermFields text={text} />
      {conflict}
    </FormDialog>
  )
}

type Fields = ReturnType<typeof useStoredFields<VarianceDraft>>

/** What the variance allows instead of the guideline limit. */
const LimitFields = ({
  fields: { draft, text, choice },
}: {
  fields: Fields
}) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <Select
      label="Parameter"
      placeholder="Choose"
      required
      searchable
      allowDeselect={false}
      data={measuredParameters.map((value) => ({
        value,
        label: parameters[value].label,
      }))}
      {...choice('parameter')}
    />
    <NumberText
      label="Contract limit"
      required
      unit={draft.parameter && parameters[draft.parameter].unit}
      {...text('value')}
    />
  </SimpleGrid>
)

/** From when to when the variance applies, and how much it covers. */
const TermFields = ({ text }: Pick<Fields, 'text'>) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <TextInput type="date" label="Effective date" required {...text('from')} />
    <TextInput
      type="date"
      label="End date"
      description="Leave blank for no end date"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...text('to')}
    />
    <NumberText
      label="Loan cap"
      unit="loans"
      placeholder="No cap"
      {...text('capLoans')}
    />
    <NumberText
      label="Dollar cap"
      unit="$"
      placeholder="No cap"
      {...text('capAmount')}
    />
  </SimpleGrid>
)

/** A number with its unit: dollars before it, others after it. */
const NumberText = ({
  unit,
  ...props
}: TextInputProps & { unit: string | null }) => (
  <TextInput
    {...props}
    inputMode="decimal"
    leftSection={unit === '$' ? unit : undefined}
    rightSection={unit === '$' ? undefined : unit}
    rightSectionWidth={
      unit && unit !== '$' ? `${unit.length * 0.55 + 1.1}rem` : undefined
    }
    rightSectionPointerEvents="none"
  />
)

type SellerSelectProps = {
  error: string | undefined
  onChange: (sellerId: string) => void
}

const SellerSelect = ({ error, onChange }: SellerSelectProps) => {
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(
    null,
  )
  const { choices, field } = useCompanyChoices('SELLER', chosen?.label)
  const sellers =
    chosen && !choices.some(({ value }) => value === chosen.value)
      ? [chosen, ...choices]
      : choices
  return (
    <Select
      {...field}
      label="Seller"
      description="The seller whose contract has this variance"
      placeholder="Search by name"
      required
      allowDeselect={false}
      data={sellers}
      value={chosen?.value ?? null}
      error={field.error || error}
      onChange={(value) => {
        setChosen(sellers.find((seller) => seller.value === value) ?? null)
        onChange(value ?? '')
      }}
    />
  )
}

const FixedSeller = ({ name }: { name: string }) => (
  <TextInput
    label="Seller"
    description="Can’t be changed"
    disabled
    value={name}
  />
)

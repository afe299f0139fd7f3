import { MultiSelect, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ContractVarianceAnswer } from '@portal/contract/guideline/api'
import { measuredParameters } from '@portal/contract/guideline/figures'
import { type Parameter, type Program, parameters } from '@portal/contract/guideline/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasStatus, problemsOf } from '../../../lib/call-error.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { sellersQuery, useSaveVariance } from './queries.ts'
import { ConflictBox } from './save-box.tsx'
import { ScopeFields } from './scope-fields.tsx'
import { draftOf, newDraft, readDraft, type VarianceDraft } from './variance-draft.ts'

type VarianceDialogProps = {
  /** The contract variance as it is now; none for a new one. */
  stored: ContractVarianceAnswer | null
  programs: readonly Program[]
  onClose: () => void
}

/** Adds a contract variance, or changes one. Its seller stays. */
export const VarianceDialog = ({ stored, programs, onClose }: VarianceDialogProps) => {
  const [draft, setDraft] = useState(() => (stored ? draftOf(stored) : newDraft()))
  const [problems, setProblems] = useState<ReturnType<typeof problemsOf>>([])
  const save = useSaveVariance()
  const isStale = stored !== null && hasStatus(save.error, 412) && draft.version !== stored.version
  const errorOf = (name: string) => problems.find(({ field }) => field === name)?.error
  const change = (part: Partial<VarianceDraft>) => setDraft({ ...draft, ...part })
  const unit = draft.parameter && parameters[draft.parameter].unit
  const submit = async () => {
    const { body, problems: wrong } = readDraft(draft)
    setProblems(wrong)
    if (!body) throw new Error('Check the highlighted fields')
    const of = stored && { id: stored.id, version: draft.version }
    await save.mutateAsync({ body, of }, { onError: (error) => setProblems(problemsOf(error)) })
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
          value={draft.code}
          error={errorOf('code')}
          onChange={(event) => change({ code: event.currentTarget.value })}
          data-autofocus
        />
        {stored ? (
          <TextInput label="Seller" description="Can’t be changed" disabled value={stored.sellerName} />
        ) : (
          <SellerSelect error={errorOf('sellerId')} onChange={(sellerId) => change({ sellerId })} />
        )}
      </SimpleGrid>
      <MultiSelect
        label="Programs"
        placeholder={draft.programs.length === 0 ? 'All programs' : ''}
        searchable
        data={programs.map(({ code, name }) => ({ value: code, label: name }))}
        value={draft.programs}
        error={problems.find(({ field }) => field.startsWith('programs'))?.error}
        onChange={(chosen) => change({ programs: chosen })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Parameter"
          placeholder="Choose"
          required
          searchable
          allowDeselect={false}
          data={measuredParameters.map((value) => ({ value, label: parameters[value].label }))}
          value={draft.parameter}
          error={errorOf('parameter')}
          onChange={(parameter: Parameter | null) => change({ parameter })}
        />
        <NumberText
          label="Contract limit"
          required
          unit={unit}
          value={draft.value}
          error={errorOf('value')}
          onChange={(value) => change({ value })}
        />
      </SimpleGrid>
      <ScopeFields draft={draft} errorOf={errorOf} onChange={change} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          type="date"
          label="Effective date"
          required
          value={draft.from}
          error={errorOf('from')}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="End date"
          description="Leave blank for no end date"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={draft.to}
          error={errorOf('to')}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
        <NumberText
          label="Loan cap"
          unit="loans"
          placeholder="No cap"
          value={draft.capLoans}
          error={errorOf('capLoans')}
          onChange={(capLoans) => change({ capLoans })}
        />
        <NumberText
          label="Dollar cap"
          unit="$"
          placeholder="No cap"
          value={draft.capAmount}
          error={errorOf('capAmount')}
          onChange={(capAmount) => change({ capAmount })}
        />
      </SimpleGrid>
      {isStale && (
        <ConflictBox
          onDiscard={() => setDraft(draftOf(stored))}
          onKeepMine={() => change({ version: stored.version })}
        />
      )}
    </FormDialog>
  )
}

type NumberTextProps = {
  label: string
  unit: string | null
  value: string
  error: string | undefined
  onChange: (value: string) => void
  required?: boolean
  placeholder?: string
}

/** A number with its unit: dollars before it, others after it. */
const NumberText = ({ unit, onChange, ...props }: NumberTextProps) => (
  <TextInput
    {...props}
    inputMode="decimal"
    leftSection={unit === '$' ? unit : undefined}
    rightSection={unit === '$' ? undefined : unit}
    rightSectionWidth={unit && unit !== '$' ? `${unit.length * 0.55 + 1.1}rem` : undefined}
    rightSectionPointerEvents="none"
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

type SellerSelectProps = { error: string | undefined; onChange: (sellerId: string) => void }

const SellerSelect = ({ error, onChange }: SellerSelectProps) => {
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search.trim(), 200)
  const { data, isError, isPending } = useQuery(sellersQuery(wanted === chosen?.label ? '' : wanted))
  const found = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const sellers = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      label="Seller"
      description="The seller whose contract has this variance"
      placeholder="Search by name"
      required
      searchable
      allowDeselect={false}
      openOnFocus={false}
      data={sellers}
      value={chosen?.value ?? null}
      searchValue={search}
      onSearchChange={setSearch}
      error={isError ? 'Couldn’t load the sellers' : error}
      nothingFoundMessage={isPending ? 'Loading…' : 'No matching sellers'}
      onChange={(value) => {
        setChosen(sellers.find((seller) => seller.value === value) ?? null)
        onChange(value ?? '')
      }}
    />
  )
}

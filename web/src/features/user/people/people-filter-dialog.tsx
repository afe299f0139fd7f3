import { Select, SimpleGrid } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FilterDialog } from '../../../ui/list/filter-dialog.tsx'
import { Choices } from '../../../ui/list/name-filter.tsx'
import { useCompanyName } from '../company/use-company-name.ts'
import { companiesQuery } from '../manage-queries.ts'
import { choiceFilters, type PeopleFilter } from './people-search.ts'

type ChoiceKey = keyof typeof choiceFilters

type PeopleFilterDialogProps = {
  filter: PeopleFilter
  choices: Readonly<Record<ChoiceKey, readonly string[]>>
  hasCompanies: boolean
  onFilter: (filter: PeopleFilter) => void
  onClose: () => void
}

export const PeopleFilterDialog = ({ filter, choices, hasCompanies, onFilter, onClose }: PeopleFilterDialogProps) => {
  const [chosen, setChosen] = useState(filter)
  const fieldOf = (key: ChoiceKey) => {
    const { label, labels } = choiceFilters[key]
    return { label, data: choices[key].map((value) => ({ value, label: labels[value] ?? value })) }
  }
  const selectOf = (key: 'status' | 'permission') => ({
    ...fieldOf(key),
    placeholder: `Any ${key}`,
    value: chosen[key] ?? null,
    onChange: (value: string | null) => setChosen({ ...chosen, [key]: value ?? undefined }),
    clearable: true,
    openOnFocus: false,
    nothingFoundMessage: `No such ${key}`,
    clearButtonProps: { 'aria-label': `Clear ${key}` },
  })
  return (
    <FilterDialog size="md" onApply={() => onFilter(chosen)} onClear={() => setChosen({})} onClose={onClose}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {choices.roles.length > 0 && (
          <Choices
            {...fieldOf('roles')}
            value={chosen.roles?.split(',') ?? []}
            onChange={(values) => setChosen({ ...chosen, roles: values.join(',') || undefined })}
          />
        )}
        <Select {...selectOf('status')} />
        {choices.permission.length > 0 && <Select {...selectOf('permission')} searchable />}
        {hasCompanies && (
          <CompanySelect
            value={chosen.companyId ?? null}
            onChange={(id) => setChosen({ ...chosen, companyId: id ?? undefined })}
          />
        )}
      </SimpleGrid>
    </FilterDialog>
  )
}

const CompanySelect = ({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) => {
  const [search, setSearch] = useState('')
  const chosenName = useCompanyName(value)
  const isChosenName = search === chosenName
  const [wanted] = useDebouncedValue(isChosenName ? '' : search.trim(), 200)
  const { data, isError, isPending } = useQuery({
    ...companiesQuery({ search: wanted, kind: undefined, size: 50 }),
    meta: { quiet: true },
  })
  const found = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isGone = value !== null && !found.some((one) => one.value === value)
  return (
    <Select
      label="Company"
      placeholder="Any company"
      data={isGone ? [...found, { value, label: chosenName }] : found}
      value={value}
      onChange={onChange}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      clearable
      openOnFocus={false}
      limit={50}
      nothingFoundMessage={isPending ? 'Loading…' : 'No company by that name'}
      error={isError && 'Couldn’t load the companies'}
      clearButtonProps={{ 'aria-label': 'Clear company' }}
    />
  )
}

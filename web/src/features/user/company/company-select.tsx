import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companiesQuery } from '../manage-queries.ts'
import { useCompanyName } from './use-company-name.ts'

type CompanySelectProps = { value: string | null; onChange: (id: string | null) => void }

export const CompanySelect = ({ value, onChange }: CompanySelectProps) => {
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
      nothingFoundMessage={isPending ? 'Reading…' : 'No company by that name'}
      error={isError && 'Couldn’t load the companies'}
      clearButtonProps={{ 'aria-label': 'Clear company' }}
    />
  )
}

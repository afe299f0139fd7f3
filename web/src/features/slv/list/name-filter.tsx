import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Person } from '@portal/contract/user/model'
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** Finds names by a part of one. */
export type NamesQuery<Read = string[]> = (search: string) => UseQueryOptions<Read, Error, string[], string[]>

type NameFilterProps<Read> = {
  label: string
  values: string[]
  onChange: (values: string[]) => void
  comboboxProps?: ChoicesProps['comboboxProps']
  queryOf: NamesQuery<Read>
}

/** Chooses among names that the server finds. What is chosen stays in sight whatever is searched. */
export const NameFilter = <Read = string[]>({
  label,
  values,
  onChange,
  queryOf,
  comboboxProps,
}: NameFilterProps<Read>) => {
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search.trim(), 200)
  const { data, isError, isPending } = useQuery({ ...queryOf(wanted), placeholderData: keepPreviousData })
  return (
    <Choices
      label={label}
      values={values}
      onChange={onChange}
      options={[...new Set([...values, ...(data ?? [])])].map((name) => ({ value: name, label: name }))}
      isError={isError}
      isPending={isPending}
      search={search}
      onSearch={setSearch}
      {...(comboboxProps && { comboboxProps })}
    />
  )
}

type PersonFilterProps = {
  label: string
  values: string[]
  onChange: (values: string[]) => void
  query: UseQueryOptions<Person[], Error, Person[], string[]>
}

/** Chooses among active people. */
export const PersonFilter = ({ label, values, onChange, query }: PersonFilterProps) => {
  const { data, isError, isPending } = useQuery(query)
  const known = (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const gone = values.filter((id) => !known.some(({ value }) => value === id))
  return (
    <Choices
      label={label}
      values={values}
      onChange={onChange}
      options={[...known, ...gone.map((id) => ({ value: id, label: isPending ? '…' : 'Somebody no longer active' }))]}
      isError={isError}
      isPending={isPending}
    />
  )
}

type ChoicesProps = {
  label: string
  values: string[]
  onChange: (values: string[]) => void
  options: { value: string; label: string }[]
  isError: boolean
  isPending: boolean
  search?: string
  onSearch?: (search: string) => void
  comboboxProps?: MultiSelectProps['comboboxProps']
}

const Choices = ({
  label,
  values,
  onChange,
  options,
  isError,
  isPending,
  search,
  onSearch,
  comboboxProps,
}: ChoicesProps) => (
  <MultiSelect
    label={label}
    placeholder={values.length === 0 ? 'Any' : ''}
    data={options}
    value={values}
    onChange={onChange}
    searchable
    clearable
    hidePickedOptions
    limit={50}
    openOnFocus={false}
    clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
    nothingFoundMessage={isPending ? 'Reading…' : 'Nothing of this name'}
    error={isError && 'The choices could not be read'}
    {...(comboboxProps && { comboboxProps })}
    {...(onSearch && { searchValue: search ?? '', onSearchChange: onSearch })}
  />
)

import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  keepPreviousData,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'

type FieldProps = {
  label: string
  values: string[]
  onChange: (values: string[]) => void
  comboboxProps?: MultiSelectProps['comboboxProps']
}

export type NamesQuery<Data = string[]> = (
  search: string,
) => UseQueryOptions<Data, Error, string[]>

/**
 * Chooses among names that the server finds. The chosen ones stay visible
 * whatever is searched.
 */
export const NameFilter = <Data = string[]>({
  queryOf,
  ...field
}: FieldProps & { queryOf: NamesQuery<Data> }) => {
  const [search, setSearch] = useState('')
  const [debounced] = useDebouncedValue(search.trim(), 200)
  const { data, isError, isPending } = useQuery({
    ...queryOf(debounced),
    placeholderData: keepPreviousData,
  })
  return (
    <ServerChoices
      {...field}
      data={[...new Set([...field.values, ...(data ?? [])])].map((name) => ({
        value: name,
        label: name,
      }))}
      isError={isError}
      isPending={isPending}
      searchValue={search}
      onSearchChange={setSearch}
    />
  )
}

type Person = { id: string; name: string }
type PersonFilterProps<P> = FieldProps & { query: UseQueryOptions<P[]> }

export const PersonFilter = <P extends Person>({
  query,
  ...field
}: PersonFilterProps<P>) => {
  const { data, isError, isPending } = useQuery(query)
  const active = (data ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
  }))
  const inactive = field.values.filter(
    (id) => !active.some(({ value }) => value === id),
  )
  return (
    <ServerChoices
      {...field}
      data={[
        ...active,
        ...inactive.map((id) => ({
          value: id,
          label: isPending ? '…' : 'Inactive user',
        })),
      ]}
      isError={isError}
      isPending={isPending}
    />
  )
}

type ServerChoicesProps = MultiSelectProps & {
  label: string
  values: string[]
  isError: boolean
  isPending: boolean
}

const ServerChoices = ({
  values,
  isError,
  isPending,
  ...field
}: ServerChoicesProps) => (
  <Choices
    {...field}
    value={values}
    limit={50}
    nothingFoundMessage={isPending ? 'Loading…' : 'No matches'}
    error={isError && 'Couldn’t load the options'}
  />
)

export const Choices = ({
  label,
  value,
  ...field
}: MultiSelectProps & { label: string; value: string[] }) => (
  <MultiSelect
    label={label}
    placeholder={value.length === 0 ? 'Any' : ''}
    value={value}
    searchable
    clearable
    hidePickedOptions
    openOnFocus={false}
    clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
    nothingFoundMessage="No matches"
    {...field}
  />
)

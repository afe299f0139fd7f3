import { Select, type SelectProps } from '@mantine/core'
import type { Person } from '@portal/contract/user/model'
import type { UseQueryResult } from '@tanstack/react-query'

type PersonSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  people: UseQueryResult<Person[]>
  value: string | null
  onChange: (id: string | null) => void
}

export const PersonSelect = ({ people, error, ...rest }: PersonSelectProps) => (
  <Select
    {...rest}
    searchable
    disabled={people.isPending}
    placeholder={people.isPending ? 'Loading…' : rest.placeholder}
    nothingFoundMessage="No one by that name"
    error={people.isError ? 'Couldn’t load the list of people' : error}
    data={
      people.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
    }
  />
)

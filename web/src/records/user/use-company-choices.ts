import { useDebouncedValue } from '@mantine/hooks'
import type { CompanyKind } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companiesQuery } from './manage-queries.ts'

/**
 * Companies by name for a searchable field: what the server finds, and the
 * field's props. A chosen name is no search.
 */
export const useCompanyChoices = (kind?: CompanyKind, chosenName = '') => {
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(
    search === chosenName ? '' : search.trim(),
    200,
  )
  const { data, isError, isPending } = useQuery({
    ...companiesQuery({ search: wanted, kind, size: 50 }),
    meta: { quiet: true },
  })
  return {
    choices: (data?.items ?? []).map(({ id, name }) => ({
      value: id,
      label: name,
    })),
    field: {
      searchable: true,
      searchValue: search,
      onSearchChange: setSearch,
      openOnFocus: false,
      error: isError && 'Couldn’t load the companies',
      nothingFoundMessage: isPending ? 'Loading…' : 'No matching companies',
    },
  }
}

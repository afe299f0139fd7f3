import { useQuery } from '@tanstack/react-query'
import {
  companiesQuery,
  peopleQuery,
} from '../../../records/user/manage-queries.ts'

export const useCompanyName = (companyId: string | null): string => {
  const person = useQuery({
    ...peopleQuery({ companyId: companyId ?? undefined, size: 1 }),
    enabled: companyId !== null,
    placeholderData: undefined,
    meta: { quiet: true },
  })
  const isEmpty = person.data?.items.length === 0
  const companies = useQuery({
    ...companiesQuery({ search: '', kind: undefined, size: 100 }),
    enabled: companyId !== null && isEmpty,
    meta: { quiet: true },
  })
  if (companyId === null) return ''
  if (person.isPending) return '…'
  const [first] = person.data?.items ?? []
  return (
    first?.companyName ??
    companies.data?.items.find(({ id }) => id === companyId)?.name ??
    'One company'
  )
}

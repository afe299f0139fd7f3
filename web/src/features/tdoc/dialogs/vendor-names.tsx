import { useQuery } from '@tanstack/react-query'
import { reviewersQuery } from '../../user/queries.ts'

export const VendorNames = ({ id, seen }: { id: string; seen: readonly string[] }) => {
  const { data = [] } = useQuery(reviewersQuery())
  const names = [...new Set([...data.map(({ companyName }) => companyName), ...seen])].sort()
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}

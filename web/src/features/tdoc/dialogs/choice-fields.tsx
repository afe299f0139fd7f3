import { Checkbox, Group } from '@mantine/core'
import {
  type CategoryType,
  categoryTypeLabels,
  categoryTypes,
} from '@portal/contract/review-category/model'
import { useQuery } from '@tanstack/react-query'
import { reviewersQuery } from '../../../records/user/queries.ts'

type CategoryChoiceProps = {
  value: readonly CategoryType[]
  onChange: (value: CategoryType[]) => void
}

export const CategoryChoice = ({ value, onChange }: CategoryChoiceProps) => (
  <Checkbox.Group
    label="Review categories"
    value={[...value]}
    onChange={(next) =>
      onChange(categoryTypes.filter((type) => next.includes(type)))
    }
  >
    <Group gap="md" mt={4}>
      {categoryTypes.map((type) => (
        <Checkbox key={type} value={type} label={categoryTypeLabels[type]} />
      ))}
    </Group>
  </Checkbox.Group>
)

export const VendorNames = ({
  id,
  seen,
}: {
  id: string
  seen: readonly string[]
}) => {
  const { data = [] } = useQuery(reviewersQuery())
  const names = [
    ...new Set([...data.map(({ companyName }) => companyName), ...seen]),
  ].sort()
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}

import { Select, type SelectProps, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import {
  choiceFilters,
  noFilter,
  type PeopleFilter,
} from '../../../records/user/people-search.ts'
import { useCompanyChoices } from '../../../records/user/use-company-choices.ts'
import { BarEditor } from '../../../ui/list/filter-bar.tsx'
import { FilterDialog } from '../../../ui/list/filter-dialog.tsx'
import { Choices } from '../../../ui/list/name-filter.tsx'
import { useCompanyName } from '../company/use-company-name.ts'

type ChoiceKey = keyof typeof choiceFilters

type FieldsProps = {
  filter: PeopleFilter
  /** Those that this person has; of other filters, all. */
  choices: { [Key in ChoiceKey]?: readonly string[] }
  /** Changes these filters; the others stay. */
  onFilter: (changes: PeopleFilter) => void
}

type PeopleFilterFieldProps = FieldsProps & {
  filterKey: keyof PeopleFilter
  isInBar?: boolean
}

/** The field of one filter in the filter bar. */
export const PeopleBarField = (
  props: Omit<PeopleFilterFieldProps, 'isInBar'>,
) => (
  <BarEditor>
    <PeopleFilterField {...props} isInBar />
  </BarEditor>
)

const PeopleFilterField = (props: PeopleFilterFieldProps) => {
  const { filterKey: key, filter, choices, onFilter, isInBar = false } = props
  const comboboxProps = { withinPortal: !isInBar }
  const set = (value: string | null) => onFilter({ [key]: value || undefined })
  if (key === 'companyId')
    return (
      <CompanySelect
        value={filter.companyId ?? null}
        onChange={set}
        comboboxProps={comboboxProps}
      />
    )
  const { label, labels } = choiceFilters[key]
  const field = {
    label,
    comboboxProps,
    data: (choices[key] ?? Object.keys(labels)).map((value) => ({
      value,
      label: labels[value] ?? value,
    })),
  }
  if (key === 'roles')
    return (
      <Choices
        {...field}
        value={filter.roles?.split(',') ?? []}
        onChange={(values) => set(values.join(','))}
      />
    )
  return (
    <Select
      {...field}
      placeholder={`Any ${key}`}
      value={filter[key] ?? null}
      onChange={set}
      searchable={key === 'permission'}
      clearable
      openOnFocus={false}
      nothingFoundMessage="No matches"
      clearButtonProps={{ 'aria-label': `Clear ${key}` }}
    />
  )
}

type PeopleFilterDialogProps = FieldsProps & {
  keys: readonly (keyof PeopleFilter)[]
  onClose: () => void
}

export const PeopleFilterDialog = ({
  filter,
  choices,
  keys,
  onFilter,
  onClose,
}: PeopleFilterDialogProps) => {
  const [changes, setChanges] = useState<PeopleFilter>({})
  return (
    <FilterDialog
      size="md"
      onApply={() => onFilter(changes)}
      onClear={() => setChanges(noFilter)}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {keys.map((key) => (
          <PeopleFilterField
            key={key}
            filterKey={key}
            filter={{ ...filter, ...changes }}
            choices={choices}
            onFilter={(change) => setChanges({ ...changes, ...change })}
          />
        ))}
      </SimpleGrid>
    </FilterDialog>
  )
}

type CompanySelectProps = Pick<SelectProps, 'comboboxProps'> & {
  value: string | null
  onChange: (id: string | null) => void
}

const CompanySelect = ({ value, ...select }: CompanySelectProps) => {
  const chosenName = useCompanyName(value)
  const { choices, field } = useCompanyChoices(undefined, chosenName)
  const isGone = value !== null && !choices.some((one) => one.value === value)
  return (
    <Select
      {...field}
      {...select}
      label="Company"
      placeholder="Any company"
      data={isGone ? [...choices, { value, label: chosenName }] : choices}
      value={value}
      clearable
      limit={50}
      clearButtonProps={{ 'aria-label': 'Clear company' }}
    />
  )
}

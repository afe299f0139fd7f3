import { MultiSelect, Select, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { FilterDialog } from '../../../ui/list/filter-dialog.tsx'
import { CompanySelect } from '../company/company-select.tsx'
import { choiceFilters, type PeopleFilter } from './people-search.ts'

type ChoiceKey = keyof typeof choiceFilters

type PeopleFilterDialogProps = {
  filter: PeopleFilter
  choices: Readonly<Record<ChoiceKey, readonly string[]>>
  hasCompanies: boolean
  onFilter: (filter: PeopleFilter) => void
  onClose: () => void
}

const keys: ChoiceKey[] = ['roles', 'status', 'permission']

export const PeopleFilterDialog = ({ filter, choices, hasCompanies, onFilter, onClose }: PeopleFilterDialogProps) => {
  const [chosen, setChosen] = useState(filter)
  return (
    <FilterDialog size="md" onApply={() => onFilter(chosen)} onClear={() => setChosen({})} onClose={onClose}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {keys
          .filter((key) => choices[key].length > 0)
          .map((key) => {
            const { label, labels, isMulti, isSearchable } = choiceFilters[key]
            const name = label.toLowerCase()
            const field = {
              label,
              data: choices[key].map((value) => ({ value, label: labels[value] ?? value })),
              placeholder: chosen[key] ? '' : `Any ${name}`,
              searchable: isSearchable,
              clearable: true,
              openOnFocus: false,
              nothingFoundMessage: `No such ${name}`,
              clearButtonProps: { 'aria-label': `Clear ${name}` },
            }
            const choose = (value: string | null) => setChosen({ ...chosen, [key]: value || undefined })
            return isMulti ? (
              <MultiSelect
                key={key}
                {...field}
                value={chosen[key]?.split(',') ?? []}
                onChange={(values) => choose(values.join(','))}
                hidePickedOptions
              />
            ) : (
              <Select key={key} {...field} value={chosen[key] ?? null} onChange={choose} />
            )
          })}
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

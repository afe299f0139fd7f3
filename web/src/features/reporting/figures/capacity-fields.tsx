import { MultiSelect, SimpleGrid } from '@mantine/core'
import { SlvGroup, slvGroupLabels, slvGroups } from '@portal/contract/slv/status'
import { isCustom, TimeframeSelect, TypeChecks } from '../../slv/list/choice-fields.tsx'
import { DateRange, rangeProblems } from '../../slv/list/date-range.tsx'
import { PersonFilter } from '../../slv/list/name-filter.tsx'
import { underwritersQuery } from '../../user/queries.ts'
import { lastMonths, monthLabel } from './months.ts'
import type { CapacityFilter } from './report-search.ts'

type CapacityFieldsProps = {
  chosen: CapacityFilter
  onChoose: (change: Partial<CapacityFilter>) => void
  /** The civil day in New York: the months end with it. */
  today: string
}

/** What narrows the Underwriter Capacity table (spec.md §3). */
export const CapacityFields = ({ chosen, onChoose, today }: CapacityFieldsProps) => {
  const months = lastMonths(today)
  const older = chosen.months.filter((month) => !months.some(({ value }) => value === month))
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3, xl: 5 }} spacing="md" verticalSpacing="sm">
        <MultiSelect
          label="Status group"
          placeholder={chosen.statuses.length === 0 ? 'Any status' : ''}
          data={slvGroups.map((group) => ({ value: group, label: slvGroupLabels[group] }))}
          value={chosen.statuses}
          onChange={(values) => onChoose({ statuses: values.map((value) => SlvGroup.parse(value)) })}
          clearable
          hidePickedOptions
          openOnFocus={false}
          clearButtonProps={{ 'aria-label': 'Clear status group' }}
        />
        <TypeChecks value={chosen.type} onChange={(type) => onChoose({ type })} />
        <PersonFilter
          label="Underwriters"
          values={chosen.underwriterIds}
          onChange={(underwriterIds) => onChoose({ underwriterIds })}
          query={underwritersQuery()}
        />
        <MultiSelect
          label="Months"
          placeholder={chosen.months.length === 0 ? 'Any month' : ''}
          data={[...months, ...older.map((value) => ({ value, label: monthLabel(value) }))]}
          value={chosen.months}
          onChange={(values) => onChoose({ months: values.toSorted() })}
          clearable
          hidePickedOptions
          openOnFocus={false}
          clearButtonProps={{ 'aria-label': 'Clear months' }}
        />
        <TimeframeSelect time={chosen} onChange={onChoose} />
      </SimpleGrid>
      {isCustom(chosen) && (
        <DateRange from={chosen.from} to={chosen.to} problems={rangeProblems(chosen)} onChange={onChoose} />
      )}
    </>
  )
}

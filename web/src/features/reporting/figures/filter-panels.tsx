import { Select, SimpleGrid } from '@mantine/core'
import {
  narrowsTo,
  reportingTableModes,
} from '@portal/contract/reporting/policy'
import { sharedFilters } from '@portal/contract/reporting/summary'
import {
  SlvGroup,
  slvGroupLabels,
  slvGroups,
} from '@portal/contract/slv/status'
import type { Actor } from '@portal/contract/user/model'
import {
  DateRange,
  isCustom,
  rangeProblems,
  TimeframeSelect,
  TypeChecks,
} from '../../../records/slv/choice-fields.tsx'
import { FilterFields } from '../../../records/slv/filter-fields.tsx'
import { useChoices } from '../../../records/slv/use-choices.ts'
import { underwritersQuery } from '../../../records/user/queries.ts'
import { Choices, PersonFilter } from '../../../ui/list/name-filter.tsx'
import { lastMonths, monthLabel } from './capacity/months.ts'
import cards from './figure-section.module.css'
import classes from './filter-panels.module.css'
import { namesCounted } from './queries.ts'
import {
  type CapacityFilter,
  type FiguresFilter,
  type FiguresList,
  listLabel,
} from './report-search.ts'

type FigureFiltersProps = {
  actor: Actor
  filter: FiguresFilter
  onFilter: (filter: FiguresFilter) => void
}

/**
 * The filters of the figures (spec.md §2); each choice is applied immediately.
 */
export const FigureFilters = ({
  actor,
  filter,
  onFilter,
}: FigureFiltersProps) => {
  const { chosen, choose } = useChoices(filter, onFilter)
  const lists = listsFor(actor)
  return (
    <section
      className={`${cards.card} ${classes.panel}`}
      aria-label="Report filters"
    >
      <FilterFields
        names={namesCounted}
        isOffered={(key) => key === 'status' || key in sharedFilters}
        role={actor.role}
        chosen={chosen}
        onChoose={choose}
        columns={{ base: 1, sm: 2, md: 3, lg: 4 }}
        first={
          <Select
            label="List"
            data={lists.map((list) => ({
              value: toKey(list),
              label: listLabel(list),
            }))}
            value={toKey(chosen)}
            allowDeselect={false}
            openOnFocus={false}
            onChange={(value) =>
              choose(lists.find((list) => toKey(list) === value) ?? {})
            }
          />
        }
      />
    </section>
  )
}

/** The actor's lists, the department first. */
const listsFor = (actor: Actor): FiguresList[] => {
  const [department, ...others] = reportingTableModes
    .filter((mode) => narrowsTo(mode)(actor))
    .toReversed()
    .map(
      (tableMode): FiguresList => ({ tableMode, departmentTableMode: 'ALL' }),
    )
  return department
    ? [
        department,
        { ...department, departmentTableMode: 'TRANSFERRED' },
        ...others,
      ]
    : []
}

const toKey = ({ tableMode, departmentTableMode }: FiguresList) =>
  `${tableMode} ${departmentTableMode}`

type CapacityFiltersProps = {
  filter: CapacityFilter
  onFilter: (filter: CapacityFilter) => void
  /** The civil day in New York: the months end with it. */
  today: string
}

/**
 * The filters of the Underwriter Capacity table (spec.md §3); each choice is
 * applied immediately.
 */
export const CapacityFilters = ({
  filter,
  onFilter,
  today,
}: CapacityFiltersProps) => {
  const { chosen, choose } = useChoices(filter, onFilter)
  const months = lastMonths(today)
  const older = chosen.months.filter(
    (month) => !months.some(({ value }) => value === month),
  )
  return (
    <section
      className={`${cards.card} ${classes.panel}`}
      aria-label="Table filters"
    >
      <SimpleGrid
        cols={{ base: 1, sm: 2, md: 3, xl: 5 }}
        spacing="md"
        verticalSpacing="sm"
      >
        <Choices
          label="Status group"
          placeholder={chosen.statuses.length === 0 ? 'Any status' : ''}
          data={slvGroups.map((group) => ({
            value: group,
            label: slvGroupLabels[group],
          }))}
          value={chosen.statuses}
          onChange={(values) =>
            choose({ statuses: values.map((value) => SlvGroup.parse(value)) })
          }
        />
        <TypeChecks
          value={chosen.uwcType}
          onChange={(uwcType) => choose({ uwcType })}
        />
        <PersonFilter
          label="Underwriters"
          values={chosen.uwcUnderwriterIds}
          onChange={(uwcUnderwriterIds) => choose({ uwcUnderwriterIds })}
          query={underwritersQuery()}
        />
        <Choices
          label="Months"
          placeholder={chosen.months.length === 0 ? 'Any month' : ''}
          data={[
            ...months,
            ...older.map((value) => ({ value, label: monthLabel(value) })),
          ]}
          value={chosen.months}
          onChange={(values) => choose({ months: values.toSorted() })}
        />
        <TimeframeSelect time={chosen} onChange={choose} />
      </SimpleGrid>
      {isCustom(chosen) && (
        <DateRange
          from={chosen.from}
          to={chosen.to}
          problems={rangeProblems(chosen)}
          onChange={choose}
        />
      )}
    </section>
  )
}

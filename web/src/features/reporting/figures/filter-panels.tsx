import { Select } from '@mantine/core'
import { narrowsTo, reportingTableModes } from '@portal/contract/reporting/policy'
import type { Actor } from '@portal/contract/user/model'
import { rangeProblems } from '../../slv/list/date-range.tsx'
import { applicable, FilterFields, isWrong } from '../../slv/list/filter-fields.tsx'
import { CapacityFields } from './capacity-fields.tsx'
import classes from './filter-panels.module.css'
import { type FiguresList, listLabel } from './list-label.ts'
import { namesCounted } from './queries.ts'
import type { CapacityFilter, FiguresFilter } from './report-search.ts'
import { useChosen } from './use-chosen.ts'

type FigureFiltersProps = { actor: Actor; filter: FiguresFilter; onFilter: (filter: FiguresFilter) => void }

/** What narrows the figures (spec.md §2); each choice is applied at once. */
export const FigureFilters = ({ actor, filter, onFilter }: FigureFiltersProps) => {
  const { chosen, choose } = useChosen(filter, onFilter, {
    isWrong,
    applicable: (next) => ({ ...next, ...applicable(next) }),
  })
  const lists = listsFor(actor)
  return (
    <section className={classes.panel} aria-label="Filters of the figures">
      <FilterFields
        names={namesCounted}
        role={actor.role}
        chosen={chosen}
        onChoose={choose}
        columns={{ base: 1, sm: 2, md: 3, lg: 4 }}
        first={
          <Select
            label="List"
            data={lists.map((list) => ({ value: keyOf(list), label: listLabel(list) }))}
            value={keyOf(chosen)}
            allowDeselect={false}
            openOnFocus={false}
            onChange={(value) => choose(lists.find((list) => keyOf(list) === value) ?? {})}
          />
        }
      />
    </section>
  )
}

/** The lists that one has, the whole first. */
const listsFor = (actor: Actor): FiguresList[] => {
  const [whole, ...others] = reportingTableModes
    .filter((mode) => narrowsTo(mode)(actor))
    .toReversed()
    .map((tableMode): FiguresList => ({ tableMode, departmentTableMode: 'ALL' }))
  return whole ? [whole, { ...whole, departmentTableMode: 'TRANSFERRED' }, ...others] : []
}

const keyOf = ({ tableMode, departmentTableMode }: FiguresList) => `${tableMode} ${departmentTableMode}`

type CapacityFiltersProps = { filter: CapacityFilter; onFilter: (filter: CapacityFilter) => void; today: string }

/** What narrows the Underwriter Capacity table; each choice is applied at once. */
export const CapacityFilters = ({ filter, onFilter, today }: CapacityFiltersProps) => {
  const { chosen, choose } = useChosen(filter, onFilter, {
    isWrong: (next) => Object.values(rangeProblems(next)).some((problem) => problem !== null),
    applicable: (next) =>
      next.timeframe === 'CUSTOM' && !next.from && !next.to ? { ...next, timeframe: undefined } : next,
  })
  return (
    <section className={classes.panel} aria-label="Filters of the table">
      <CapacityFields chosen={chosen} onChoose={choose} today={today} />
    </section>
  )
}

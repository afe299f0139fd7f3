import { SimpleGrid, type SimpleGridProps } from '@mantine/core'
import { type SlvFilterKey, slvFilterKeys } from '@portal/contract/slv/list-query'
import type { Role } from '@portal/contract/user/model'
import type { ReactNode } from 'react'
import { Choices, NameFilter, type NamesQuery, PersonFilter } from '../../../ui/list/name-filter.tsx'
import { bddsQuery, underwritersQuery } from '../../user/queries.ts'
import { DateRange, isCustom, rangeProblems, TimeframeSelect, TypeChecks } from './choice-fields.tsx'
import { filterRow, hasField, type ListFilter } from './list-filter.ts'

type FilterFieldsProps = {
  names: { sellers: NamesQuery; programs: NamesQuery }
  role: Role
  chosen: ListFilter
  onChoose: (change: Partial<ListFilter>) => void
  columns?: SimpleGridProps['cols']
  first?: ReactNode
  /** In a dialog the lower lists open over the fields, not over its buttons. */
  isDialog?: boolean
}

export const FilterFields = ({ names, role, chosen, onChoose, ...layout }: FilterFieldsProps) => {
  const fieldOf = (key: SlvFilterKey) => {
    const row = filterRow(key)
    // The dialog has a checkbox for it; the reporting page doesn't filter by it.
    if (key === 'overdue' || !hasField(key, role)) return null
    const isLower = key === 'timeframe' || key === 'productCodes'
    const comboboxProps = layout.isDialog && isLower ? ({ position: 'top' } as const) : {}
    if (key === 'timeframe')
      return <TimeframeSelect key={key} time={chosen} onChange={onChoose} comboboxProps={comboboxProps} />
    if (key === 'type') return <TypeChecks key={key} value={chosen.type} onChange={(type) => onChoose({ type })} />
    const field = {
      label: row.label,
      comboboxProps,
      onChange: (values: string[]) => {
        const change: Partial<ListFilter> = {}
        onChoose({ ...change, [key]: values })
      },
    }
    if (row.names) return <NameFilter key={key} {...field} values={chosen[key]} queryOf={names[row.names]} />
    if (row.people) return <PersonFilter key={key} {...field} values={chosen[key]} query={peopleQueries[row.people]} />
    const name = row.label.toLowerCase()
    return (
      <Choices
        key={key}
        {...field}
        placeholder={chosen[key].length === 0 ? `Any ${name}` : ''}
        data={(row.valuesFor?.(role) ?? Object.keys(row.labels ?? {})).map((value) => ({
          value,
          label: row.labels?.[value] ?? value,
        }))}
        value={chosen[key]}
        nothingFoundMessage={`No such ${name}`}
      />
    )
  }
  return (
    <>
      <SimpleGrid cols={layout.columns ?? { base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {layout.first}
        {slvFilterKeys.map(fieldOf)}
      </SimpleGrid>
      {isCustom(chosen) && (
        <DateRange from={chosen.from} to={chosen.to} problems={rangeProblems(chosen)} onChange={onChoose} />
      )}
    </>
  )
}

const peopleQueries = { bdds: bddsQuery, underwriters: underwritersQuery() }

export type FilterTime = Partial<Pick<ListFilter, 'timeframe' | 'from' | 'to'>>

export const isWrong = (chosen: FilterTime) => Object.values(rangeProblems(chosen)).some((problem) => problem !== null)

export const applicable = <T extends FilterTime>(filter: T): T =>
  filter.timeframe === 'CUSTOM' && !filter.from && !filter.to ? { ...filter, timeframe: undefined } : filter

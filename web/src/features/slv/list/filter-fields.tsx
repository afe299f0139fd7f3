import { MultiSelect, SimpleGrid, type SimpleGridProps } from '@mantine/core'
import { SlvStatus, slvStatusLabels, statusesFor } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import type { ReactNode } from 'react'
import { bddsQuery, underwritersQuery } from '../../user/queries.ts'
import { isCustom, TimeframeSelect, TypeChecks } from './choice-fields.tsx'
import { DateRange, rangeProblems } from './date-range.tsx'
import { type ListFilter, narrowsByPeople } from './list-filter.ts'
import { NameFilter, type NamesQuery, PersonFilter } from './name-filter.tsx'

type FilterFieldsProps = {
  /** Which sellers and programs are offered. */
  names: { sellers: NamesQuery; programs: NamesQuery }
  role: Role
  chosen: ListFilter
  onChoose: (change: Partial<ListFilter>) => void
  /** Fields beside each other, by the width of the window. */
  columns?: SimpleGridProps['cols']
  /** One more field, before the others. */
  first?: ReactNode
  /** In a dialog the lower lists open over the fields, not over its buttons. */
  isDialog?: boolean
}

/** The fields that narrow SLVs, in the order of spec.md §2: for the dialog of the lists and for the panel of the reporting page. */
export const FilterFields = ({
  names,
  role,
  chosen,
  onChoose,
  columns = { base: 1, sm: 2 },
  first,
  isDialog = false,
}: FilterFieldsProps) => {
  const lower = isDialog && upwards
  return (
    <>
      <SimpleGrid cols={columns} spacing="md" verticalSpacing="sm">
        {first}
        <MultiSelect
          label="Status"
          placeholder={chosen.status.length === 0 ? 'Any status' : ''}
          data={statusesFor(role).map((status) => ({ value: status, label: slvStatusLabels[status] }))}
          value={chosen.status}
          onChange={(values) => onChoose({ status: values.map((value) => SlvStatus.parse(value)) })}
          searchable
          clearable
          hidePickedOptions
          openOnFocus={false}
          clearButtonProps={{ 'aria-label': 'Clear status' }}
          nothingFoundMessage="No such status"
        />
        {narrowsByPeople(role) && (
          <>
            <NameFilter
              label="Sellers"
              values={chosen.sellers}
              onChange={(sellers) => onChoose({ sellers })}
              queryOf={names.sellers}
            />
            {!isOnlyOwn(role) && (
              <PersonFilter
                label="BDDs"
                values={chosen.bdds}
                onChange={(bdds) => onChoose({ bdds })}
                query={bddsQuery}
              />
            )}
            <PersonFilter
              label="Underwriters"
              values={chosen.underwriterIds}
              onChange={(underwriterIds) => onChoose({ underwriterIds })}
              query={underwritersQuery()}
            />
          </>
        )}
        <TypeChecks value={chosen.type} onChange={(type) => onChoose({ type })} />
        <TimeframeSelect time={chosen} onChange={onChoose} {...(lower && { comboboxProps: lower })} />
        <NameFilter
          label="Non-Agency Programs"
          values={chosen.productCodes}
          onChange={(productCodes) => onChoose({ productCodes })}
          queryOf={names.programs}
          {...(lower && { comboboxProps: lower })}
        />
      </SimpleGrid>
      {isCustom(chosen) && (
        <DateRange from={chosen.from} to={chosen.to} problems={rangeProblems(chosen)} onChange={onChoose} />
      )}
    </>
  )
}

const upwards = { position: 'top' } as const

/** A BDD's list holds their own sellers and nobody else's. */
const isOnlyOwn = (role: Role) => role === 'BDD' || role === 'UBDD'

/** Whether what is chosen can not be applied as it stands. */
export const isWrong = (chosen: ListFilter) => {
  const { from, to } = rangeProblems(chosen)
  return from !== null || to !== null
}

/** A custom range of which no day was chosen narrows nothing. */
export const applicable = (filter: ListFilter): ListFilter =>
  filter.timeframe === 'CUSTOM' && !filter.from && !filter.to ? { ...filter, timeframe: undefined } : filter

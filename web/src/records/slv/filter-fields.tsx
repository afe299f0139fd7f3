import {
  type ComboboxProps,
  SimpleGrid,
  type SimpleGridProps,
} from '@mantine/core'
import {
  type SlvFilterKey,
  slvFilterKeys,
} from '@portal/contract/slv/list-query'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BarEditor } from '../../ui/list/filter-bar.tsx'
import {
  Choices,
  NameFilter,
  type NamesQuery,
  PersonFilter,
} from '../../ui/list/name-filter.tsx'
import { programsQuery } from '../guideline/queries.ts'
import { bddsQuery, underwritersQuery } from '../user/queries.ts'
import {
  DateRange,
  isCustom,
  rangeProblems,
  TimeframeSelect,
  TypeChecks,
} from './choice-fields.tsx'
import { filterRow, hasField, type ListFilter } from './list-filter.ts'
import { ownersQuery } from './owners-query.ts'
import { RangeField } from './range-field.tsx'
import { useChoices } from './use-choices.ts'

type FilterFieldsProps = {
  names: { sellers: NamesQuery; programs: NamesQuery }
  role: Role
  chosen: ListFilter
  onChoose: (change: Partial<ListFilter>) => void
  columns?: SimpleGridProps['cols']
  first?: ReactNode
  /** The reporting page has fewer filters than the lists. */
  isOffered?: (key: SlvFilterKey) => boolean
  /** In a dialog the lower lists open over the fields, not over its buttons. */
  isDialog?: boolean
}

const everyKey = () => true

export const FilterFields = ({
  columns,
  first,
  isDialog = false,
  isOffered = everyKey,
  ...props
}: FilterFieldsProps) => (
  <>
    <SimpleGrid
      cols={columns ?? { base: 1, sm: 2 }}
      spacing="md"
      verticalSpacing="sm"
    >
      {first}
      {slvFilterKeys
        .filter((key) => key !== 'overdue')
        .filter((key) => isOffered(key) && hasField(key, props.role))
        .map((key) => (
          <FilterField
            key={key}
            {...props}
            filterKey={key}
            comboboxProps={
              isDialog && (key === 'timeframe' || key === 'productCodes')
                ? { position: 'top' }
                : {}
            }
          />
        ))}
    </SimpleGrid>
    <CustomRange {...props} />
  </>
)

type CommonProps = Pick<
  FilterFieldsProps,
  'names' | 'role' | 'chosen' | 'onChoose'
>

const CustomRange = ({
  chosen,
  onChoose,
}: Pick<CommonProps, 'chosen' | 'onChoose'>) =>
  isCustom(chosen) && (
    <DateRange
      from={chosen.from}
      to={chosen.to}
      problems={rangeProblems(chosen)}
      onChange={onChoose}
    />
  )

type FilterFieldProps = CommonProps & {
  filterKey: Exclude<SlvFilterKey, 'overdue'>
  comboboxProps?: ComboboxProps
}

export const FilterField = ({
  filterKey: key,
  names,
  role,
  chosen,
  onChoose,
  comboboxProps,
}: FilterFieldProps) => {
  const row = filterRow(key)
  if (key === 'timeframe')
    return (
      <TimeframeSelect
        time={chosen}
        onChange={onChoose}
        comboboxProps={comboboxProps}
      />
    )
  if (key === 'type')
    return (
      <TypeChecks value={chosen.type} onChange={(type) => onChoose({ type })} />
    )
  const field = {
    label: row.label,
    comboboxProps,
    onChange: (values: string[]) => {
      const change: Partial<ListFilter> = {}
      onChoose({ ...change, [key]: values })
    },
  }
  if (row.range)
    return (
      <RangeField
        label={row.label}
        unit={row.range}
        values={chosen[key]}
        onChange={field.onChange}
      />
    )
  if (row.isReason) return <ReasonFilter {...field} values={chosen[key]} />
  if (row.names)
    return (
      <NameFilter {...field} values={chosen[key]} queryOf={names[row.names]} />
    )
  if (row.people === 'owners')
    return <PersonFilter {...field} values={chosen[key]} query={ownersQuery} />
  if (row.people)
    return (
      <PersonFilter
        {...field}
        values={chosen[key]}
        query={peopleQueries[row.people]}
      />
    )
  const name = row.label.toLowerCase()
  return (
    <Choices
      {...field}
      placeholder={chosen[key].length === 0 ? `Any ${name}` : ''}
      data={(row.valuesFor?.(role) ?? Object.keys(row.labels ?? {})).map(
        (value) => ({
          value,
          label: row.labels?.[value] ?? value,
        }),
      )}
      value={chosen[key]}
      nothingFoundMessage="No matches"
    />
  )
}

type ReasonFilterProps = {
  label: string
  values: string[]
  onChange: (values: string[]) => void
}

/**
 * The buyer's reasons for variances, and those of older requests that are
 * chosen already.
 */
const ReasonFilter = ({
  values,
  ...field
}: ReasonFilterProps & { comboboxProps?: ComboboxProps }) => {
  const { data } = useQuery(programsQuery)
  const names = [
    ...new Set([...(data?.reasons ?? []).map(({ name }) => name), ...values]),
  ]
  return (
    <Choices
      {...field}
      placeholder={values.length === 0 ? 'Any reason' : ''}
      value={values}
      data={names}
    />
  )
}

/**
 * The field of one filter in the bar. Choices apply immediately; dates only
 * once they form a range.
 */
export const FilterEditor = ({
  onFilter,
  filter,
  ...props
}: FilterEditorProps) => {
  const { chosen, choose } = useChoices(filter, onFilter)
  return (
    <BarEditor>
      <FilterField
        {...props}
        chosen={chosen}
        onChoose={choose}
        comboboxProps={{ withinPortal: false }}
      />
      {props.filterKey === 'timeframe' && (
        <CustomRange chosen={chosen} onChoose={choose} />
      )}
    </BarEditor>
  )
}

type FilterEditorProps = Pick<
  FilterFieldProps,
  'filterKey' | 'names' | 'role'
> & {
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
}

const peopleQueries = {
  bdds: bddsQuery,
  underwriters: underwritersQuery(),
}

import { UnstyledButton } from '@mantine/core'
import type { Capacity } from '@portal/contract/reporting/capacity'
import { type CapacityKey, capacityDefinitions } from '@portal/contract/reporting/definitions'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { FigureName } from '../figure.tsx'
import { daysText, overText } from '../figures-context.ts'
import classes from '../figures-table.module.css'
import { type CapacitySort, type CapacitySortBy, figures, nextSort } from './capacity-sort.ts'

/** A column that counts the units of a status group or of a month. */
export type CountColumn = { key: CapacitySortBy; label: string; title: string }

/** The order of the rows and how to change it; on paper it can't be changed. */
export type Sorting = { sort: CapacitySort; onSort?: ((sort: CapacitySort) => void) | undefined }

/** How many units or months each column covers, in words. */
export const capacityOversOf = ({ totals, months }: Capacity): Record<CapacityKey, string> => {
  const inAll = (units: number) => `${overText(units, 'units')} in all`
  return {
    totalUnits: inAll(totals.totalUnits),
    avgUnits: overText(months.length, 'months'),
    avgLoanAmount: inAll(totals.over.avgLoanAmount),
    avgTurntime: inAll(totals.over.avgTurntime),
    countBy: inAll(totals.totalUnits),
  }
}

type CapacityHeadProps = Sorting & {
  capacity: Capacity
  columns: readonly CountColumn[]
  hasFigures: boolean
}

/** The column names of the table, which explain what they count and sort the rows. */
export const CapacityHead = ({ capacity, columns, hasFigures, ...sorting }: CapacityHeadProps) => {
  const days = daysText(capacity.days)
  const overs = capacityOversOf(capacity)
  return (
    <tr>
      <Head by="underwriter" {...sorting}>
        Underwriter
      </Head>
      {hasFigures &&
        figures.map((key) => (
          <Head
            key={key}
            by={key}
            {...sorting}
            explained={{ definition: capacityDefinitions[key], days, over: overs[key] }}
          >
            {capacityDefinitions[key].label}
          </Head>
        ))}
      {columns.map(({ key, label, title }) => {
        const definition = { ...capacityDefinitions.countBy, label: title }
        return (
          <Head key={key} by={key} {...sorting} explained={{ definition, days, over: overs.countBy }}>
            {label}
          </Head>
        )
      })}
    </tr>
  )
}

type HeadProps = Sorting & {
  by: CapacitySortBy
  explained?: Pick<ComponentProps<typeof FigureName>, 'definition' | 'days' | 'over'>
  children: string
}

const Head = ({ by, sort, onSort, explained, children }: HeadProps) => {
  const isSorted = sort.by === by
  const Arrow = sort.type === 'asc' ? IconArrowUp : IconArrowDown
  const press = onSort && (() => onSort(nextSort(sort, by)))
  return (
    <th scope="col" aria-sort={isSorted ? (sort.type === 'asc' ? 'ascending' : 'descending') : undefined}>
      <span className={classes.head}>
        {isSorted && press && <Arrow size={12} aria-hidden />}
        {explained && (
          <FigureName {...explained} onSort={press}>
            {children}
          </FigureName>
        )}
        {!explained && press && (
          <UnstyledButton fz="inherit" fw="inherit" onClick={press}>
            {children}
          </UnstyledButton>
        )}
        {!explained && !press && children}
      </span>
    </th>
  )
}

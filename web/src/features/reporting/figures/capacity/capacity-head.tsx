import { UnstyledButton } from '@mantine/core'
import type { Capacity } from '@portal/contract/reporting/capacity'
import { type CapacityKey, capacityDefinitions, type Definition } from '@portal/contract/reporting/definitions'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FigureName } from '../figure.tsx'
import { daysText, overText, useFigures } from '../figures-context.ts'
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
  const head = (by: CapacitySortBy, definition: Definition, over: string, shown = definition.label) => (
    <Head key={by} by={by} {...sorting}>
      {(onSort) => (
        <FigureName definition={definition} days={days} over={over} onSort={onSort}>
          {shown}
        </FigureName>
      )}
    </Head>
  )
  return (
    <tr>
      <Head by="underwriter" {...sorting}>
        {(onSort) =>
          onSort ? (
            <UnstyledButton className={classes.nameButton} onClick={onSort}>
              Underwriter
            </UnstyledButton>
          ) : (
            'Underwriter'
          )
        }
      </Head>
      {hasFigures && figures.map((key) => head(key, capacityDefinitions[key], overs[key]))}
      {columns.map(({ key, label, title }) =>
        head(key, { ...capacityDefinitions.countBy, label: title }, overs.countBy, label),
      )}
    </tr>
  )
}

type HeadProps = Sorting & { by: CapacitySortBy; children: (onSort: (() => void) | undefined) => ReactNode }

const Head = ({ by, sort, onSort, children }: HeadProps) => {
  const { isPaper } = useFigures()
  const isSorted = sort.by === by
  const Arrow = sort.type === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th scope="col" aria-sort={isSorted ? (sort.type === 'asc' ? 'ascending' : 'descending') : undefined}>
      <span className={classes.head}>
        {isSorted && !isPaper && <Arrow size={12} aria-hidden />}
        {children(onSort && (() => onSort(nextSort(sort, by))))}
      </span>
    </th>
  )
}

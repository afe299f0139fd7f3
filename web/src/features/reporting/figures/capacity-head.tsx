import { UnstyledButton } from '@mantine/core'
import type { Capacity } from '@portal/contract/reporting/capacity'
import { type CapacityKey, capacityDefinitions, type Definition } from '@portal/contract/reporting/definitions'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { byName, type CapacitySort, type CapacitySortBy, pressed } from './capacity-sort.ts'
import classes from './capacity-table.module.css'
import { FigureName } from './figure.tsx'
import { overText } from './overs.ts'
import { daysText, useScene } from './scene.ts'

/** A column that counts: a group of statuses, or a month. */
export type CountedName = { key: CapacitySortBy; label: string; title: string }

/** Which order the rows have, and what takes another one; on paper nothing does. */
export type Sorting = { sort: CapacitySort; onSort?: ((sort: CapacitySort) => void) | undefined }

type CapacityHeadProps = Sorting & {
  capacity: Capacity
  columns: readonly CountedName[]
  hasFigures: boolean
}

const figures = ['totalUnits', 'avgUnits', 'avgLoanAmount', 'avgTurntime'] as const satisfies CapacityKey[]

/** The names of the table's columns: each says what it counts, and has the rows stand by it. */
export const CapacityHead = ({ capacity, columns, hasFigures, ...sorting }: CapacityHeadProps) => {
  const { totals, months } = capacity
  const days = daysText(capacity.days)
  const inAll = (units: number) => `${overText(units, 'units')} in all`
  const overs = {
    totalUnits: inAll(totals.totalUnits),
    avgUnits: overText(months.length, 'months'),
    avgLoanAmount: inAll(totals.over.avgLoanAmount),
    avgTurntime: inAll(totals.over.avgTurntime),
  }
  const head = (by: CapacitySortBy, definition: Definition, over: string, shown?: string) => (
    <Head key={by} by={by} {...sorting}>
      {(onSort) => (
        <FigureName definition={definition} days={days} over={over} onSort={onSort}>
          {shown ?? definition.label}
        </FigureName>
      )}
    </Head>
  )
  return (
    <tr>
      <Head by="underwriter" {...sorting}>
        {(onSort) => (onSort ? <NameButton onSort={onSort} /> : 'Underwriter')}
      </Head>
      {hasFigures && figures.map((key) => head(key, capacityDefinitions[key], overs[key]))}
      {columns.map(({ key, label, title }) =>
        head(key, { ...capacityDefinitions.countBy, label: title }, overs.totalUnits, label),
      )}
    </tr>
  )
}

const NameButton = ({ onSort }: { onSort: () => void }) => (
  <UnstyledButton className={classes.byName} onClick={onSort}>
    Underwriter
  </UnstyledButton>
)

type HeadProps = Sorting & { by: CapacitySortBy; children: (onSort: (() => void) | undefined) => ReactNode }

const Head = ({ by, sort = byName, onSort, children }: HeadProps) => {
  const { isPaper } = useScene()
  const isSorted = sort.by === by
  const Arrow = sort.type === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th scope="col" aria-sort={isSorted ? (sort.type === 'asc' ? 'ascending' : 'descending') : undefined}>
      <span className={classes.head}>
        {isSorted && !isPaper && <Arrow size={12} aria-hidden />}
        {children(onSort && (() => onSort(pressed(sort, by))))}
      </span>
    </th>
  )
}

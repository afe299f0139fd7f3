import { Button } from '@mantine/core'
import type { Capacity, CapacityRow } from '@portal/contract/reporting/capacity'
import type { Part } from '@portal/contract/reporting/target'
import { type SlvGroup, slvGroupLabels } from '@portal/contract/slv/status'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { averageDays, cents, count, decimals } from '../../../lib/format.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { CapacityHead, type CountedName, type Sorting } from './capacity-head.tsx'
import { inOrder } from './capacity-sort.ts'
import classes from './capacity-table.module.css'
import { Behind } from './figure.tsx'
import { Note } from './figure-section.tsx'
import table from './figures-table.module.css'
import { inParts, monthLabel, shortMonth } from './months.ts'
import { useScene } from './scene.ts'

/** A column that counts, and where a row holds its count. */
type Counted = CountedName & { place: number; part: { group: SlvGroup } | { month: string } }
type Line = Omit<CapacityRow, 'underwriterId' | 'underwriter'>

/** The newest month first: it is the one that is asked for. */
const columnsOf = ({ totals, countBy }: Capacity): Counted[] => {
  const columns = totals.countBy.map((one, place): Counted => {
    if ('status' in one) {
      const { status: group } = one
      const label = slvGroupLabels[group]
      return { key: group, label, title: label, place, part: { group } }
    }
    const { month } = one
    const label = `${shortMonth(month)} ’${month.slice(2, 4)}`
    return { key: month, label, title: monthLabel(month), place, part: { month } }
  })
  return countBy === 'MONTH' ? columns.reverse() : columns
}

/** So many counts stand beside the other figures on paper; more of them have tables of their own, of so many each. */
const besideFigures = 6
const mostOnPaper = 13

const partsOnPaper = (columns: readonly Counted[]) =>
  columns.length <= besideFigures ? [columns] : [[], ...inParts(columns, mostOnPaper)]

/** So many underwriters stand there at first: hundreds would have each step of the page wait for them. */
const mostAtFirst = 50

/**
 * Who has how much (spec.md §2): a row for each underwriter, the totals at its end. On paper a long history goes on in
 * further tables: nothing scrolls there, and nobody asks for more.
 */
export const CapacityTable = ({ capacity, ...sorting }: Sorting & { capacity: Capacity }) => {
  const { isPaper } = useScene()
  const parts = useMemo(() => {
    const columns = columnsOf(capacity)
    return isPaper ? partsOnPaper(columns) : [columns]
  }, [capacity, isPaper])
  const [isWhole, setIsWhole] = useState(false)
  const isLong = !isPaper && capacity.rows.length > mostAtFirst
  // The head answers a press at once; the rows follow, and wait for the next press.
  const all = inOrder(capacity.rows, useDeferredValue(sorting.sort))
  const rows = isLong && !isWhole ? all.slice(0, mostAtFirst) : all
  return (
    <>
      <ScrollRegion label="Capacity by underwriter" className={classes.scroller} data-paper={isPaper || undefined}>
        {parts.map((part, index) => (
          <PartOfTable
            key={part[0]?.key ?? index}
            capacity={capacity}
            rows={rows}
            columns={part}
            hasFigures={index === 0}
            {...sorting}
          />
        ))}
      </ScrollRegion>
      {isLong && (
        <Button size="compact-sm" variant="subtle" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? `Show the first ${mostAtFirst} underwriters` : `Show all ${count(all.length)} underwriters`}
        </Button>
      )}
    </>
  )
}

type PartProps = Sorting & {
  capacity: Capacity
  rows: readonly CapacityRow[]
  columns: readonly Counted[]
  hasFigures: boolean
}

const PartOfTable = ({ capacity, rows, columns, hasFigures, ...sorting }: PartProps) => {
  const { totals } = capacity
  // What nobody is assigned to is not in the totals, and a list can not be asked to leave it out.
  const isWhole = capacity.unassigned === 0
  return (
    <table className={table.table}>
      <thead>
        <CapacityHead capacity={capacity} columns={columns} hasFigures={hasFigures} {...sorting} />
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.underwriterId} row={row} columns={columns} hasFigures={hasFigures} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <Cells line={totals} columns={columns} of="Total" leads={isWhole} part={{}} hasFigures={hasFigures} />
        </tr>
      </tfoot>
    </table>
  )
}

type RowProps = { row: CapacityRow; columns: readonly Counted[]; hasFigures: boolean }

/** Drawn once: rows that are sorted anew are moved. */
const Row = memo(({ row, columns, hasFigures }: RowProps) => (
  <tr>
    <th scope="row" title={row.underwriter}>
      {row.underwriter}
    </th>
    <Cells
      line={row}
      columns={columns}
      of={row.underwriter}
      leads
      part={{ underwriterId: row.underwriterId }}
      hasFigures={hasFigures}
    />
  </tr>
))

type CellsProps = {
  line: Line
  columns: readonly Counted[]
  of: string
  leads: boolean
  part: Part
  hasFigures: boolean
}

const Cells = ({ line, columns, of, leads, part: own, hasFigures }: CellsProps) => {
  const link = (shown: string, part: Part, name: string, over: number, units?: string) => (
    <Behind part={leads ? { ...own, ...part } : null} of={`${of}, ${name}`} over={over} {...(units && { units })}>
      {shown}
    </Behind>
  )
  return (
    <>
      {hasFigures && (
        <>
          <td className={table.strong}>{link(count(line.totalUnits), {}, 'total units', line.totalUnits)}</td>
          <td>{decimals(line.avgUnits)}</td>
          <td>
            {link(
              cents(line.avgLoanAmount),
              { has: 'loanAmount' },
              'average loan amount',
              line.over.avgLoanAmount,
              'units',
            )}
          </td>
          <td>
            {link(
              averageDays(line.avgTurntime),
              { isDecided: true },
              'average turn time',
              line.over.avgTurntime,
              'units',
            )}
          </td>
        </>
      )}
      {columns.map(({ key, title, part, place }) => {
        const units = line.countBy[place]?.count ?? 0
        return (
          <td key={key} data-none={units === 0 || undefined}>
            {link(count(units), part, title, units)}
          </td>
        )
      })}
    </>
  )
}

/** What stands in no row. */
export const UnassignedNote = ({ unassigned }: Pick<Capacity, 'unassigned'>) =>
  unassigned > 0 && (
    <Note>
      {unassigned === 1
        ? '1 SLV within these filters is assigned to nobody and stands in no row.'
        : `${count(unassigned)} SLVs within these filters are assigned to nobody and stand in no row.`}
    </Note>
  )

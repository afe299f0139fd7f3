import type { Capacity, CapacityRow } from '@portal/contract/reporting/capacity'
import { type CapacityKey, capacityDefinitions } from '@portal/contract/reporting/definitions'
import type { Part } from '@portal/contract/reporting/target'
import { type SlvGroup, slvGroupLabels } from '@portal/contract/slv/status'
import { averageDays, cents, count, decimals } from '../../../lib/format.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import classes from './capacity-table.module.css'
import { Behind, FigureName } from './figure.tsx'
import { Note } from './figure-section.tsx'
import table from './figures-table.module.css'
import { monthLabel, shortMonth } from './months.ts'
import { overText } from './overs.ts'
import { daysText, useScene } from './scene.ts'

/** A column that counts: a group of statuses, or a month. `place` is where a row holds its count. */
type Counted = {
  key: string
  label: string
  title: string
  place: number
  part: { group: SlvGroup } | { month: string }
}
type Line = Omit<CapacityRow, 'underwriterId' | 'underwriter'>

const columnsOf = ({ totals }: Capacity): Counted[] =>
  totals.countBy.map((one, place) =>
    'status' in one
      ? {
          key: one.status,
          label: slvGroupLabels[one.status],
          title: slvGroupLabels[one.status],
          place,
          part: { group: one.status },
        }
      : {
          key: one.month,
          label: `${shortMonth(one.month)} ’${one.month.slice(2, 4)}`,
          title: monthLabel(one.month),
          place,
          part: { month: one.month },
        },
  )

/** As many months as stand beside the other figures on a page of paper. */
const mostOnPaper = 12

/**
 * Who has how much (spec.md §2): a row for each underwriter, the totals at its end. On paper a long history goes on in
 * further tables: nothing scrolls there.
 */
export const CapacityTable = ({ capacity }: { capacity: Capacity }) => {
  const { isPaper } = useScene()
  const columns = columnsOf(capacity)
  const most = isPaper ? mostOnPaper : columns.length
  const parts = Array.from({ length: Math.max(1, Math.ceil(columns.length / most)) }, (_, part) =>
    columns.slice(part * most, (part + 1) * most),
  )
  return (
    <ScrollRegion label="Capacity by underwriter" className={classes.scroller}>
      {parts.map((part, index) => (
        <PartOfTable key={part[0]?.key ?? index} capacity={capacity} columns={part} hasFigures={index === 0} />
      ))}
    </ScrollRegion>
  )
}

type PartProps = { capacity: Capacity; columns: readonly Counted[]; hasFigures: boolean }

const PartOfTable = ({ capacity, columns, hasFigures }: PartProps) => {
  const { rows, totals } = capacity
  const days = daysText(capacity.days)
  // What nobody is assigned to is not in the totals, and a list can not be asked to leave it out.
  const isWhole = capacity.unassigned === 0
  const inAll = (units: number) => `${overText(units, 'units')} in all`
  const head = (key: CapacityKey, over: string) => (
    <th scope="col">
      <FigureName definition={capacityDefinitions[key]} days={days} over={over} />
    </th>
  )
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">Underwriter</th>
          {hasFigures && (
            <>
              {head('totalUnits', inAll(totals.totalUnits))}
              {head('avgUnits', overText(capacity.months.length, 'months'))}
              {head('avgLoanAmount', inAll(totals.over.avgLoanAmount))}
              {head('avgTurntime', inAll(totals.over.avgTurntime))}
            </>
          )}
          {columns.map(({ key, label, title }) => (
            <th key={key} scope="col" title={title} className={table.counted}>
              <FigureName
                definition={{ ...capacityDefinitions.countBy, label: title }}
                days={days}
                over={inAll(totals.totalUnits)}
              >
                {label}
              </FigureName>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.underwriterId}>
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

import type { Capacity, CapacityRow } from '@portal/contract/reporting/capacity'
import { type CapacityKey, capacityDefinitions } from '@portal/contract/reporting/definitions'
import type { Part } from '@portal/contract/reporting/target'
import { type SlvGroup, slvGroupLabels } from '@portal/contract/slv/status'
import { averageDays, cents, count, decimals, none } from '../../../lib/format.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Behind, FigureName } from './figure.tsx'
import classes from './figures.module.css'
import { monthLabel, shortMonth } from './months.ts'
import { daysText } from './scene.ts'

/** A column that counts: a group of statuses, or a month. */
type Counted = { key: string; label: string; title: string; part: { group: SlvGroup } | { month: string } }
type Line = Pick<CapacityRow, 'totalUnits' | 'avgUnits' | 'avgLoanAmount' | 'avgTurntime' | 'countBy'>

const columnsOf = ({ totals }: Capacity): Counted[] =>
  totals.countBy.map((one) =>
    'status' in one
      ? {
          key: one.status,
          label: slvGroupLabels[one.status],
          title: slvGroupLabels[one.status],
          part: { group: one.status },
        }
      : {
          key: one.month,
          label: `${shortMonth(one.month)} ’${one.month.slice(2, 4)}`,
          title: monthLabel(one.month),
          part: { month: one.month },
        },
  )

/** Who has how much (spec.md §2): a row for each underwriter, the totals at its end. */
export const CapacityTable = ({ capacity }: { capacity: Capacity }) => {
  const { rows, totals } = capacity
  const columns = columnsOf(capacity)
  const days = daysText(capacity.days)
  // What nobody is assigned to is not in the totals, and a list can not be asked to leave it out.
  const isWhole = capacity.unassigned === 0
  const head = (key: CapacityKey, over: number, unit = 'units') => (
    <th scope="col">
      <FigureName definition={capacityDefinitions[key]} days={days} over={over} unit={unit} />
    </th>
  )
  return (
    <ScrollRegion label="Capacity by underwriter" className={classes.scroller}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Underwriter</th>
            {head('totalUnits', totals.totalUnits)}
            {head('avgUnits', capacity.months.length, 'months')}
            {head('avgLoanAmount', totals.over.avgLoanAmount)}
            {head('avgTurntime', totals.over.avgTurntime)}
            {columns.map(({ key, label, title }) => (
              <th key={key} scope="col" title={title} className={classes.counted}>
                {label}
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
              />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Cells line={totals} columns={columns} of="Total" leads={isWhole} part={{}} />
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

type CellsProps = { line: Line; columns: readonly Counted[]; of: string; leads: boolean; part: Part }

const Cells = ({ line, columns, of, leads, part: own }: CellsProps) => {
  const link = (shown: string, part: Part, name: string) =>
    leads && shown !== '0' && shown !== none ? (
      <Behind part={{ ...own, ...part }} of={`${of}, ${name}`}>
        {shown}
      </Behind>
    ) : (
      shown
    )
  return (
    <>
      <td className={classes.strong}>{link(count(line.totalUnits), {}, 'total units')}</td>
      <td>{decimals(line.avgUnits)}</td>
      <td>{link(cents(line.avgLoanAmount), {}, 'average loan amount')}</td>
      <td>{link(averageDays(line.avgTurntime), { isDecided: true }, 'average turn time')}</td>
      {columns.map(({ key, title, part }, index) => {
        const units = line.countBy[index]?.count ?? 0
        return (
          <td key={key} data-none={units === 0 || undefined}>
            {link(count(units), part, title)}
          </td>
        )
      })}
    </>
  )
}

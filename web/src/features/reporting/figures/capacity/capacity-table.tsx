import { Button, UnstyledButton } from '@mantine/core'
import type { Capacity, CapacityRow } from '@portal/contract/reporting/capacity'
import {
  type CapacityKey,
  capacityDefinitions,
} from '@portal/contract/reporting/definitions'
import type { Part } from '@portal/contract/reporting/target'
import { type SlvGroup, slvGroupLabels } from '@portal/contract/slv/status'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  type ComponentProps,
  memo,
  useDeferredValue,
  useMemo,
  useState,
} from 'react'
import { ariaSorts } from '../../../../lib/list-address.ts'
import {
  averageDays,
  cents,
  count,
  decimals,
  roundMoney,
} from '../../../../lib/text/format.ts'
import { useQuickSort } from '../../../../ui/data-table/use-quick-sort.ts'
import { Hint } from '../../../../ui/presets.ts'
import { ScrollRegion } from '../../../../ui/scroll-region.tsx'
import { FigureLink, FigureName } from '../figure.tsx'
import { daysText, requestCountText, useFigures } from '../figures-context.ts'
import table from '../figures-table.module.css'
import {
  type CapacitySort,
  type CapacitySortBy,
  figures,
  nextSort,
  sortRows,
} from './capacity-sort.ts'
import { inParts, monthLabel, shortMonth } from './months.ts'

/** A column that counts the units of a status group or of a month. */
type CountColumn = { key: CapacitySortBy; label: string; title: string }

/** The order of the rows and how to change it; on paper it can't be changed. */
type Sorting = {
  sort: CapacitySort
  onSort?: ((sort: CapacitySort) => void) | undefined
}

/** How many units or months each column covers, in words. */
export const capacityCoverageTexts = ({
  totals,
  months,
}: Capacity): Record<CapacityKey, string> => {
  const inAll = (units: number) =>
    `${requestCountText(units, 'units')} in total`
  return {
    totalUnits: inAll(totals.totalUnits),
    avgUnits: requestCountText(months.length, 'months'),
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

/**
 * The column names of the table, which explain what they count and sort the
 * rows.
 */
const CapacityHead = ({
  capacity,
  columns,
  hasFigures,
  sort,
  onSort,
}: CapacityHeadProps) => {
  const sorting = useQuickSort(sort, onSort)
  const days = daysText(capacity.days)
  const coverageTexts = capacityCoverageTexts(capacity)
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
            explained={{
              definition: capacityDefinitions[key],
              days,
              over: coverageTexts[key],
            }}
          >
            {capacityDefinitions[key].label}
          </Head>
        ))}
      {columns.map(({ key, label, title }) => {
        const definition = { ...capacityDefinitions.countBy, label: title }
        return (
          <Head
            key={key}
            by={key}
            {...sorting}
            explained={{ definition, days, over: coverageTexts.countBy }}
          >
            {label}
          </Head>
        )
      })}
    </tr>
  )
}

type HeadProps = Sorting & {
  by: CapacitySortBy
  explained?: Pick<
    ComponentProps<typeof FigureName>,
    'definition' | 'days' | 'over'
  >
  children: string
}

const Head = ({ by, sort, onSort, explained, children }: HeadProps) => {
  const isSorted = sort.by === by
  const Arrow = sort.type === 'asc' ? IconArrowUp : IconArrowDown
  const press = onSort && (() => onSort(nextSort(sort, by)))
  return (
    <th scope="col" aria-sort={isSorted ? ariaSorts[sort.type] : undefined}>
      <span className={table.head}>
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

/** A count column with its index in `countBy`. */
type Column = CountColumn & {
  index: number
  part: { group: SlvGroup } | { month: string }
}
type Line = Omit<CapacityRow, 'underwriterId' | 'underwriter'>

/** The count columns; months are newest first. */
const createColumns = ({ totals, countBy }: Capacity): Column[] => {
  const columns = totals.countBy.map((one, index): Column => {
    if ('status' in one) {
      const label = slvGroupLabels[one.status]
      return {
        key: one.status,
        label,
        title: label,
        index,
        part: { group: one.status },
      }
    }
    const { month } = one
    const label = `${shortMonth(month)} ’${month.slice(2, 4)}`
    return {
      key: month,
      label,
      title: monthLabel(month),
      index,
      part: { month },
    }
  })
  return countBy === 'MONTH' ? columns.reverse() : columns
}

/**
 * On paper, more count columns than this go into separate tables, with at most
 * 13 columns each.
 */
const maxBesideFigures = 6
const maxOnPaper = 13

const partsOnPaper = (columns: readonly Column[]) =>
  columns.length <= maxBesideFigures
    ? [columns]
    : [[], ...inParts(columns, maxOnPaper)]

/** Rows shown at first: hundreds of them slow down the page. */
const maxAtFirst = 50

/**
 * A row for each underwriter and the totals (spec.md §2). On paper, a long
 * history continues in further tables.
 */
export const CapacityTable = ({
  capacity,
  ...sorting
}: Sorting & { capacity: Capacity }) => {
  const { isPaper } = useFigures()
  const parts = useMemo(() => {
    const columns = createColumns(capacity)
    return isPaper ? partsOnPaper(columns) : [columns]
  }, [capacity, isPaper])
  const [isWhole, setIsWhole] = useState(false)
  const isLong = !isPaper && capacity.rows.length > maxAtFirst
  // The header responds to a click immediately; the rows follow.
  const all = sortRows(capacity.rows, useDeferredValue(sorting.sort))
  const rows = isLong && !isWhole ? all.slice(0, maxAtFirst) : all
  return (
    <>
      <ScrollRegion
        label="Capacity by underwriter"
        className={table.scroller}
        data-paper={isPaper || undefined}
      >
        {parts.map((columns, index) => (
          <table key={columns[0]?.key ?? index} className={table.table}>
            <thead>
              <CapacityHead
                capacity={capacity}
                columns={columns}
                hasFigures={index === 0}
                {...sorting}
              />
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row
                  key={row.underwriterId}
                  row={row}
                  columns={columns}
                  hasFigures={index === 0}
                />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                <Cells
                  line={capacity.totals}
                  columns={columns}
                  of="Total"
                  // The totals leave out unassigned SLVs, which no list can.
                  part={capacity.unassigned === 0 ? {} : null}
                  hasFigures={index === 0}
                />
              </tr>
            </tfoot>
          </table>
        ))}
      </ScrollRegion>
      {isLong && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole
            ? `Show the first ${maxAtFirst} underwriters`
            : `Show all ${count(all.length)} underwriters`}
        </Button>
      )}
    </>
  )
}

type RowProps = {
  row: CapacityRow
  columns: readonly Column[]
  hasFigures: boolean
}

/** Memoized: sorting only moves rows. */
const Row = memo(({ row, columns, hasFigures }: RowProps) => (
  <tr>
    <th scope="row" title={row.underwriter}>
      {row.underwriter}
    </th>
    <Cells
      line={row}
      columns={columns}
      of={row.underwriter}
      part={{ underwriterId: row.underwriterId }}
      hasFigures={hasFigures}
    />
  </tr>
))

type CellsProps = {
  line: Line
  columns: readonly Column[]
  of: string
  /** The SLVs of the line; null if no list shows exactly these. */
  part: Part | null
  hasFigures: boolean
}

const Cells = ({ line, columns, hasFigures, ...lineProps }: CellsProps) => {
  const { totalUnits, avgLoanAmount, over } = line
  return (
    <>
      {hasFigures && (
        <>
          <td style={{ fontWeight: 600 }}>
            <CellLink {...lineProps} name="total units" over={totalUnits}>
              {count(totalUnits)}
            </CellLink>
          </td>
          <td>{decimals(line.avgUnits)}</td>
          <td>
            <CellLink
              {...lineProps}
              name="average loan amount"
              cellPart={{ has: 'loanAmount' }}
              over={over.avgLoanAmount}
              units="units"
              exact={cents(avgLoanAmount)}
            >
              {roundMoney(avgLoanAmount)}
            </CellLink>
          </td>
          <td>
            <CellLink
              {...lineProps}
              name="average turn time"
              cellPart={{ isDecided: true }}
              over={over.avgTurntime}
              units="units"
            >
              {averageDays(line.avgTurntime)}
            </CellLink>
          </td>
        </>
      )}
      {columns.map(({ key, title, part, index }) => {
        const units = line.countBy[index]?.count ?? 0
        return (
          <td key={key} data-none={units === 0 || undefined}>
            <CellLink {...lineProps} name={title} cellPart={part} over={units}>
              {count(units)}
            </CellLink>
          </td>
        )
      })}
    </>
  )
}

type CellLinkProps = Pick<CellsProps, 'of' | 'part'> &
  Omit<ComponentProps<typeof FigureLink>, 'of' | 'part'> & {
    /** What the cell shows: 'total units'. */
    name: string
    /** The SLVs of the line that the cell counts; by default all. */
    cellPart?: Part
  }

/** A figure that links to the SLVs that it counts. */
const CellLink = ({ of, part, name, cellPart, ...figure }: CellLinkProps) => (
  <FigureLink
    part={part && { ...part, ...cellPart }}
    of={`${of}, ${name}`}
    {...figure}
  />
)

/** How many SLVs are in no row. */
export const UnassignedNote = ({ unassigned }: Pick<Capacity, 'unassigned'>) =>
  unassigned > 0 && (
    <Hint>
      {unassigned === 1
        ? '1 SLV within these filters is unassigned and not in any row.'
        : `${count(unassigned)} SLVs within these filters are unassigned and not in any row.`}
    </Hint>
  )

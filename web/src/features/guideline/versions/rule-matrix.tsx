import {
  ActionIcon,
  Box,
  Button,
  Group,
  List,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import {
  columnHelp,
  type RuleColumn,
  ruleColumnNames,
  ruleColumns,
} from '@portal/contract/guideline/columns'
import type { Program } from '@portal/contract/guideline/model'
import { parameters } from '@portal/contract/guideline/model'
import { getKeys } from '@portal/contract/lib/typed'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Facts } from '../../../ui/facts.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import {
  checkRows,
  listProblemCells,
  type MatrixRow,
  type MatrixState,
  newRow,
  type ProblemCell,
  paste,
  withCells,
} from './matrix-draft.ts'
import classes from './rule-matrix.module.css'

/** The program is chosen above the matrix. */
const columns: readonly RuleColumn[] = ruleColumnNames.filter(
  (name) => name !== 'program',
)
const widths: Partial<Record<RuleColumn, number>> = {
  parameter: 175,
  severity: 90,
  value: 100,
  occupancies: 150,
  purposes: 200,
  propertyTypes: 110,
  states: 110,
  isExperiencedInvestor: 140,
  misses: 140,
  citation: 80,
  text: 420,
}

type RuleMatrixProps = {
  rows: readonly MatrixRow[]
  programs: readonly Program[]
  /** Absent for a published version, which can only be read. */
  onChange?: ((rows: MatrixRow[]) => void) | undefined
}

/**
 * The rules of one program at a time, as a sheet: arrow keys move, Enter goes
 * down, and blocks can be pasted from Excel.
 */
export const RuleMatrix = ({ rows, programs, onChange }: RuleMatrixProps) => {
  const counts = Map.groupBy(rows, ({ cells }) => cells.program)
  const [chosen, setChosen] = useState<string | null>(null)
  const program =
    chosen ??
    programs.find(({ code }) => counts.has(code))?.code ??
    programs[0]?.code ??
    ''
  const deferred = useDeferredValue(rows)
  const state = useMemo(() => checkRows(deferred), [deferred])
  const { table, focus } = useFocusCell()
  const shown = rows.filter((row) => row.cells.program === program)
  const show = ({ row, column }: ProblemCell) => {
    const { program: shownProgram } = row.cells
    setChosen(shownProgram)
    const place = columns.indexOf(column)
    const ofProgram = rows.filter(({ cells }) => cells.program === shownProgram)
    focus(ofProgram.indexOf(row), Math.max(0, place))
  }
  const replace =
    onChange &&
    ((next: readonly MatrixRow[]) => onChange(withRows(rows, program, next)))
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="end">
        <Select
          label="Program"
          w="20rem"
          allowDeselect={false}
          data={programs.map(({ code, name }) => ({
            value: code,
            label: `${name} (${counts.get(code)?.length ?? 0} rules)`,
          }))}
          value={program}
          onChange={setChosen}
        />
        <Problems
          cells={listProblemCells(rows, state.problems)}
          overlaps={state.overlaps}
          onShow={show}
        />
      </Group>
      <ScrollRegion className={classes.scroll} label="Program rules">
        <table ref={table} className={classes.table}>
          <Head isEditable={onChange !== undefined} />
          <tbody>
            {shown.map((row, index) => (
              <Row
                key={row.key}
                row={row}
                index={index}
                number={rows.indexOf(row) + 1}
                shown={shown}
                problems={state.problems.get(row.key)}
                onReplace={replace}
                onFocus={focus}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {shown.length === 0 && (
        <Hint>This program has no rules in this version.</Hint>
      )}
      {replace && (
        <AddRule
          onAdd={() => {
            replace([...shown, newRow(program)])
            focus(shown.length, 0)
          }}
        />
      )}
      <Gaps gaps={state.gaps.filter((gap) => gap.program === program)} />
    </Stack>
  )
}

const AddRule = ({ onAdd }: { onAdd: () => void }) => (
  <>
    <Group>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={onAdd}
      >
        Add rule
      </Button>
      <Hint>
        Enter and the arrow keys move between rows. Paste a block from Excel
        into any cell.
      </Hint>
    </Group>
    <ColumnHelp />
  </>
)

/** What each column takes, as in the workbook. */
const ColumnHelp = () => (
  <details>
    <summary style={{ minHeight: 44, cursor: 'pointer' }}>
      What to write in each column
    </summary>
    <Hint>A blank scope cell means all loans.</Hint>
    <Facts
      hasLongValues
      facts={getKeys(columnHelp).map((column) => ({
        label: ruleColumns[column],
        value: columnHelp[column],
      }))}
    />
  </details>
)

/** The rows with those of one program replaced; the others keep their numbers. */
const withRows = (
  rows: readonly MatrixRow[],
  program: string,
  next: readonly MatrixRow[],
): MatrixRow[] => {
  const isOther = (row: MatrixRow) => row.cells.program !== program
  const first = rows.findIndex((row) => !isOther(row))
  if (first < 0) return [...rows, ...next]
  return [
    ...rows.slice(0, first),
    ...next,
    ...rows.slice(first).filter(isOther),
  ]
}

/** Focuses a cell by its row and column, once it is drawn. */
const useFocusCell = () => {
  const table = useRef<HTMLTableElement>(null)
  const focus = (row: number, column: number) => {
    const cell = `[data-cell="${row} ${column}"]`
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLElement>(cell)?.focus(),
    )
  }
  return { table, focus }
}

type ProblemsProps = {
  cells: readonly ProblemCell[]
  overlaps: number
  onShow: (cell: ProblemCell) => void
}

/** How many cells have a problem. Each press goes to the next of them. */
const Problems = ({ cells, overlaps, onShow }: ProblemsProps) => {
  const last = useRef<ProblemCell>(null)
  const showNext = () => {
    const previous = cells.findIndex(
      ({ row, column }) =>
        row.key === last.current?.row.key && column === last.current.column,
    )
    const next = cells[(previous + 1) % cells.length]
    if (!next) return
    last.current = next
    onShow(next)
  }
  if (cells.length === 0)
    return (
      <Text size="sm" c="dimmed" role="status">
        No errors or overlaps
      </Text>
    )
  const needs = cells.length === 1 ? 'cell needs' : 'cells need'
  const overlapWord = overlaps === 1 ? 'overlap' : 'overlaps'
  const overlapsText = overlaps > 0 ? ` · ${overlaps} ${overlapWord}` : ''
  return (
    <div role="status">
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        title="Go to the next cell that needs attention"
        onClick={showNext}
      >
        {`${cells.length} ${needs} attention${overlapsText}`}
      </Button>
    </div>
  )
}

const Head = ({ isEditable }: { isEditable: boolean }) => (
  <thead>
    <tr>
      <th scope="col">#</th>
      {columns.map((column) => (
        <th key={column} scope="col">
          {ruleColumns[column]}
        </th>
      ))}
      {isEditable && <th scope="col">Remove</th>}
    </tr>
  </thead>
)

type RowProps = {
  row: MatrixRow
  /** Its place among the rows of its program. */
  index: number
  /** Its number among all rows. */
  number: number
  /** All rows of its program. */
  shown: readonly MatrixRow[]
  problems: ReadonlyMap<RuleColumn, string> | undefined
  /** Absent for rows that can only be read. */
  onReplace: ((rows: readonly MatrixRow[]) => void) | undefined
  onFocus: (row: number, column: number) => void
}

const Row = (props: RowProps) => {
  const { row, index, number, shown, problems, onReplace, onFocus } = props
  const { program } = row.cells
  const change = (column: RuleColumn, text: string) =>
    onReplace?.(
      shown.map((other) =>
        other === row ? withCells(row, { [column]: text }) : other,
      ),
    )
  const move = (event: KeyboardEvent<HTMLInputElement>, place: number) => {
    const next = rowAfter(index, event.key)
    if (next === null) return
    event.preventDefault()
    if (event.key === 'Enter' && next === shown.length)
      onReplace?.([...shown, newRow(program)])
    onFocus(next, place)
  }
  const pasteBlock = (event: ClipboardEvent, column: RuleColumn) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim()) || !onReplace) return
    event.preventDefault()
    onReplace(paste(shown, text, { row: index, column }, columns, program))
  }
  return (
    <tr>
      <th scope="row">{number}</th>
      {columns.map((column, place) => (
        <td key={column} style={{ minWidth: widths[column] ?? 90 }}>
          <input
            className={classes.cell}
            data-cell={`${index} ${place}`}
            aria-label={`${ruleColumns[column]}, row ${number}`}
            aria-invalid={problems?.has(column) ?? false}
            title={problems?.get(column) ?? (row.cells[column] || undefined)}
            readOnly={!onReplace}
            value={row.cells[column]}
            onChange={(event) => change(column, event.currentTarget.value)}
            onKeyDown={(event) => move(event, place)}
            onPaste={(event) => pasteBlock(event, column)}
          />
          <CellError error={problems?.get(column)} />
        </td>
      ))}
      {onReplace && (
        <td>
          <ActionIcon
            mx="auto"
            display="block"
            aria-label={`Remove row ${number}`}
            onClick={() => onReplace(shown.filter((other) => other !== row))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </td>
      )}
    </tr>
  )
}

/** The row that a key leads to; null for other keys. */
const rowAfter = (index: number, key: string): number | null => {
  if (key === 'ArrowUp') return index - 1
  if (key === 'ArrowDown' || key === 'Enter') return index + 1
  return null
}

const CellError = ({ error }: { error: string | undefined }) =>
  error && (
    <Text size="xs" px={8} pb={4} c="var(--mantine-color-error)">
      {error}
    </Text>
  )

const Gaps = ({ gaps }: { gaps: MatrixState['gaps'] }) => {
  if (gaps.length === 0) return null
  return (
    <Box component="section" aria-label="Gaps">
      <Text fw={600}>Loans not covered by any rule</Text>
      <List size="sm">
        {gaps.slice(0, 10).map(({ parameter, loan }) => (
          <List.Item key={`${parameter} ${loan}`}>
            {parameters[parameter].label}: {loan || 'any loan'}
          </List.Item>
        ))}
      </List>
      {gaps.length > 10 && <Hint>And {gaps.length - 10} more.</Hint>}
    </Box>
  )
}

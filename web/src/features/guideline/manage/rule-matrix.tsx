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
  type RuleColumn,
  ruleColumnNames,
  ruleColumns,
} from '@portal/contract/guideline/columns'
import type { Program } from '@portal/contract/guideline/model'
import { parameters } from '@portal/contract/guideline/model'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Hint } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import {
  checkRows,
  type MatrixRow,
  newRow,
  paste,
  withCells,
} from './matrix-draft.ts'
import classes from './rule-matrix.module.css'

/** The program is chosen above the matrix. */
const columns = ruleColumnNames.filter((name) => name !== 'program')
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
  const table = useRef<HTMLTableElement>(null)
  const deferred = useDeferredValue(rows)
  const state = useMemo(() => checkRows(deferred), [deferred])
  const shown = rows.filter((row) => row.cells.program === program)
  const replace = (next: readonly MatrixRow[]) => {
    // The other programs' rows keep their numbers.
    const first = rows.findIndex((row) => row.cells.program === program)
    const isOther = (row: MatrixRow) => row.cells.program !== program
    const before = first < 0 ? rows : rows.slice(0, first)
    const after = first < 0 ? [] : rows.slice(first).filter(isOther)
    onChange?.([...before, ...next, ...after])
  }
  const focus = (row: number, column: number) =>
    requestAnimationFrame(() =>
      table.current
        ?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)
        ?.focus(),
    )
  const change = (index: number, column: RuleColumn, text: string) =>
    replace(
      shown.map((row, place) =>
        place === index ? withCells(row, { [column]: text }) : row,
      ),
    )
  const onKey = (
    event: KeyboardEvent<HTMLInputElement>,
    row: number,
    column: number,
  ) => {
    const steps: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      Enter: [1, 0],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = row + step[0]
    if (event.key === 'Enter' && next === shown.length && onChange)
      replace([...shown, newRow(program)])
    focus(next, column)
  }
  const onPaste = (event: ClipboardEvent, row: number, column: RuleColumn) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim()) || !onChange) return
    event.preventDefault()
    replace(paste(shown, text, { row, column }, columns, program))
  }
  const wrong = [...state.problems].reduce(
    (sum, [, cells]) => sum + cells.size,
    0,
  )
  const gaps = state.gaps.filter((gap) => gap.program === program)
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
        <Text
          size="sm"
          c={wrong > 0 ? 'var(--mantine-color-error)' : 'dimmed'}
          role="status"
        >
          {wrong > 0
            ? `${wrong} ${wrong === 1 ? 'cell needs' : 'cells need'} attention${state.overlaps > 0 ? ` · ${state.overlaps} overlaps` : ''}`
            : 'No errors or overlaps'}
        </Text>
      </Group>
      <ScrollRegion className={classes.scroll} label="Program rules">
        <table ref={table} className={classes.table}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {ruleColumns[column]}
                </th>
              ))}
              {onChange && <th scope="col">Remove</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={row.key}>
                <th scope="row">{rows.indexOf(row) + 1}</th>
                {columns.map((column, place) => {
                  const error = state.problems.get(row.key)?.get(column)
                  return (
                    <td key={column} style={{ minWidth: widths[column] ?? 90 }}>
                      <input
                        className={classes.cell}
                        data-cell={`${index} ${place}`}
                        aria-label={`${ruleColumns[column]}, row ${rows.indexOf(row) + 1}`}
                        aria-invalid={error !== undefined}
                        title={error ?? (row.cells[column] || undefined)}
                        readOnly={!onChange}
                        value={row.cells[column]}
                        onChange={(event) =>
                          change(index, column, event.currentTarget.value)
                        }
                        onKeyDown={(event) => onKey(event, index, place)}
                        onPaste={(event) => onPaste(event, index, column)}
                      />
                      {error && (
                        <Text
                          size="xs"
                          px={8}
                          pb={4}
                          c="var(--mantine-color-error)"
                        >
                          {error}
                        </Text>
                      )}
                    </td>
                  )
                })}
                {onChange && (
                  <td>
                    <ActionIcon
                      mx="auto"
                      display="block"
                      aria-label={`Remove row ${rows.indexOf(row) + 1}`}
                      onClick={() =>
                        replace(shown.filter((other) => other !== row))
                      }
                    >
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {shown.length === 0 && (
        <Hint>This program has no rules in this version.</Hint>
      )}
      {onChange && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              replace([...shown, newRow(program)])
              focus(shown.length, 0)
            }}
          >
            Add rule
          </Button>
          <Hint>
            Enter and the arrow keys move between rows. Paste a block from Excel
            into any cell.
          </Hint>
        </Group>
      )}
      {gaps.length > 0 && (
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
      )}
    </Stack>
  )
}

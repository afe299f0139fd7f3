import { findGaps, findOverlaps } from '@portal/contract/guideline/check-rules'
import {
  type CellProblem,
  followLimit,
  type RuleCells,
  type RuleColumn,
  readRule,
  ruleColumnNames,
  toCells,
} from '@portal/contract/guideline/columns'
import type { NewRule, Rule } from '@portal/contract/guideline/model'
import { findTextMismatch } from '@portal/contract/guideline/rule-text'
import { z } from 'zod'

/**
 * A row of the matrix as it is typed. `id` is the rule's; a new row has none.
 */
export const MatrixRow = z.object({
  key: z.string(),
  id: z.string().optional(),
  cells: z.record(z.string(), z.string()),
})
export type MatrixRow = Omit<z.infer<typeof MatrixRow>, 'cells'> & {
  cells: RuleCells
}

/** Unsaved rows, and the version that they started from. */
export const MatrixDraft = z.object({
  version: z.number(),
  rows: z.array(MatrixRow),
})
export type MatrixDraft = { version: number; rows: MatrixRow[] }

export const rowsOf = (rules: readonly Rule[]): MatrixRow[] =>
  rules.map((rule) => ({ key: rule.id, id: rule.id, cells: toCells(rule) }))

const emptyCells = Object.fromEntries(
  ruleColumnNames.map((column) => [column, '']),
) as RuleCells

export const newRow = (program: string): MatrixRow => ({
  key: crypto.randomUUID(),
  cells: { ...emptyCells, program, severity: 'Review' },
})

export const withCells = (
  row: MatrixRow,
  cells: Partial<RuleCells>,
): MatrixRow => ({
  ...row,
  cells: followLimit(row.cells, cells),
})

/**
 * Pastes a block of cells, as Excel copies it (tabs and line breaks), from one
 * cell on; rows that are missing are added for the program. A pasted line of
 * column names is left out.
 */
export function paste(
  rows: readonly MatrixRow[],
  text: string,
  at: { row: number; column: RuleColumn },
  columns: readonly RuleColumn[],
  program: string,
): MatrixRow[] {
  const lines = text.replace(/\r/g, '').replace(/\n$/, '').split('\n')
  const first = columns.indexOf(at.column)
  const next = [...rows]
  for (const [offset, line] of lines.entries()) {
    const values = line.split('\t')
    const cells: Partial<RuleCells> = {}
    for (const [index, value] of values.entries()) {
      const column = columns[first + index]
      if (column) cells[column] = value.trim()
    }
    const place = at.row + offset
    next[place] = withCells(next[place] ?? newRow(program), cells)
  }
  return next
}

type ReadRow = { rule: NewRule | null; problems: CellProblem[] }
const readRows = new WeakMap<MatrixRow, ReadRow>()
const read = (row: MatrixRow): ReadRow => {
  const known = readRows.get(row)
  if (known) return known
  const fresh = readRule(row.cells, row.id)
  readRows.set(row, fresh)
  return fresh
}

export type MatrixState = {
  rules: NewRule[]
  /** By the key of a row, the problem of each cell. */
  problems: ReadonlyMap<string, ReadonlyMap<RuleColumn, string>>
  /**
   * Whether a cell can't be read. Overlaps and texts that contradict their
   * limits can be saved in a draft.
   */
  hasErrors: boolean
  overlaps: number
  gaps: ReturnType<typeof findGaps>
}

/**
 * What is wrong with the rows: cells that can't be read, texts that contradict
 * limits, overlaps of scopes, and gaps.
 */
export function checkRows(rows: readonly MatrixRow[]): MatrixState {
  const problems = new Map<string, Map<RuleColumn, string>>()
  const note = (key: string, column: RuleColumn, error: string) => {
    const cells = problems.get(key) ?? new Map<RuleColumn, string>()
    if (!cells.has(column)) cells.set(column, error)
    problems.set(key, cells)
  }
  const good: { rule: NewRule; key: string; place: number }[] = []
  for (const [index, row] of rows.entries()) {
    const { rule, problems: wrong } = read(row)
    for (const { column, error } of wrong) note(row.key, column, error)
    if (rule) good.push({ rule, key: row.key, place: index + 1 })
  }
  const hasErrors = problems.size > 0
  const rules = good.map(({ rule }) => rule)
  for (const { rule, key } of good) {
    const mismatch = findTextMismatch(rule)
    if (mismatch) note(key, 'text', mismatch)
  }
  const overlaps = findOverlaps(rules)
  for (const [first, second] of overlaps) {
    const [one, other] = [good[first], good[second]]
    if (!one || !other) continue
    note(
      one.key,
      'parameter',
      `Overlaps row ${other.place}: both apply to the same loan`,
    )
    note(
      other.key,
      'parameter',
      `Overlaps row ${one.place}: both apply to the same loan`,
    )
  }
  return {
    rules,
    problems,
    hasErrors,
    overlaps: overlaps.length,
    gaps: findGaps(rules),
  }
}

/** A cell with a problem. */
export type ProblemCell = { row: MatrixRow; column: RuleColumn }

/** The cells with a problem, row by row. */
export const listProblemCells = (
  rows: readonly MatrixRow[],
  problems: MatrixState['problems'],
): ProblemCell[] =>
  rows.flatMap((row) =>
    ruleColumnNames
      .filter((column) => problems.get(row.key)?.has(column))
      .map((column) => ({ row, column })),
  )

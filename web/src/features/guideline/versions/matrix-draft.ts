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
  const firstColumn = columns.indexOf(at.column)
  const pasted = [...rows]
  for (const [offset, line] of lines.entries()) {
    const values = line.split('\t')
    const cells: Partial<RuleCells> = {}
    for (const [index, value] of values.entries()) {
      const column = columns[firstColumn + index]
      if (column) cells[column] = value.trim()
    }
    const index = at.row + offset
    pasted[index] = withCells(pasted[index] ?? newRow(program), cells)
  }
  return pasted
}

type ReadRow = { rule: NewRule | null; problems: CellProblem[] }

/** Each row is read once: an edit replaces it by another object. */
const readRows = new WeakMap<MatrixRow, ReadRow>()

const readRow = (row: MatrixRow): ReadRow => {
  const known = readRows.get(row)
  if (known) return known
  const read = readRule(row.cells, row.id)
  readRows.set(row, read)
  return read
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
  const problems: RowProblems = new Map()
  const readable: ReadableRow[] = []
  for (const [index, row] of rows.entries()) {
    const { rule, problems: cellProblems } = readRow(row)
    for (const { column, error } of cellProblems)
      addProblem(problems, row.key, column, error)
    if (rule) readable.push({ rule, key: row.key, number: index + 1 })
  }
  const hasErrors = problems.size > 0

  const rules = readable.map(({ rule }) => rule)
  for (const { rule, key } of readable) {
    const mismatch = findTextMismatch(rule)
    if (mismatch) addProblem(problems, key, 'text', mismatch)
  }
  const overlaps = findOverlaps(rules)
  for (const [firstIndex, secondIndex] of overlaps) {
    const first = readable[firstIndex]
    const second = readable[secondIndex]
    if (!first || !second) continue
    addProblem(problems, first.key, 'parameter', overlapText(second))
    addProblem(problems, second.key, 'parameter', overlapText(first))
  }
  return {
    rules,
    problems,
    hasErrors,
    overlaps: overlaps.length,
    gaps: findGaps(rules),
  }
}

type ReadableRow = {
  rule: NewRule
  key: string
  /** As the person counts it, from 1. */
  number: number
}

/** By the key of a row, the problem of each cell. */
type RowProblems = Map<string, Map<RuleColumn, string>>

/** Keeps the first problem of a cell. */
const addProblem = (
  problems: RowProblems,
  key: string,
  column: RuleColumn,
  error: string,
) => {
  const cells = problems.get(key) ?? new Map<RuleColumn, string>()
  if (!cells.has(column)) cells.set(column, error)
  problems.set(key, cells)
}

const overlapText = ({ number }: ReadableRow) =>
  `Overlaps row ${number}: both apply to the same loan`

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

import { readFile } from 'node:fs/promises'
import { maxRules, workbookLimits } from '@portal/contract/guideline/api'
import {
  type RuleCells,
  readRule,
  ruleColumnNames,
  ruleColumns,
} from '@portal/contract/guideline/columns'
import type { NewRule } from '@portal/contract/guideline/model'
import type { Problem } from '@portal/contract/lib/errors'
import { toRecord } from '@portal/contract/lib/typed'
import { colToLetter } from 'hucre/xlsx'
import { threadWork } from '../lib/concurrency/threads.ts'
import { badRequest } from '../lib/errors.ts'
import { refuse } from '../lib/files/refusal.ts'
import { workbookRows } from '../lib/spreadsheets/read-workbook.ts'

export type Order = { path: string; name: string }
/**
 * A row of a workbook: its rule, or the problem of each cell. `program` is what
 * its first cell says.
 */
export type RuleRow = {
  row: number
  program: string
  rule: NewRule | null
  problems: Problem[]
}

/** More than any column takes: the rest of a longer cell is not read. */
const longestCell = 4000

const titles = ruleColumnNames.map((column) => ruleColumns[column])
const cellName = (column: number, row: number) => `${colToLetter(column)}${row}`
const plain = (text: string) => text.trim().toLowerCase()

/**
 * The rules of the sheet of a workbook that has the columns. Throws 400 for
 * columns that are moved, missing or renamed, naming each.
 */
export async function readRuleWorkbook({
  path,
  name,
}: Order): Promise<RuleRow[]> {
  const rows: RuleRow[] = []
  let hasTitles = false
  const book = { name, maxColumns: titles.length, matchHeader }
  for await (const raw of workbookRows(await readFile(path), book)) {
    const isEmpty =
      raw.cells.every((cell) => cell.trim() === '') && !raw.formulas?.length
    if (isEmpty) continue
    if (!hasTitles) {
      const problems = titleProblems(raw.rowNumber === 1 ? raw.cells : [])
      if (problems.length > 0) throw refuseCells(name, problems)
      hasTitles = true
      continue
    }
    if (rows.length === maxRules)
      throw refuse(
        name,
        `has more than ${maxRules.toLocaleString('en-US')} rules`,
      )
    rows.push(readRow(raw))
  }
  if (rows.length === 0) throw refuse(name, 'has no rules')
  return rows
}

/** 400 with the first problems of a workbook's cells. */
export const refuseCells = (name: string, problems: readonly Problem[]) => {
  const count =
    problems.length === 1
      ? 'an error'
      : `${problems.length.toLocaleString('en-US')} errors`
  return badRequest(
    problems.slice(0, workbookLimits.problems),
    `"${name}" has ${count}. Nothing was imported.`,
  )
}

function matchHeader(cells: readonly string[]) {
  const known = titles.filter(
    (title, index) => plain(cells[index] ?? '') === plain(title),
  ).length
  return { known, isComplete: known === titles.length }
}

function titleProblems(cells: readonly string[]): Problem[] {
  const problems: Problem[] = []
  for (const [index, title] of titles.entries()) {
    const text = cells[index]?.trim() ?? ''
    if (plain(text) === plain(title)) continue
    const field = cellName(index, 1)
    const insteadOf = text && `, not "${text.slice(0, 40)}"`
    problems.push({ field, error: `${field} must be "${title}"${insteadOf}` })
  }
  if (cells[titles.length]?.trim()) problems.push(outside(1))
  return problems
}

const outside = (row: number): Problem => {
  const field = cellName(titles.length, row)
  return { field, error: `${field} is outside the template columns; clear it` }
}

function readRow({
  rowNumber,
  cells,
  formulas = [],
}: {
  rowNumber: number
  cells: string[]
  formulas?: number[]
}) {
  const texts: RuleCells = toRecord(ruleColumnNames, (column) =>
    (cells[ruleColumnNames.indexOf(column)] ?? '').slice(0, longestCell),
  )
  const { rule, problems } = readRule(texts)
  const cellProblems: Problem[] = []
  for (const column of formulas) {
    if (column >= titles.length) continue
    const field = cellName(column, rowNumber)
    const error = `${field} contains a formula; paste the value instead`
    cellProblems.push({ field, error })
  }
  for (const { column, error } of problems) {
    const index = ruleColumnNames.indexOf(column)
    if (formulas.includes(index)) continue
    cellProblems.push({
      field: cellName(index, rowNumber),
      error: `${ruleColumns[column]}: ${error.slice(0, 200)}`,
    })
  }
  if (cells[titles.length]?.trim() || formulas.includes(titles.length))
    cellProblems.push(outside(rowNumber))
  return {
    row: rowNumber,
    program: texts.program.trim().slice(0, 60),
    rule: cellProblems.length > 0 ? null : rule,
    problems: cellProblems,
  }
}

export const work = threadWork(readRuleWorkbook)

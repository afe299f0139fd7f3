import { day } from '@portal/contract/lib/fields'
import { replacementCharacter } from '@portal/contract/lib/text-encoding'
import { getKeys } from '@portal/contract/lib/typed'
import {
  parseDay,
  parseLoanNumber,
  type TypedValue,
} from '@portal/contract/lib/typed-values'
import { dayMs } from '@portal/contract/sla/calendar'
import { colToLetter } from 'hucre/xlsx'
import { refuse } from '../files/refusal.ts'
import type { HeaderMatch, RawRow } from './read-workbook.ts'

type Columns = Record<string, { title: string; isRequired: boolean }>
type Limits = { rows: number; columns: number; cellCharacters: number }

/**
 * A row below the header: its number, its cells in the order of the known
 * columns, and what is wrong with it.
 */
export type SheetRow = {
  rowNumber: number
  cells: string[]
  problem: string | null
}

/** For comparing titles by their letters and digits, regardless of case. */
const plainTitle = (title: string) =>
  title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The extra columns of a file of rejects, which are ignored when it is uploaded
 * again.
 */
export const rejectColumns = ['Row', 'Reason']

/** The columns by their titles and their keys. */
function keysByTitle(columns: Columns): ReadonlyMap<string, string> {
  return new Map([
    ...getKeys(columns).flatMap((key) => [
      [plainTitle(columns[key]?.title ?? ''), key] as const,
      [plainTitle(key), key] as const,
    ]),
    ...rejectColumns.map((title) => [plainTitle(title), title] as const),
  ])
}

/**
 * How a row matches the columns, to find the sheet of a workbook that has them.
 */
export const createHeaderMatch =
  (columns: Columns) =>
  (cells: readonly string[]): HeaderMatch => {
    const keys = keysByTitle(columns)
    const found = new Set(
      cells.flatMap((title) => keys.get(plainTitle(title)) ?? []),
    )
    const isComplete = getKeys(columns).every(
      (key) => !columns[key]?.isRequired || found.has(key),
    )
    return { known: found.size, isComplete }
  }

/**
 * The positions of the columns, from a header with their titles or keys. Throws
 * a refusal with the reason.
 */
function findPlaces(
  name: string,
  columns: Columns,
  header: readonly string[],
  limits: Limits,
): Map<string, number> {
  if (header.length > limits.columns)
    throw refuse(name, `has more than ${limits.columns} columns`)
  const keys = keysByTitle(columns)
  const places = new Map<string, number>()
  for (const [index, title] of header.entries()) {
    if (plainTitle(title) === '') continue
    const key = keys.get(plainTitle(title))
    const shown = `"${title.trim().slice(0, 60)}"`
    if (!key)
      throw refuse(
        name,
        `has an unknown column ${shown}; the columns are ${getTitles(columns).join(', ')}`,
      )
    if (places.has(key)) throw refuse(name, `has the column ${shown} twice`)
    places.set(key, index)
  }
  const missing = getKeys(columns).filter(
    (key) => columns[key]?.isRequired && !places.has(key),
  )
  if (missing.length > 0)
    throw refuse(
      name,
      `has no column ${missing.map((key) => `"${columns[key]?.title}"`).join(', ')} in its first row`,
    )
  return places
}

export const getTitles = (columns: Columns): string[] =>
  Object.values(columns).map(({ title }) => title)

/**
 * Removes the apostrophe that keeps a cell from being a formula, and that
 * `keepApostrophe` of draw-csv.ts adds.
 */
const removeGuard = (cell: string) =>
  /^'+[=+\-@]/.test(cell) ? cell.slice(1) : cell

const isStorable = (cell: string) =>
  cell.isWellFormed() &&
  !cell.includes('\0') &&
  !cell.includes(replacementCharacter)

/**
 * The non-empty rows of a table whose first row names its columns. Throws a
 * refusal for any other file.
 */
export async function* sheetRows(
  name: string,
  columns: Columns,
  limits: Limits,
  rows: Iterable<RawRow> | AsyncIterable<RawRow>,
): AsyncGenerator<SheetRow> {
  let places: Map<string, number> | undefined
  let count = 0
  for await (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '')) continue
    if (!places) {
      places = findPlaces(name, columns, row.cells, limits)
      continue
    }
    count++
    if (count > limits.rows)
      throw refuse(
        name,
        `has more than ${limits.rows.toLocaleString('en-US')} rows`,
      )
    yield toSheetRow(row, places, getKeys(columns), limits)
  }
  if (!places) throw refuse(name, 'has no rows')
}

function toSheetRow(
  row: RawRow,
  places: ReadonlyMap<string, number>,
  keys: readonly string[],
  { cellCharacters }: Limits,
): SheetRow {
  const cells = keys.map((key) =>
    removeGuard(row.cells[places.get(key) ?? -1]?.trim() ?? ''),
  )
  const titled = new Set(places.values())
  return {
    rowNumber: row.rowNumber,
    cells: cells.map((cell) =>
      cell.toWellFormed().replaceAll('\0', '').slice(0, cellCharacters),
    ),
    problem:
      findPlaceProblem(row, titled) ?? findTextProblem(cells, cellCharacters),
  }
}

/** A formula that Excel didn't calculate, or a cell without a title. */
function findPlaceProblem(
  { rowNumber, cells, uncalculated = [] }: RawRow,
  titled: ReadonlySet<number>,
): string | null {
  const formula = uncalculated.find((index) => titled.has(index))
  if (formula !== undefined)
    return `${colToLetter(formula)}${rowNumber} has a formula without a value. Open the workbook in Excel, save it, and upload it again.`
  const hasUntitled = cells.some(
    (cell, index) => !titled.has(index) && cell.trim() !== '',
  )
  return hasUntitled ? 'There is a cell in a column without a title' : null
}

function findTextProblem(
  cells: readonly string[],
  maxCharacters: number,
): string | null {
  if (cells.some((cell) => cell.length > maxCharacters))
    return `A cell has more than ${maxCharacters.toLocaleString('en-US')} characters`
  return cells.every(isStorable)
    ? null
    : 'A cell has characters that cannot be stored'
}

/** For comparing words regardless of case, spaces and hyphens. */
export const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '')

/** Codes by their label and by themselves, both `plain`. */
export const byLabel = <Code extends string>(
  labels: Readonly<Record<Code, string>>,
): ReadonlyMap<string, Code> =>
  new Map(
    getKeys(labels).flatMap((code) =>
      [code, labels[code]].map((text) => [plain(text), code] as const),
    ),
  )

/** Excel's day 0, which allows for the nonexistent February 29, 1900. */
const excelDayZero = Date.UTC(1899, 11, 30)

/**
 * Reads a day that is typed into a cell, or Excel's number for it, whose
 * fraction is a time.
 */
export function parseSheetDay(cell: string): TypedValue<string> {
  if (!/^\d{5}(?:\.\d+)?$/.test(cell)) return parseDay(cell)
  const midnight = new Date(excelDayZero + Math.floor(Number(cell)) * dayMs)
  return parseDay(midnight.toISOString().slice(0, 10))
}

/** A day that the portal stores; undefined for anything else. */
export function readStoredDay(cell: string): string | undefined {
  const parsed = parseSheetDay(cell)
  return 'value' in parsed ? day.safeParse(parsed.value).data : undefined
}

/** Reads the loan number of a row: the number, and what is wrong with it. */
export function readLoanNumber(cell: string): {
  loanNumber: string
  problem: string | null
} {
  const parsed = parseLoanNumber(cell)
  if ('error' in parsed) return { loanNumber: cell, problem: parsed.error }
  const loanNumber = parsed.value
  if (loanNumber === '')
    return { loanNumber, problem: 'The loan number is missing' }
  if (loanNumber.length > 40)
    return {
      loanNumber,
      problem: 'The loan number has more than 40 characters',
    }
  return { loanNumber, problem: null }
}

import { day } from '@portal/contract/lib/fields'
import { keysOf } from '@portal/contract/lib/typed'
import { refuse } from '../document/check-refusal.ts'

type Columns = Record<string, { title: string; isRequired: boolean }>
type Limits = { rows: number; columns: number; cellCharacters: number }

/** A row as it stands in a file, empty ones too, and the number that a spreadsheet shows beside it. */
export type RawRow = { rowNumber: number; cells: string[] }

/** A row below the header: its place in the file, its cells in the order of the known columns, and what is wrong with it as such. */
export type SheetRow = { rowNumber: number; cells: string[]; problem: string | null }

/** What a title comes down to: letter case, blanks and signs do not count. */
const plain = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Columns that a file of rejects has beside the others: it can be mended and sent again as it is. */
export const passedOver = ['Row', 'Reason']

/** Which column each cell is, by the header; throws a refusal that says what is wrong with it. */
function placesOf(name: string, columns: Columns, header: readonly string[], limits: Limits): Map<string, number> {
  if (header.length > limits.columns) throw refuse(name, `has more than ${limits.columns} columns`)
  const keys = new Map([
    ...keysOf(columns).map((key) => [plain(columns[key]?.title ?? ''), key] as const),
    ...passedOver.map((title) => [plain(title), title] as const),
  ])
  const places = new Map<string, number>()
  for (const [index, title] of header.entries()) {
    if (plain(title) === '') continue
    const key = keys.get(plain(title))
    const shown = `"${title.trim().slice(0, 60)}"`
    if (!key)
      throw refuse(name, `has a column ${shown} that is not known; the columns are ${titlesOf(columns).join(', ')}`)
    if (places.has(key)) throw refuse(name, `has the column ${shown} twice`)
    places.set(key, index)
  }
  const missing = keysOf(columns).filter((key) => columns[key]?.isRequired && !places.has(key))
  if (missing.length > 0)
    throw refuse(name, `has no column ${missing.map((key) => `"${columns[key]?.title}"`).join(', ')} in its first row`)
  return places
}

export const titlesOf = (columns: Columns): string[] => Object.values(columns).map(({ title }) => title)

/** The apostrophe that keeps a cell from being a formula is no part of its text. */
const unguarded = (cell: string) => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell)

/** Text that PostgreSQL can hold, without blanks around it. */
const storable = (cell: string) => cell.isWellFormed() && !cell.includes('\0')

/**
 * The rows of a table whose first row names its columns. Empty rows are passed over; every other is given, with its cells
 * or with what is wrong. Throws a refusal for a file that is not such a table, or is longer than it may be.
 */
export async function* sheetRows(
  name: string,
  columns: Columns,
  limits: Limits,
  rows: Iterable<RawRow> | AsyncIterable<RawRow>,
): AsyncGenerator<SheetRow> {
  let places: Map<string, number> | undefined
  let count = 0
  for await (const { rowNumber, cells: raw } of rows) {
    const isEmpty = raw.every((cell) => cell.trim() === '')
    if (!places) {
      if (isEmpty) continue
      places = placesOf(name, columns, raw, limits)
      continue
    }
    if (isEmpty) continue
    count++
    if (count > limits.rows) throw refuse(name, `has more than ${limits.rows.toLocaleString('en-US')} rows`)
    yield rowOf(raw, rowNumber, places, keysOf(columns), limits)
  }
  if (!places) throw refuse(name, 'has no rows')
}

function rowOf(
  raw: readonly string[],
  rowNumber: number,
  places: ReadonlyMap<string, number>,
  keys: readonly string[],
  { cellCharacters }: Limits,
): SheetRow {
  const used = new Set(places.values())
  const cells = keys.map((key) => unguarded(raw[places.get(key) ?? -1]?.trim() ?? ''))
  const shown = cells.map((cell) => cell.toWellFormed().replaceAll('\0', '').slice(0, cellCharacters))
  const told = (problem: string | null) => ({ rowNumber, cells: shown, problem })
  if (raw.some((cell, index) => !used.has(index) && cell.trim() !== ''))
    return told('There is a cell in a column without a title')
  if (cells.some((cell) => cell.length > cellCharacters))
    return told(`A cell has more than ${cellCharacters.toLocaleString('en-US')} characters`)
  if (!cells.every(storable)) return told('A cell has characters that cannot be stored')
  return told(null)
}

const dayMs = 86_400_000
/** Day 0 as Excel counts them, made up for the 29th of February 1900 that it believes in. */
const excelZero = Date.UTC(1899, 11, 30)

/** A civil day as 2026-03-04, 3/4/2026, or the number that Excel has for it; undefined when it is none. */
export function dayOf(cell: string): string | undefined {
  const [, month = '', date = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell) ?? []
  const serial = /^\d{5}(?:\.0+)?$/.test(cell) ? Number(cell) : undefined
  const text = year
    ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    : serial === undefined
      ? cell
      : new Date(excelZero + serial * dayMs).toISOString().slice(0, 10)
  return day.safeParse(text).data
}

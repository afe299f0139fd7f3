import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { AppError } from '../errors.ts'
import { readXml } from '../files/read-xml.ts'
import { damaged, refuse } from '../files/refusal.ts'

/**
 * A row of a file (also an empty one) with its number in a spreadsheet, the
 * columns whose cells have a formula, and those of them without its value:
 * programs that write a workbook may leave calculating to Excel.
 */
export type RawRow = {
  rowNumber: number
  cells: string[]
  formulas?: number[]
  uncalculated?: number[]
}

/** How a sheet's first row matches the columns that are looked for. */
export type HeaderMatch = { known: number; isComplete: boolean }

/** Limits for one part, and for one row or one shared text. */
const maxUnpacked = 96 << 20
const longestPiece = 2 << 20

type Parts = { name: string; zip: ZipFile; entries: ReadonlyMap<string, Entry> }

async function* readBytes(
  { name, zip, entries }: Parts,
  part: string,
): AsyncGenerator<Uint8Array> {
  const entry = entries.get(part.toLowerCase())
  if (!entry) throw damaged(name, `its part ${part.slice(0, 60)} is missing`)
  const tooMuch = () => refuse(name, 'is too large to read when decompressed')
  if (entry.uncompressedSize > maxUnpacked) throw tooMuch()
  let size = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes: Buffer = chunk
    size += bytes.length
    if (size > maxUnpacked) throw tooMuch()
    yield bytes
  }
}

async function* parsed<T>(
  parts: Parts,
  part: string,
  found: T[],
  handlers: Parameters<typeof readXml>[1],
) {
  let start = 0
  try {
    for await (const position of readXml(readBytes(parts, part), handlers)) {
      if (found.length > 0) start = position
      if (position - start > longestPiece)
        throw refuse(parts.name, 'has a row that is too long to be read')
      yield* found.splice(0)
    }
  } catch (error) {
    throw error instanceof AppError
      ? error
      : damaged(parts.name, 'part of its content is invalid')
  }
  yield* found
}

/**
 * Excel writes characters that XML does not allow as `_x000D_`. NUL and half
 * pairs are left out: no text has them.
 */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/g, (_, hex: string) =>
    /^(?:0000|D[89A-F])/.test(hex)
      ? ''
      : String.fromCharCode(Number.parseInt(hex, 16)),
  )

/** Collects the text of `t` elements, without the phonetic text in `rPh`. */
function textRuns() {
  let text = ''
  let isPhonetic = false
  return {
    open: (name: string) => {
      isPhonetic ||= name === 'rPh'
    },
    close: (name: string, value: string) => {
      if (name === 'rPh') isPhonetic = false
      if (name === 't' && !isPhonetic) text += unescaped(value)
    },
    take: () => {
      const taken = text
      text = ''
      return taken
    },
  }
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

function sharedTexts(parts: Parts, part: string): AsyncGenerator<string> {
  const texts: string[] = []
  const runs = textRuns()
  return parsed(parts, part, texts, {
    open: runs.open,
    close: (name, text) => {
      runs.close(name, text)
      if (name === 'si') texts.push(runs.take())
    },
  })
}

/** 'AB12' → 27 */
const toColumnNumber = (place: string): number =>
  [...(/^[A-Z]{1,3}/.exec(place)?.[0] ?? '')].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1

/** The last row that an Excel sheet can have. */
const lastRow = 1_048_576

/**
 * The row's own number if it is higher than the previous one, since empty rows
 * may be omitted.
 */
function parsePlace(place: string | undefined, before: number): number {
  const own = Number(place)
  return Number.isInteger(own) && own > before && own <= lastRow
    ? own
    : before + 1
}

/**
 * What the cells of a sheet refer to: texts by number, and the styles that show
 * a number as a percentage.
 */
type Lookup = { shared: readonly string[]; percentStyles: ReadonlySet<string> }

function cellText(
  { value, attributes: { t: type = 'n', s: style = '' } }: Cell,
  lookup: Lookup,
): string {
  if (type === 's') return lookup.shared[Number(value)] ?? ''
  if (type !== 'n' || value === '') return value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  // As Excel shows it: without the last digits that a double does not have.
  const shown = (exact: number) => String(Number(exact.toPrecision(15)))
  return lookup.percentStyles.has(style)
    ? `${shown(number * 100)}%`
    : shown(number)
}

type Cell = {
  attributes: Record<string, string>
  value: string
  isFormula: boolean
}

function sheetRows(
  parts: Parts,
  part: string,
  lookup: Lookup,
  maxColumns: number,
): AsyncGenerator<RawRow> {
  const rows: RawRow[] = []
  const runs = textRuns()
  let row = emptyRow(0)
  let cell: Cell = { attributes: {}, value: '', isFormula: false }
  return parsed(parts, part, rows, {
    open: (name, attributes) => {
      runs.open(name)
      if (name === 'row')
        row = emptyRow(parsePlace(attributes.r, row.rowNumber))
      if (name === 'c') cell = { attributes, value: '', isFormula: false }
      if (name === 'f') cell.isFormula = true
    },
    close: (name, text) => {
      runs.close(name, text)
      if (name === 'v') cell.value = unescaped(text)
      if (name === 'c') {
        const inline = runs.take()
        const isInline = cell.attributes.t === 'inlineStr'
        addCell(
          row,
          cell,
          isInline ? inline : cellText(cell, lookup),
          maxColumns,
        )
      }
      if (name === 'row')
        rows.push({
          ...row,
          cells: Array.from(row.cells, (text) => text ?? ''),
        })
    },
  })
}

const emptyRow = (rowNumber: number): Required<RawRow> => ({
  rowNumber,
  cells: [],
  formulas: [],
  uncalculated: [],
})

function addCell(
  { cells, formulas, uncalculated }: Required<RawRow>,
  { attributes: { r, t }, isFormula }: Cell,
  text: string,
  maxColumns: number,
) {
  // Whatever is beyond the widest allowed file is reported by the one cell
  // after it.
  const place = r ? toColumnNumber(r) : cells.length
  const column = Math.min(Math.max(place, 0), maxColumns)
  if (text !== '' || !r) cells[column] = text
  if (isFormula) formulas.push(column)
  // A text formula may have an empty value.
  if (isFormula && text === '' && t !== 'str') uncalculated.push(column)
}

type WorkbookOptions = {
  name: string
  maxColumns: number
  matchHeader: (cells: readonly string[]) => HeaderMatch
}

/**
 * The rows of the sheet of a workbook that has the columns, read as it is
 * unpacked, within limits.
 */
export async function* workbookRows(
  bytes: Uint8Array,
  options: WorkbookOptions,
): AsyncGenerator<RawRow> {
  const { name, maxColumns, matchHeader } = options
  const zip = await fromBufferPromise(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  )
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName.toLowerCase(), entry)
  const parts = { name, zip, entries }
  const shared = entries.has('xl/sharedstrings.xml')
    ? await collected(sharedTexts(parts, 'xl/sharedStrings.xml'))
    : []
  const percentStyles = await findPercentStyles(parts)
  const readRows = (part: string) =>
    sheetRows(parts, part, { shared, percentStyles }, maxColumns)
  const sheets = await listSheets(parts)
  const headers: HeaderMatch[] = []
  for (const { part } of sheets)
    headers.push(matchHeader(await findFirstRow(readRows(part))))
  const chosen = sheets[chooseSheet(sheets, headers)]
  if (!chosen) throw damaged(name, 'it has no worksheet')
  yield* readRows(chosen.part)
}

async function findFirstRow(
  rows: AsyncGenerator<RawRow>,
): Promise<readonly string[]> {
  for await (const { cells } of rows)
    if (cells.some((cell) => cell.trim() !== '')) return cells
  return []
}

type BookSheet = { part: string; isVisible: boolean }

/**
 * The first sheet with all columns, visible ones before hidden ones; else the
 * visible one with most of them.
 */
function chooseSheet(
  sheets: readonly BookSheet[],
  headers: readonly HeaderMatch[],
): number {
  const isVisible = (index: number) => sheets[index]?.isVisible ?? false
  const order = [...sheets.keys()].toSorted(
    (a, b) => Number(isVisible(b)) - Number(isVisible(a)),
  )
  const complete = order.find((index) => headers[index]?.isComplete)
  if (complete !== undefined) return complete
  const known = (index: number) => headers[index]?.known ?? 0
  const visible = order.filter(isVisible)
  return visible.reduce(
    (best, index) => (known(index) > known(best) ? index : best),
    visible[0] ?? 0,
  )
}

type Element = { name: string; attributes: Record<string, string> }

const readElements = (parts: Parts, part: string): Promise<Element[]> => {
  const elements: Element[] = []
  return collected(
    parsed(parts, part, elements, {
      open: (name, attributes) => elements.push({ name, attributes }),
    }),
  )
}

/** Workbooks have a few sheets; the rest of more is not looked at. */
const maxSheets = 50

async function listSheets(parts: Parts): Promise<BookSheet[]> {
  const book = await readElements(parts, 'xl/workbook.xml')
  if (
    book.some(({ attributes }) =>
      ['1', 'true'].includes(attributes.date1904 ?? ''),
    )
  )
    throw refuse(
      parts.name,
      'uses the 1904 date system; turn it off in the workbook’s options, or save it as CSV',
    )
  const links = await readElements(parts, 'xl/_rels/workbook.xml.rels')
  const sheets = book.filter(({ name }) => name === 'sheet').slice(0, maxSheets)
  return sheets.flatMap(({ attributes }) => {
    const id = Object.entries(attributes).find(([key]) =>
      key.endsWith(':id'),
    )?.[1]
    const link = links.find((one) => one.attributes.Id === id)?.attributes
    const isWorksheet =
      link?.Type === undefined || link.Type.endsWith('/worksheet')
    if (!link?.Target || !isWorksheet) return []
    const part = link.Target.startsWith('/')
      ? link.Target.slice(1)
      : `xl/${link.Target}`
    return [{ part, isVisible: (attributes.state ?? 'visible') === 'visible' }]
  })
}

const stylesPart = 'xl/styles.xml'
/** Excel's formats 0% and 0.00%. */
const builtInPercents = ['9', '10']

/**
 * The numbers of the cell styles with a percent sign in their number format.
 */
async function findPercentStyles(parts: Parts): Promise<Set<string>> {
  const formats = new Set(builtInPercents)
  const styles = new Set<string>()
  if (!parts.entries.has(stylesPart.toLowerCase())) return styles
  let count = 0
  let isCellStyle = false
  const open = (
    name: string,
    { numFmtId = '', formatCode = '' }: Record<string, string>,
  ) => {
    if (
      name === 'numFmt' &&
      formatCode.replace(/"[^"]*"|\\./g, '').includes('%')
    )
      formats.add(numFmtId)
    if (name === 'cellXfs') isCellStyle = true
    if (name !== 'xf' || !isCellStyle) return
    if (formats.has(numFmtId)) styles.add(String(count))
    count++
  }
  const close = (name: string) => {
    if (name === 'cellXfs') isCellStyle = false
  }
  await collected(parsed(parts, stylesPart, [], { open, close }))
  return styles
}

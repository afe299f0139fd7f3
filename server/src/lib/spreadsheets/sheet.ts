import type { ColumnKind } from '@portal/contract/lib/list-column'
import { dayMs } from '@portal/contract/sla/calendar'
import {
  type CellStyle,
  colToLetter,
  type WriteSheet,
  writeXlsx,
} from 'hucre/xlsx'
import { unzipped, type ZipEntry, zipped } from '../files/zip.ts'

/** A cell. A day is Excel's number: 1 is January 1, 1900. */
export type Cell = string | number | null

/**
 * Converts a local time such as '2026-02-02' or '2026-02-02T20:00:00' to a
 * sheet's day number.
 */
export const sheetTime = (civil: string): number =>
  Date.parse(`${civil}${civil.includes('T') ? 'Z' : ''}`) / dayMs + 25_569

/** A column; a share is 0.725 for 72.5%. */
export type SheetColumn = {
  label: string
  kind: ColumnKind
  width: number
  /** The only values that Excel accepts in the column, offered as a list. */
  choices?: readonly string[]
}

/** Text cells stay text also when edited ('=1+1'). */
const looks: Record<ColumnKind, CellStyle> = {
  text: { numFmt: '@', alignment: { vertical: 'top' } },
  lines: { numFmt: '@', alignment: { vertical: 'top', wrapText: true } },
  number: { alignment: { vertical: 'top' } },
  integer: { numFmt: '#,##0', alignment: { vertical: 'top' } },
  signed: { numFmt: '+#,##0;-#,##0;0', alignment: { vertical: 'top' } },
  money: { numFmt: '"$"#,##0.00', alignment: { vertical: 'top' } },
  share: { numFmt: '0.00%', alignment: { vertical: 'top' } },
  coverage: { numFmt: '0.000', alignment: { vertical: 'top' } },
  bps: { numFmt: '+0.###;-0.###;0', alignment: { vertical: 'top' } },
  date: { numFmt: 'mm/dd/yyyy', alignment: { vertical: 'top' } },
  day: { numFmt: 'mm/dd/yyyy', alignment: { vertical: 'top' } },
  time: { numFmt: 'mm/dd/yyyy h:mm AM/PM', alignment: { vertical: 'top' } },
}
const headLook: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E8EDF3' } },
  alignment: { vertical: 'center', wrapText: true },
}

type About = {
  name: string
  lines: readonly (readonly [string, string])[]
}

type Workbook = {
  name: string
  columns: readonly SheetColumn[]
  /** Batches of rows, column by column. */
  rows: AsyncIterable<Cell[][]>
  about: (rows: number) => About
  creator: string
}

const typesPath = '[Content_Types].xml'
const sheetPath = 'xl/worksheets/sheet1.xml'

/**
 * A workbook, streamed: frozen header, filter buttons, typed cells and a second
 * sheet. hucre draws it around one sample row, which is replaced by ours: its
 * own stream writer makes one bare sheet at about a third of the speed
 * (docs/decisions/044-libraries-for-workbooks-and-scim.md).
 */
export function workbook({
  name,
  columns,
  rows,
  about,
  creator,
}: Workbook): AsyncGenerator<Buffer> {
  const draw = async (count: number) =>
    unzipped(await writeXlsx(drawing({ name, columns, about, creator }, count)))

  async function* entries(): AsyncGenerator<ZipEntry> {
    let count = 0
    const counted = async function* () {
      for await (const batch of rows) {
        yield* inPieces(rowsXml(batch, count + 2, cellDrawers))
        count += batch[0]?.length ?? 0
      }
    }
    const drawn = await draw(0)
    // First, as file type detection expects it.
    yield { name: typesPath, chunks: [Buffer.from(drawn.get(typesPath) ?? '')] }
    const [before = '', sample = ''] = partsOf(drawn.get(sheetPath))
    const cellDrawers = styleNumbers(sample).map(cellDrawer)
    const first = async function* () {
      yield Buffer.from(before)
      yield* counted()
      const [, , after = ''] = partsOf((await draw(count)).get(sheetPath))
      yield Buffer.from(after)
    }
    yield { name: sheetPath, chunks: first() }
    for (const [path, text] of await draw(count))
      if (path !== sheetPath && path !== typesPath)
        yield { name: path, chunks: [Buffer.from(text)] }
  }
  return zipped(entries())
}

/** The workbook with one sample row. */
const drawing = (
  { name, columns, about, creator }: Omit<Workbook, 'rows'>,
  count: number,
) => {
  const last = colToLetter(columns.length - 1)
  const list: WriteSheet = {
    name,
    columns: columns.map(({ width, kind }) => ({ width, style: looks[kind] })),
    rows: [columns.map(({ label }) => literal(label)), columns.map(() => 0)],
    cells: new Map(
      columns.map((_, index) => [`0,${index}`, { style: headLook }]),
    ),
    freezePane: { rows: 1, columns: 1 },
    autoFilter: { range: `A1:${last}${count + 1}` },
    dataValidations: toValidations(columns),
    pageSetup: {
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: '$1:$1',
    },
  }
  const description = about(count)
  const second: WriteSheet = {
    name: description.name,
    columns: [
      {
        width: 24,
        style: { font: { bold: true }, alignment: { vertical: 'top' } },
      },
      { width: 90, style: looks.lines },
    ],
    rows: description.lines.map((line) => line.map(literal)),
  }
  return { sheets: [list, second], properties: { title: name, creator } }
}

const lastSheetRow = 1_048_576

/** The lists of choices, also for rows that people add. */
const toValidations = (columns: readonly SheetColumn[]) =>
  columns.flatMap(({ choices }, index) => {
    if (!choices) return []
    const letter = colToLetter(index)
    return [
      {
        type: 'list' as const,
        values: [...choices],
        allowBlank: true,
        showErrorMessage: true,
        errorTitle: 'Not in the list',
        errorMessage: `Choose ${choices.join(', ')}, or leave the cell blank.`,
        range: `${letter}2:${letter}${lastSheetRow}`,
      },
    ]
  })

/** The parts before, of and after the sample row. */
const partsOf = (xml = ''): string[] => {
  const start = xml.indexOf('<row r="2"')
  const end = xml.indexOf('</row>', start) + '</row>'.length
  if (start < 0 || end < start)
    throw new Error('The drawn sheet has no sample row')
  // The number of rows is not known yet, and `dimension` is optional.
  return [
    xml.slice(0, start).replace(/<dimension [^<>]*>/, ''),
    xml.slice(start, end),
    xml.slice(end),
  ]
}

const styleNumbers = (sample: string): string[] =>
  [...sample.matchAll(/<c [^<>]*>/g)].map(
    ([cell]) => / s="(\d+)"/.exec(cell)?.[1] ?? '0',
  )

/** Cached texts of a column: statuses and names repeat. */
const maxKept = 1000

/** Draws a cell after its address. */
const cellDrawer = (style: string) => {
  const number = `" s="${style}"><v>`
  const text = `" s="${style}" t="inlineStr">`
  const kept = new Map<string, string>()
  return (cell: string | number): string => {
    if (typeof cell === 'number') return `${number}${cell}</v></c>`
    const known = kept.get(cell)
    if (known !== undefined) return known
    const drawn = `${text}${inline(cell)}</c>`
    if (kept.size < maxKept && cell.length < 100) kept.set(cell, drawn)
    return drawn
  }
}

const starts = Array.from(
  { length: 100 },
  (_, index) => `<c r="${colToLetter(index)}`,
)

/** Rows as XML, the first with number `from`. Empty cells are left out. */
function* rowsXml(
  batch: readonly (readonly Cell[])[],
  from: number,
  drawers: readonly ReturnType<typeof cellDrawer>[],
): Generator<string> {
  const count = batch[0]?.length ?? 0
  const columns = drawers.map((draw, index) => ({
    draw,
    cells: batch[index] ?? [],
    start: starts[index],
  }))
  for (let at = 0; at < count; at++) {
    const row = String(from + at)
    let xml = `<row r="${row}">`
    for (const { draw, cells, start } of columns) {
      const cell = cells[at]
      if (cell !== null && cell !== undefined && cell !== '')
        xml += start + row + draw(cell)
    }
    yield `${xml}</row>`
  }
}

const pieceSize = 512 * 1024

/**
 * ASCII texts as bytes. Copied one by one: one text of a batch costs half as
 * much again.
 */
function* inPieces(texts: Iterable<string>): Generator<Buffer> {
  let piece = Buffer.allocUnsafeSlow(pieceSize)
  let used = 0
  for (const text of texts) {
    if (used > 0 && used + text.length > piece.length) {
      yield piece.subarray(0, used)
      piece = Buffer.allocUnsafeSlow(pieceSize)
      used = 0
    }
    if (text.length > pieceSize) yield Buffer.from(text, 'latin1')
    else used += piece.write(text, used, 'latin1')
  }
  if (used > 0) yield piece.subarray(0, used)
}

/** Excel's limit per cell. */
const maxCharacters = 32_767

const inline = (text: string) => {
  const shown =
    text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
  const space = hasOuterSpace.test(shown) ? ' xml:space="preserve"' : ''
  return `<is><t${space}>${needsEscape.test(shown) ? escaped(shown) : shown}</t></is>`
}

/**
 * Excel needs xml:space for these; on every cell it would be a quarter of the
 * sheet.
 */
const hasOuterSpace = /^\s|\s$|\n/

const needsEscape = /[^\t\n\x20-\x7e]|[&<>]|_x[0-9a-fA-F]{4}_/

/** Escapes text that looks like one of Excel's escapes. */
const literal = (text: string): string =>
  text.replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')

const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Non-ASCII letters as numbers, so that one character is one byte. */
const escaped = (text: string): string =>
  literal(text.toWellFormed()).replace(/[^\t\n\x20-\x7e]|[&<>]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    return names[letter] ?? (isNoXml(code) ? `_x${hex(code)}_` : `&#${code};`)
  })

/** Characters that XML can't contain are written as Excel does ('_x0007_'). */
const isNoXml = (code: number) =>
  code < 0x20 || code === 0xfffe || code === 0xffff
const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')

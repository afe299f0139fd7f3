import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { damaged, refuse } from '../document/check-refusal.ts'
import type { RawRow } from './read-rows.ts'

/** So much of one part is unpacked at most, and so long may one row or one shared text be. */
const mostUnpacked = 96 << 20
const longestPiece = 2 << 20

type Parts = { name: string; zip: ZipFile; entries: ReadonlyMap<string, Entry> }

/** The text of a part as it is unpacked, up to the limit. */
async function* textOf({ name, zip, entries }: Parts, part: string): AsyncGenerator<string> {
  const entry = entries.get(part)
  if (!entry) throw damaged(name, `its part ${part.slice(0, 60)} is missing`)
  const tooMuch = () => refuse(name, 'unpacks to more than can be read')
  if (entry.uncompressedSize > mostUnpacked) throw tooMuch()
  const decoder = new TextDecoder()
  let size = 0
  const stream = await zip.openReadStreamPromise(entry)
  for await (const chunk of stream) {
    const bytes: Buffer = chunk
    size += bytes.length
    if (size > mostUnpacked) throw tooMuch()
    yield decoder.decode(bytes, { stream: true })
  }
}

async function whole(parts: Parts, part: string): Promise<string> {
  let text = ''
  for await (const piece of textOf(parts, part)) {
    text += piece
    if (text.length > longestPiece) throw refuse(parts.name, 'unpacks to more than can be read')
  }
  return text
}

/** Each element of this name with its content, one after the other; none holds another of its name. */
async function* elements(parts: Parts, part: string, tag: 'row' | 'si'): AsyncGenerator<string> {
  const closing = new RegExp(`</(?:\\w{1,20}:)?${tag}>`, 'g')
  const opening = new RegExp(`<(?:\\w{1,20}:)?${tag}(?=[\\s>/])`, 'g')
  let rest = ''
  for await (const piece of textOf(parts, part)) {
    rest += piece
    let from = 0
    closing.lastIndex = 0
    for (let end = closing.exec(rest); end; end = closing.exec(rest)) {
      const text = rest.slice(from, end.index)
      // What was closed in itself (<row r="5"/>) stands before it.
      const starts = [...text.matchAll(opening)]
      const empty = starts.slice(0, -1)
      for (const _ of empty) yield ''
      const start = starts.at(-1)
      if (start) yield text.slice(start.index)
      from = closing.lastIndex
    }
    rest = rest.slice(from)
    if (rest.length > longestPiece) throw refuse(parts.name, 'has a row that is too long to be read')
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A character by its number; what no text has is left out. */
const character = (code: number) =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''

const unescaped = (xml: string) =>
  xml
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex?: string, decimal?: string, name?: string) => {
      if (hex) return character(Number.parseInt(hex, 16))
      if (decimal) return character(Number(decimal))
      return named[name ?? ''] ?? all
    })
    .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => character(Number.parseInt(hex, 16)))

/** The text of what is written in runs, without how it is pronounced. */
const textIn = (xml: string): string =>
  [
    ...xml
      .replace(/<(?:\w{1,20}:)?rPh\b[\s\S]*?<\/(?:\w{1,20}:)?rPh>/g, '')
      .matchAll(/<(?:\w{1,20}:)?t(?:\s[^>]*)?>([^<]*)</g),
  ]
    .map(([, text = '']) => unescaped(text))
    .join('')

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s(?:\\w{1,20}:)?${name}\\s*=\\s*"([^"]*)"`).exec(tag)?.[1]

/** 'AB12' → 27 */
const columnOf = (place: string): number =>
  [...(/^[A-Z]{1,3}/.exec(place)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** So many rows a sheet of Excel has at most. */
const lastRow = 1_048_576

/** The number that Excel shows beside a row: its own where it says one behind the row before, for empty rows may be left out. */
function placeOf(row: string, before: number): number {
  const said = Number(attribute(row.slice(0, row.indexOf('>') + 1), 'r'))
  return Number.isInteger(said) && said > before && said <= lastRow ? said : before + 1
}

const cellTag = /<(?:\w{1,20}:)?c((?:\s[^>]*)?)>/g

/** The cells of a row as text; numbers as they are written. */
function cellsOf(row: string, shared: readonly string[], mostColumns: number): string[] {
  const cells: string[] = []
  const tags = [...row.matchAll(cellTag)]
  for (const [index, tag] of tags.entries()) {
    const [start, attributes = ''] = tag
    const place = attribute(attributes, 'r')
    const column = place ? columnOf(place) : cells.length
    if (attributes.endsWith('/')) continue
    const content = row.slice(tag.index + start.length, tags[index + 1]?.index ?? row.length)
    const text = cellText(content, attribute(attributes, 't') ?? 'n', shared)
    // What stands beyond the widest file is told of in the one cell after it.
    if (text !== '') cells[Math.min(Math.max(column, 0), mostColumns)] = text
  }
  return Array.from(cells, (cell) => cell ?? '')
}

function cellText(content: string, type: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return textIn(content)
  const value = unescaped(/<(?:\w{1,20}:)?v(?:\s[^>]*)?>([^<]*)</.exec(content)?.[1] ?? '')
  if (type === 's') return shared[Number(value)] ?? ''
  if (type !== 'n' || value === '') return value
  const number = Number(value)
  // As Excel shows it: without the last digits that a double does not have.
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value
}

/** The rows of a workbook's first sheet, one after the other: read as it is unpacked, within limits. */
export async function* workbookRows(name: string, bytes: Uint8Array, mostColumns: number): AsyncGenerator<RawRow> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  const parts = { name, zip, entries }
  const shared: string[] = []
  if (entries.has('xl/sharedStrings.xml'))
    for await (const item of elements(parts, 'xl/sharedStrings.xml', 'si')) shared.push(textIn(item))
  let rowNumber = 0
  for await (const row of elements(parts, await firstSheet(parts), 'row')) {
    rowNumber = placeOf(row, rowNumber)
    yield { rowNumber, cells: cellsOf(row, shared, mostColumns) }
  }
}

/** Where the first sheet lies, as the workbook says. */
async function firstSheet(parts: Parts): Promise<string> {
  const book = await whole(parts, 'xl/workbook.xml')
  if (/\sdate1904\s*=\s*"(?:1|true)"/.test(book))
    throw refuse(parts.name, 'counts its days from 1904; switch that off in its options, or save it as CSV')
  const sheet = /<(?:\w{1,20}:)?sheet\s[^>]*>/.exec(book)?.[0] ?? ''
  const id = /\s\w{1,20}:id\s*=\s*"([^"]*)"/.exec(sheet)?.[1]
  const links = await whole(parts, 'xl/_rels/workbook.xml.rels')
  const link = [...links.matchAll(/<(?:\w{1,20}:)?Relationship\s[^>]*>/g)].find(([tag]) => attribute(tag, 'Id') === id)
  const target = link && attribute(link[0], 'Target')
  if (!target) throw damaged(parts.name, 'it has no sheet')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

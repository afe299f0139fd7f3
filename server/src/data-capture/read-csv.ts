import { refuse } from '../document/check-refusal.ts'
import type { RawRow } from './read-rows.ts'

/** Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252, in which Excel writes CSV files. */
function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const separators = [',', ';', '\t'] as const

/** The separator that occurs most often in the first line, outside quotes. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(separators.map((sign) => [sign, 0]))
  let isQuoted = false
  for (const sign of text.slice(0, 20_000)) {
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign === '\n' || sign === '\r') break
    const count = counts.get(sign)
    if (count !== undefined) counts.set(sign, count + 1)
  }
  return separators.reduce((best, sign) => ((counts.get(sign) ?? 0) > (counts.get(best) ?? 0) ? sign : best), ',')
}

/** A line before the header in which Excel names the separator. */
const separatorLine = /^sep=([,;\t])(?:\r\n|\r|\n)/i

/** The rows of a CSV by RFC 4180. Empty rows count; the line that names the separator doesn't. */
export function* csvRows(name: string, bytes: Uint8Array): Generator<RawRow> {
  let text = decodeText(bytes)
  const named = separatorLine.exec(text)
  if (named) text = text.slice(named[0].length)
  const separator = named?.[1] ?? separatorOf(text)
  const plainEnd = new RegExp(`[${separator}\r\n]`, 'g')

  let row: string[] = []
  let count = 1
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      const quoted = quotedAt(text, at)
      if (!quoted) throw refuse(name, `cannot be read: a quote in row ${count} is never closed`)
      cell = quoted.cell
      at = quoted.end
    }
    plainEnd.lastIndex = at
    const end = plainEnd.exec(text)?.index ?? text.length
    row.push(cell + text.slice(at, end))
    at = end + 1
    if (text[end] === separator) {
      if (at === text.length)
        row.push('') // the last line ends with a separator
      else continue
    } else if (text[end] === '\r' && text[at] === '\n') at++
    yield { rowNumber: count, cells: row }
    count++
    row = []
  }
  if (row.length > 0) yield { rowNumber: count, cells: row }
}

/** The quoted cell that starts here, and its end; undefined if the quote is never closed. */
function quotedAt(text: string, start: number): { cell: string; end: number } | undefined {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at === -1) return undefined
    if (text[at + 1] !== '"') return { cell: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 }
  }
}

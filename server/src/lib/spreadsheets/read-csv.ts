import { parseCsv } from 'hucre/csv'
import { refuse } from '../files/refusal.ts'
import type { RawRow } from './read-workbook.ts'

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

/** The line before the header in which Excel names the separator. */
const separatorLine = /^sep=([,;\t])(?:\r\n|\r|\n)/i

/** A line appended to the text: if a quote is unclosed, it becomes part of the last cell. */
const end = 'end'

/** The rows of a CSV by RFC 4180. Empty rows count; the line that names the separator doesn't. */
export function csvRows(name: string, bytes: Uint8Array): RawRow[] {
  const text = decodeText(bytes)
  const named = separatorLine.exec(text)
  const delimiter = named?.[1] ?? separatorOf(text)
  const rows = parseCsv(`${text.slice(named?.[0].length)}\n${end}`, { delimiter })
  if (rows.pop()?.[0] !== end) throw refuse(name, `cannot be read: a quote in row ${rows.length + 1} is never closed`)
  return rows.map((cells, index) => ({ rowNumber: index + 1, cells: cells.map(String) }))
}

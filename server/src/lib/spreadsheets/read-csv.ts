import { joinSentences } from '@portal/contract/lib/sentences'
import {
  decodeTable,
  UndecodableText,
} from '@portal/contract/lib/text-encoding'
import { streamCsvRows } from 'hucre/csv'
import { refuse } from '../files/refusal.ts'
import type { RawRow } from './read-workbook.ts'

/**
 * Decodes a table by the rules of `findTextEncoding`. Throws a refusal that
 * names a line with a damaged character.
 */
function decodeCsv(name: string, bytes: Uint8Array): string {
  try {
    return decodeTable(bytes)
  } catch (error) {
    if (!(error instanceof UndecodableText)) throw error
    throw refuse(
      name,
      joinSentences([
        `cannot be read: ${error.message}`,
        'Save it as "CSV UTF-8" and try again.',
      ]),
    )
  }
}

const separators = [',', ';', '\t'] as const

/** The separator that occurs most often in the first line, outside quotes. */
function detectSeparator(text: string): string {
  const counts = new Map<string, number>(separators.map((sign) => [sign, 0]))
  let isQuoted = false
  for (const sign of text.slice(0, 20_000)) {
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign === '\n' || sign === '\r') break
    const count = counts.get(sign)
    if (count !== undefined) counts.set(sign, count + 1)
  }
  return separators.reduce(
    (best, sign) =>
      (counts.get(sign) ?? 0) > (counts.get(best) ?? 0) ? sign : best,
    ',',
  )
}

/** The line before the header in which Excel names the separator. */
const separatorLine = /^sep=([,;\t])(?:\r\n|\r|\n)/i

/**
 * A line appended to the text: if a quote is unclosed, it becomes part of the
 * last cell.
 */
const end = 'end'

/**
 * The rows of a CSV by RFC 4180, parsed as they are taken. Empty rows count;
 * the line that names the separator doesn't.
 */
export function* csvRows(name: string, bytes: Uint8Array): Generator<RawRow> {
  const text = decodeCsv(name, bytes)
  const named = separatorLine.exec(text)
  const delimiter = named?.[1] ?? detectSeparator(text)
  let rowNumber = 0
  let last: string[] | undefined
  for (const cells of streamCsvRows(
    `${text.slice(named?.[0].length)}\n${end}`,
    { delimiter },
  )) {
    if (last) yield { rowNumber, cells: last }
    rowNumber++
    last = cells.map(String)
  }
  if (last?.[0] !== end)
    throw refuse(
      name,
      `cannot be read: a quote in row ${rowNumber} is never closed`,
    )
}

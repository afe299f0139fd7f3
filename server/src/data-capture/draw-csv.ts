import { captureColumns } from '@portal/contract/data-capture/model'
import { tprResponseLabels } from '@portal/contract/tdoc/model'
import { workbook } from '../lib/spreadsheets/sheet.ts'
import { titlesOf } from './read-rows.ts'

/** A CSV cell. An apostrophe keeps spreadsheets from taking it for a formula (OWASP, CSV injection). */
const cellOf = (text: string): string => {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Tells Excel that the text is UTF-8. */
const byteOrderMark = '\ufeff'

export async function* csvOf(titles: readonly string[], batches: AsyncIterable<readonly (readonly string[])[]>) {
  yield Buffer.from(byteOrderMark + csvLine(titles))
  for await (const batch of batches) yield Buffer.from(batch.map(csvLine).join(''))
}

const titles = titlesOf(captureColumns)
const requiredTitles = Object.values(captureColumns).flatMap(({ title, isRequired }) => (isRequired ? [title] : []))
const exampleRows = [
  ['7000001', 'Appraisal 7000001.pdf', tprResponseLabels.RECEIVED, '03/04/2026', ''],
  ['7000002', 'Title 7000002.pdf', tprResponseLabels.NOT_RECEIVED, '', 'Requested again'],
]

async function* batch<T>(rows: T): AsyncGenerator<T> {
  yield rows
}

/** A template with example rows, as CSV or as a workbook whose second sheet explains the columns. */
export const drawTemplate = (format: 'csv' | 'xlsx', brandName: string): AsyncGenerator<Buffer> =>
  format === 'csv'
    ? csvOf(titles, batch(exampleRows))
    : workbook({
        name: 'Data capture',
        columns: titles.map((label) => ({ label, kind: 'text' as const, width: label === 'Comment' ? 50 : 24 })),
        rows: batch(titles.map((_, column) => exampleRows.map((row) => row[column] ?? ''))),
        creator: brandName,
        about: () => ({
          name: 'About',
          lines: [
            ['Required', requiredTitles.join(', ')],
            ['Response', Object.values(tprResponseLabels).join(', ')],
            ['Estimated Date', '03/04/2026 or 2026-03-04. Leave blank to keep the current date.'],
            ['Rows', 'Replace the two example rows with your own'],
          ],
        }),
      })

import { captureColumns } from '@portal/contract/data-capture/model'
import { tprResponseLabels } from '@portal/contract/tdoc/model'
import { drawCsv } from '../lib/spreadsheets/draw-csv.ts'
import { getTitles } from '../lib/spreadsheets/read-rows.ts'
import { workbook } from '../lib/spreadsheets/sheet.ts'

const titles = getTitles(captureColumns)
const requiredTitles = Object.values(captureColumns).flatMap(
  ({ title, isRequired }) => (isRequired ? [title] : []),
)
const exampleRows = [
  [
    '7000001',
    'Appraisal 7000001.pdf',
    tprResponseLabels.RECEIVED,
    '03/04/2026',
    '',
  ],
  [
    '7000002',
    'Title 7000002.pdf',
    tprResponseLabels.NOT_RECEIVED,
    '',
    'Requested again',
  ],
]

async function* batch<T>(rows: T): AsyncGenerator<T> {
  yield rows
}

/**
 * A template with example rows, as CSV or as a workbook whose second sheet
 * explains the columns.
 */
export const drawTemplate = (
  format: 'csv' | 'xlsx',
  brandName: string,
): AsyncGenerator<Buffer> =>
  format === 'csv'
    ? drawCsv(titles, batch(exampleRows))
    : workbook({
        name: 'Data capture',
        columns: titles.map((label) => ({
          label,
          kind: 'text' as const,
          width: label === 'Comment' ? 50 : 24,
        })),
        rows: batch(
          titles.map((_, column) =>
            exampleRows.map((row) => row[column] ?? ''),
          ),
        ),
        creator: brandName,
        about: () => ({
          name: 'About',
          lines: [
            ['Required', requiredTitles.join(', ')],
            ['Response', Object.values(tprResponseLabels).join(', ')],
            [
              'Estimated Date',
              '03/04/2026 or 2026-03-04. Leave blank to keep the current date.',
            ],
            ['Rows', 'Replace the two example rows with your own'],
          ],
        }),
      })

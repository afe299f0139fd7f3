import { captureColumns } from '@portal/contract/data-capture/model'
import { tprResponseLabels } from '@portal/contract/tdoc/model'
import { drawCsv, keepApostrophe } from '../lib/spreadsheets/draw-csv.ts'
import { getTitles } from '../lib/spreadsheets/read-rows.ts'
import { type SheetColumn, workbook } from '../lib/spreadsheets/sheet.ts'

export type TableFormat = 'csv' | 'xlsx'

/** Rows of text, in the order of the template's columns and `extraTitles`. */
type Rows = readonly (readonly string[])[]

type CaptureTable = {
  format: TableFormat
  name: string
  brandName: string
  /** Columns after those of the template. */
  extraTitles?: readonly string[]
  batches: Iterable<Rows> | AsyncIterable<Rows>
  /** The second sheet of a workbook: labels and texts. */
  about: readonly (readonly [string, string])[]
}

const responses = Object.values(tprResponseLabels)
const requiredTitles = Object.values(captureColumns).flatMap(
  ({ title, isRequired }) => (isRequired ? [title] : []),
)
const wideTitles: readonly string[] = [captureColumns.comment.title, 'Reason']

/** What the second sheet says about every table in the template's columns. */
const columnTexts: readonly (readonly [string, string])[] = [
  ['Required', requiredTitles.join(', ')],
  ['Response', responses.join(', ')],
  [
    'Estimated Date',
    '03/04/2026 or 2026-03-04. Leave blank to keep the current date.',
  ],
]

/**
 * A table in the template's columns, as CSV or as a workbook that offers the
 * responses as a list. Uploads read every cell as it is written here.
 */
export function drawTable({
  format,
  name,
  brandName,
  extraTitles = [],
  batches,
  about,
}: CaptureTable): AsyncGenerator<Buffer> {
  const titles = [...getTitles(captureColumns), ...extraTitles]
  if (format === 'csv') return drawCsv(titles, batches)
  return workbook({
    name,
    columns: titles.map(toSheetColumn),
    rows: byColumn(titles, batches),
    creator: brandName,
    about: () => ({ name: 'About', lines: [...columnTexts, ...about] }),
  })
}

function toSheetColumn(label: string): SheetColumn {
  const column: SheetColumn = {
    label,
    kind: 'text',
    width: wideTitles.includes(label) ? 50 : 24,
  }
  if (label !== captureColumns.tprResponse.title) return column
  return { ...column, choices: responses }
}

async function* byColumn(
  titles: readonly string[],
  batches: Iterable<Rows> | AsyncIterable<Rows>,
) {
  for await (const rows of batches)
    yield titles.map((_, column) =>
      rows.map((row) => keepApostrophe(row[column] ?? '')),
    )
}

import {
  captureColumns,
  captureLimits,
  intakeColumns,
  intakeLimits,
} from '@portal/contract/data-capture/model'
import { imageFileName } from '@portal/contract/tdoc/api'
import {
  type TprResponse,
  tprResponseLabels,
} from '@portal/contract/tdoc/model'
import { threadWork } from '../lib/concurrency/threads.ts'
import { refuse } from '../lib/files/refusal.ts'
import { csvRows } from '../lib/spreadsheets/read-csv.ts'
import {
  byLabel,
  createHeaderMatch,
  plain,
  readLoanNumber,
  readStoredDay,
  type SheetRow,
  sheetRows,
} from '../lib/spreadsheets/read-rows.ts'
import { workbookRows } from '../lib/spreadsheets/read-workbook.ts'

/** The answer in a row of a data-capture file. */
export type Answer = {
  buyerLoanNumber: string
  imageFileName: string
  tprResponse: TprResponse
  tprEstimatedDateOfReview?: string
  comment?: string
}
/** A row: its cells as written, and its answer or why it can't be applied. */
export type CaptureLine = { rowNumber: number; cells: string[] } & (
  | { answer: Answer }
  | { reason: string }
)

/** A row of a transmittal's index. */
export type IndexLine = {
  rowNumber: number
  cells: string[]
  problem: string | null
}

export type Order = {
  of: 'CAPTURE' | 'INDEX'
  type: 'CSV' | 'XLSX'
  name: string
  bytes: Uint8Array
}
/**
 * The rows, in batches as JSON: a string passes between threads faster than
 * many objects.
 */
export type Read = { count: number; batches: string[] }

const batchRows = 100

/**
 * Reads a table and checks its rows as far as that is possible without the
 * database.
 */
export async function readTable({
  of,
  type,
  name,
  bytes,
}: Order): Promise<Read> {
  const isCapture = of === 'CAPTURE'
  const matchHeader = createHeaderMatch(
    isCapture ? captureColumns : intakeColumns,
  )
  const book = { name, maxColumns: captureLimits.columns, matchHeader }
  const raw = type === 'CSV' ? csvRows(name, bytes) : workbookRows(bytes, book)
  const rows = isCapture
    ? sheetRows(name, captureColumns, captureLimits, raw)
    : sheetRows(name, intakeColumns, intakeLimits, raw)
  const batches: string[] = []
  const first = new Map<string, number>()
  let batch: unknown[] = []
  let count = 0
  const endBatch = () => {
    if (batch.length > 0) batches.push(JSON.stringify(batch))
    batch = []
  }
  for await (const row of rows) {
    batch.push(isCapture ? captureLine(row, first) : row)
    count++
    if (batch.length === batchRows) endBatch()
  }
  endBatch()
  if (isCapture && count === 0)
    throw refuse(name, 'has no rows below the header row')
  return { count, batches }
}

export const work = threadWork(readTable)

const responses = byLabel(tprResponseLabels)

/** The cells as the sender sees them: Excel stores a date as a number. */
function shownCells(cells: string[]): string[] {
  const date = cells[3] ?? ''
  const found = /^\d+(\.\d+)?$/.test(date) ? readStoredDay(date) : undefined
  return found
    ? cells.with(3, found.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1'))
    : cells
}

function captureLine(
  { rowNumber, cells, problem }: SheetRow,
  first: Map<string, number>,
): CaptureLine {
  const own = shownCells(cells)
  const refused = (reason: string): CaptureLine => ({
    rowNumber,
    cells: own,
    reason,
  })
  if (problem !== null) return refused(problem)
  const [loan = '', image = '', response = '', date = '', comment = ''] = cells
  const { loanNumber, problem: problemOfLoan } = readLoanNumber(loan)
  const problemOfCells = problemOfLoan ?? findImageProblem(image)
  if (problemOfCells) return refused(problemOfCells)
  if (response === '') return refused('The response is missing')
  const tprResponse = responses.get(plain(response))
  if (!tprResponse)
    return refused(
      `The response is not one of ${Object.values(tprResponseLabels).join(', ')}`,
    )
  const estimated = date === '' ? undefined : readStoredDay(date)
  if (date !== '' && estimated === undefined)
    return refused(
      'The estimated date must be a date such as 2026-03-04 or 03/04/2026',
    )
  const earlier = first.get(image.toLowerCase())
  if (earlier !== undefined)
    return refused(`This image is already listed in row ${earlier}`)
  first.set(image.toLowerCase(), rowNumber)
  const optional = {
    ...(estimated && { tprEstimatedDateOfReview: estimated }),
    ...(comment && { comment }),
  }
  return {
    rowNumber,
    cells: own,
    answer: {
      buyerLoanNumber: loanNumber,
      imageFileName: image,
      tprResponse,
      ...optional,
    },
  }
}

export function findImageProblem(image: string): string | undefined {
  if (image === '') return 'The image file name is missing'
  if (!imageFileName.safeParse(image).success)
    return 'The image file name is a file name without a folder, of at most 255 characters'
  return undefined
}

import {
  type CaptureColumn,
  type CellProblem,
  captureColumns,
  captureLimits,
  intakeColumns,
  intakeLimits,
} from '@portal/contract/data-capture/model'
import { joinSentences } from '@portal/contract/lib/sentences'
import { getKeys } from '@portal/contract/lib/typed'
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
  /** Missing in a row that changes nothing. */
  tprResponse?: TprResponse
  tprEstimatedDateOfReview?: string
  comment?: string
}
type Line = { rowNumber: number; cells: string[] }

/**
 * A row with an answer. It is rejected if one of the earlier rows with its
 * image was applied.
 */
export type AnswerLine = Line & { answer: Answer; earlierRows?: number[] }

/** A row: its cells as written, and its answer or why it can't be applied. */
export type CaptureLine =
  | AnswerLine
  | (Line & { reason: string; problems: CellProblem[] })

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
  const rowsByImage = new Map<string, number[]>()
  let batch: unknown[] = []
  let count = 0
  const endBatch = () => {
    if (batch.length > 0) batches.push(JSON.stringify(batch))
    batch = []
  }
  for await (const row of rows) {
    batch.push(isCapture ? captureLine(row, rowsByImage) : row)
    count++
    if (batch.length === batchRows) endBatch()
  }
  endBatch()
  if (isCapture && count === 0)
    throw refuse(name, 'has no rows below the header row')
  return { count, batches }
}

export const work = threadWork(readTable)

/**
 * Only one row of an image is applied. Others may be wrong in what the database
 * knows, such as the loan, so a few are looked at.
 */
const maxRowsOfImage = 10

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
  row: SheetRow,
  rowsByImage: Map<string, number[]>,
): CaptureLine {
  const line = { rowNumber: row.rowNumber, cells: shownCells(row.cells) }
  const refuse = (problems: CellProblem[]): CaptureLine => ({
    ...line,
    reason: joinSentences(problems.map(({ error }) => error)),
    problems,
  })
  if (row.problem !== null)
    return refuse([{ column: null, error: row.problem }])
  const problems = findProblems(row.cells)
  if (problems.length > 0) return refuse(problems)

  const answer = toAnswer(row.cells)
  const image = answer.imageFileName.toLowerCase()
  const earlierRows = rowsByImage.get(image) ?? []
  if (earlierRows.length === maxRowsOfImage)
    return refuse([
      {
        column: 'imageFileName',
        error: `This image is already listed in ${maxRowsOfImage} rows`,
      },
    ])
  rowsByImage.set(image, [...earlierRows, row.rowNumber])
  return {
    ...line,
    answer,
    ...(earlierRows.length > 0 && { earlierRows }),
  }
}

/** What is wrong with the cells of a row, in the order of the columns. */
function findProblems(cells: readonly string[]): CellProblem[] {
  const [loan = '', image = '', response = '', date = '', comment = ''] = cells
  const errors: Partial<Record<CaptureColumn, string | null | undefined>> = {
    buyerLoanNumber: readLoanNumber(loan).problem,
    imageFileName: findImageProblem(image),
    tprResponse: findResponseProblem(response, comment),
    tprEstimatedDateOfReview: findDayProblem(date),
  }
  return getKeys(errors).flatMap((column) => {
    const error = errors[column]
    return error ? [{ column, error }] : []
  })
}

/** A row that says nothing new needs no response (find-effect.ts). */
function findResponseProblem(response: string, comment: string) {
  if (response === '')
    return comment === '' ? undefined : 'The response is missing'
  if (responses.has(plain(response))) return undefined
  return `The response is not one of ${Object.values(tprResponseLabels).join(', ')}`
}

function findDayProblem(date: string) {
  if (date === '' || readStoredDay(date) !== undefined) return undefined
  return 'The estimated date must be a date such as 2026-03-04 or 03/04/2026'
}

function toAnswer(cells: readonly string[]): Answer {
  const [loan = '', imageFileName = '', response = '', date = '', comment] =
    cells
  const tprResponse = responses.get(plain(response))
  const tprEstimatedDateOfReview = readStoredDay(date)
  return {
    buyerLoanNumber: readLoanNumber(loan).loanNumber,
    imageFileName,
    ...(tprResponse && { tprResponse }),
    ...(tprEstimatedDateOfReview && { tprEstimatedDateOfReview }),
    ...(comment && { comment }),
  }
}

export function findImageProblem(image: string): string | undefined {
  if (image === '') return 'The image file name is missing'
  if (!imageFileName.safeParse(image).success)
    return 'The image file name is a file name without a folder, of at most 255 characters'
  return undefined
}

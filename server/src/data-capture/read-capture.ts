import { captureColumns, captureLimits, intakeColumns, intakeLimits } from '@portal/contract/data-capture/model'
import { keysOf } from '@portal/contract/lib/typed'
import { imageFileName } from '@portal/contract/tdoc/api'
import { type TprResponse, tprResponseLabels } from '@portal/contract/tdoc/model'
import { csvRows } from './read-csv.ts'
import { dayOf, type SheetRow, sheetRows } from './read-rows.ts'
import { workbookRows } from './read-workbook.ts'

/** What a row of a data-capture file asks for. */
export type Wish = {
  buyerLoanNumber: string
  imageFileName: string
  tprResponse: TprResponse
  tprEstimatedDateOfReview?: string
  comment?: string
}
/** A row: its cells as they were written, and what it asks for, or why it cannot be applied. */
export type CaptureLine = { rowNumber: number; cells: string[] } & ({ wish: Wish } | { reason: string })

/** A row of a transmittal's index, or why it cannot be taken. */
export type IndexLine = { rowNumber: number; cells: string[]; problem: string | null }

export type Order = { of: 'CAPTURE' | 'INDEX'; type: 'CSV' | 'XLSX'; name: string; bytes: Uint8Array }
/** The rows, in batches as JSON: a text is handed from thread to thread at once, many objects are not. */
export type Read = { count: number; batches: string[] }

/** So many rows are written in one transaction. */
const batchRows = 50

/** Reads a table that others wrote: its rows in batches, each judged as far as it can be without the database. */
export async function readTable({ of, type, name, bytes }: Order): Promise<Read> {
  const raw = type === 'CSV' ? csvRows(name, bytes) : workbookRows(name, bytes, captureLimits.columns)
  const isCapture = of === 'CAPTURE'
  const rows = isCapture
    ? sheetRows(name, captureColumns, captureLimits, raw)
    : sheetRows(name, intakeColumns, intakeLimits, raw)
  const batches: string[] = []
  const first = new Map<string, number>()
  let batch: unknown[] = []
  let count = 0
  for await (const row of rows) {
    batch.push(isCapture ? captureLine(row, first) : row)
    count++
    if (batch.length === batchRows) {
      batches.push(JSON.stringify(batch))
      batch = []
    }
  }
  if (batch.length > 0) batches.push(JSON.stringify(batch))
  return { count, batches }
}

const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '')
const responses = new Map(
  keysOf(tprResponseLabels).flatMap((value) => [
    [plain(value), value] as const,
    [plain(tprResponseLabels[value]), value] as const,
  ]),
)

/** A row as its writer knows it: a day that a workbook holds as a number reads as a day again. */
function ownWords(cells: string[]): string[] {
  const date = cells[3] ?? ''
  const found = /^\d+$/.test(date) ? dayOf(date) : undefined
  return found ? cells.with(3, found.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')) : cells
}

/** What a row asks for; `first` has the row in which each image stood first. */
function captureLine({ rowNumber, cells, problem }: SheetRow, first: Map<string, number>): CaptureLine {
  const own = ownWords(cells)
  const refused = (reason: string): CaptureLine => ({ rowNumber, cells: own, reason })
  if (problem !== null) return refused(problem)
  const [loan = '', image = '', response = '', date = '', comment = ''] = cells
  const problemOfBoth = loanOrImageProblem(loan, image)
  if (problemOfBoth) return refused(problemOfBoth)
  if (response === '') return refused('The response is missing')
  const tprResponse = responses.get(plain(response))
  if (!tprResponse) return refused(`The response is none of ${Object.values(tprResponseLabels).join(', ')}`)
  const estimated = date === '' ? undefined : dayOf(date)
  if (date !== '' && estimated === undefined)
    return refused('The estimated date is not a date such as 2026-03-04 or 03/04/2026')
  const earlier = first.get(image.toLowerCase())
  if (earlier !== undefined) return refused(`The image stands in row ${earlier} already`)
  first.set(image.toLowerCase(), rowNumber)
  return {
    rowNumber,
    cells: own,
    wish: {
      buyerLoanNumber: loan,
      imageFileName: image,
      tprResponse,
      ...(estimated && { tprEstimatedDateOfReview: estimated }),
      ...(comment && { comment }),
    },
  }
}

/** What is wrong with the two cells that every row must have; undefined when nothing is. */
export function loanOrImageProblem(loan: string, image: string): string | undefined {
  if (loan === '') return 'The loan number is missing'
  if (loan.length > 40) return 'The loan number has more than 40 characters'
  if (image === '') return 'The image file name is missing'
  if (!imageFileName.safeParse(image).success)
    return 'The image file name is a file name without a folder, of at most 255 characters'
  return undefined
}

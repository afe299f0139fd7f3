import { branded } from '@portal/contract/lib/brand'
import { countProgress } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  type TdocColumn,
  tdocColumnRow,
  tdocColumns,
} from '@portal/contract/tdoc/columns'
import {
  type Cell,
  type SheetColumn,
  sheetTime,
} from '../../lib/spreadsheets/sheet.ts'

const newYork = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
})

const newYorkTime = (at: string): number =>
  sheetTime(newYork.format(Date.parse(at)).replace(' ', 'T'))

/** The cells that aren't a field of the Tdoc as it is. */
const ownCells: Partial<Record<TdocColumn, (tdoc: Tdoc) => Cell>> = {
  assignedUnderwriter: (tdoc) => tdoc.assignedUnderwriter?.name ?? null,
  reviewUnderwriter: (tdoc) => tdoc.reviewUnderwriter?.name ?? null,
  reviewCategories: ({ reviewCategories }) => {
    const { completed, total } = countProgress(reviewCategories)
    return `${completed} of ${total}`
  },
  isReviewComplete: ({ isReviewComplete }) => (isReviewComplete ? 'Yes' : 'No'),
}

function toCell(column: TdocColumn, tdoc: Tdoc): Cell {
  const ownCell = ownCells[column]
  if (ownCell) return ownCell(tdoc)
  const value = tdoc[column]
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return null
  const { kind, labels } = tdocColumnRow(column)
  if (labels) return labels[value] ?? value
  if (kind === 'time') return newYorkTime(value)
  if (kind === 'date') return Math.floor(newYorkTime(value))
  return kind === 'day' ? sheetTime(value) : value
}

export const tdocColumnsFor = (brandName: string) => ({
  heads: tdocColumns.map((column): SheetColumn => {
    const { label, kind, workbookWidth } = tdocColumnRow(column)
    return { label: branded(label, brandName), kind, width: workbookWidth }
  }),
  cellsOf: (tdocs: readonly Tdoc[]): Cell[][] =>
    tdocColumns.map((column) => tdocs.map((tdoc) => toCell(column, tdoc))),
})

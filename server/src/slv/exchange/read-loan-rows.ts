import { branded } from '@portal/contract/lib/brand'
import { toRecord } from '@portal/contract/lib/typed'
import {
  type FormFieldName,
  formFieldNames,
  formFields,
} from '@portal/contract/slv/form'
import { loanRowLimits } from '@portal/contract/slv/import-api'
import { refuse } from '../../lib/files/refusal.ts'
import { drawCsv } from '../../lib/spreadsheets/draw-csv.ts'
import { csvRows } from '../../lib/spreadsheets/read-csv.ts'
import {
  getTitles,
  readLoanNumber,
  sheetRows,
} from '../../lib/spreadsheets/read-rows.ts'
import {
  invalid,
  isPlaceholder,
  notUsed,
  noValue,
  parseValue,
  type ReadLoan,
} from './read-value.ts'

/** A row of a CSV of loans; `problem` concerns the row as a whole. */
export type LoanRow = ReadLoan & {
  rowNumber: number
  loanNumber: string
  problem: string | null
}

const createColumns = (brandName: string) => ({
  loanNumber: { title: 'Loan Number', isRequired: true },
  ...toRecord(formFieldNames, (name) => ({
    title: branded(formFields[name].label, brandName),
    isRequired: false,
  })),
})

/**
 * The rows of a CSV of loans. Columns have the labels of the form or the names
 * of its fields. Empty cells are ignored.
 */
export async function readLoanRows(
  name: string,
  bytes: Uint8Array,
  brandName: string,
): Promise<LoanRow[]> {
  const columns = createColumns(brandName)
  const rows: LoanRow[] = []
  for await (const row of sheetRows(
    name,
    columns,
    loanRowLimits,
    csvRows(name, bytes),
  )) {
    const [firstCell = '', ...cells] = row.cells
    const { loanNumber, problem } = readLoanNumber(firstCell)
    const loan: LoanRow = {
      rowNumber: row.rowNumber,
      loanNumber,
      values: [],
      unused: [],
      problem: row.problem ?? problem,
    }
    for (const [index, field] of formFieldNames.entries())
      addCell(loan, field, columns[field].title, cells[index] ?? '')
    rows.push(loan)
  }
  if (rows.length === 0) throw refuse(name, 'has no rows below the header row')
  return rows
}

/** Adds a cell to the loan's values, or to what can't be used. */
function addCell(
  loan: LoanRow,
  field: FormFieldName,
  source: string,
  text: string,
) {
  if (text === '') return
  if (isPlaceholder(field, text)) {
    loan.unused.push(notUsed(source, noValue, field))
    return
  }
  const parsed = parseValue(field, text)
  if ('problem' in parsed)
    loan.unused.push(invalid(source, field, text, parsed.problem))
  else
    loan.values.push({
      source,
      field,
      value: parsed.value,
      keeps: [],
      keepsMore: false,
      note: parsed.note,
    })
}

/** An empty CSV with the columns of the form. */
export const drawLoanTemplate = (brandName: string) =>
  drawCsv(getTitles(createColumns(brandName)), [])

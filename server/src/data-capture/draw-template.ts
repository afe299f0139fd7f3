import { tprResponseLabels } from '@portal/contract/tdoc/model'
import { drawTable, type TableFormat } from './draw-table.ts'

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

/**
 * A template with example rows, as CSV or as a workbook whose second sheet
 * explains the columns.
 */
export const drawTemplate = (
  format: TableFormat,
  brandName: string,
): AsyncGenerator<Buffer> =>
  drawTable({
    format,
    name: 'Data capture',
    brandName,
    batches: [exampleRows],
    about: [['Rows', 'Replace the two example rows with your own']],
  })

import { expect, test } from 'vitest'
import { tdocColumnRow, tdocColumns } from './columns.ts'

test('the columns of the condition manager after the description icon, in the order of spec.md §2', () => {
  expect(tdocColumns.map((column) => tdocColumnRow(column).label)).toEqual([
    'SLA Status',
    'Turntime',
    'Progress Tracking',
    'Type',
    '{buyer} Loan Number',
    'Image File Name',
    'Assigned Underwriter',
    'Reviewer’s Name',
    'Seller Name',
    'Corr ID',
    'Borrower Last Name',
    'Product Code',
    'Current LoanDock Status',
    'Tdoc Received Date/Time',
    'SFTP Transmittal Date/Time',
    'Status',
    'TPR Response',
    'TPR Response Date',
    'TPR Estimated Date of Review',
    'Due Out of Review',
    'Review Category Progress',
    'Tdoc Review Complete',
    'Date of Completion',
    'Uploaded By',
    'Completed By',
    'Vendor Name',
  ])
})

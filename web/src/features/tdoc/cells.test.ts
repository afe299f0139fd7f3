import { Tdoc } from '@portal/contract/tdoc/answers'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { applyChange, revertChange } from './change.ts'
import { tdocColumnsFor } from './columns.tsx'

const empty = [
  ...['sellerName', 'corrId', 'borrowerLastName', 'productCode', 'currentLDStatus', 'sftpTransmittalDate'],
  ...['tprResponse', 'tprTDocResponseDate', 'completedDate', 'createdByUserFullName', 'completedBy'],
  'jumboVendorName',
]

const open = Tdoc.parse({
  ...Object.fromEntries(empty.map((key) => [key, null])),
  ...{ id: '0199f0c0-0000-7000-8000-000000000001', version: 3, status: 'NEW', type: 'MANUAL', loanKind: 'ACTIVE' },
  ...{ originalTdocId: null, originalImageFileName: null, escalations: [], reviewCategories: [] },
  assignedUnderwriter: { id: '0199f0c0-0000-7000-8000-00000000000a', name: 'Ana Ruiz' },
  reviewUnderwriter: null,
  slaDays: 2,
  sla: { days: 2, overdue: true, warn: false, running: true },
  ...{ turnTime: 5, progressTracking: 'INTAKE_PENDING', buyerLoanNumber: '7001234' },
  ...{ imageFileName: 'Note.pdf', hasImage: true, isReviewComplete: false },
  // Still the day before in New York.
  tdocReceivedDate: '2026-03-03T03:30:00.000Z',
  tprEstimatedDateOfReview: '2026-03-09',
  dueOutOfReview: '2026-03-05',
  availableActions: ['set-underwriter', 'set-reviewer', 'set-progress-tracking', 'complete'],
})
const complete: Tdoc = {
  ...applyChange(open, { kind: 'status', status: 'COMPLETE' }),
  completedDate: '2026-03-04T17:00:00.000Z',
  availableActions: [],
}

/** The HTML of a cell. */
const drawn = (key: string, tdoc: Tdoc) => {
  const columns = tdocColumnsFor({ brandName: 'Buyer', refused: new Map(), isNarrow: false })
  const column = columns.find((one) => one.key === key)
  if (!column) throw new Error(`There is no column ${key}`)
  return renderToStaticMarkup(createElement(Fragment, null, column.render(tdoc)))
}

test('an empty value is an em dash, and progress is 0 of 0 when no review is required', () => {
  for (const key of empty) expect(drawn(key, open), key).toBe('—')
  expect(drawn('reviewCategories', open)).toBe('0 of 0')
})

test('received and transmittal dates show New York time; days never shift', () => {
  expect(drawn('tdocReceivedDate', open)).toBe('03/02/2026, 10:30 PM')
  expect(drawn('sftpTransmittalDate', { ...open, sftpTransmittalDate: '2026-03-04T17:05:00.000Z' })).toBe(
    '03/04/2026, 12:05 PM',
  )
  expect(drawn('tprEstimatedDateOfReview', open)).toBe('03/09/2026')
  expect(drawn('dueOutOfReview', open)).toBe('03/05/2026')
})

test('people, SLA and due date of a completed Tdoc can no longer be set or are gone', () => {
  expect(drawn('assignedUnderwriter', open)).toContain('aria-label="Assigned underwriter: Ana Ruiz"')
  expect(drawn('assignedUnderwriter', complete)).toBe('Ana Ruiz')
  expect(drawn('reviewUnderwriter', open)).toContain('aria-label="Reviewer: Unassigned"')
  expect(drawn('reviewUnderwriter', complete)).toBe('—')
  expect(drawn('slaDays', open)).toContain('overdue')
  expect(drawn('slaDays', complete)).toBe('—')
  expect(drawn('dueOutOfReview', complete)).toBe('—')
})

test('a refused change is reverted with its clock, and other changes stay', () => {
  expect(revertChange(applyChange(open, { kind: 'status', status: 'COMPLETE' }), open, 'status')).toEqual(open)
  const person = { id: '0199f0c0-0000-7000-8000-00000000000b', name: 'Ben Ode' }
  const done = applyChange(open, { kind: 'progress', progress: 'DONE' })
  for (const kind of ['underwriter', 'reviewer'] as const)
    expect(revertChange(applyChange(done, { kind, person }), open, kind)).toEqual(done)
})

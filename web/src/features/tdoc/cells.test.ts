import { Tdoc } from '@portal/contract/tdoc/answers'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { applied, putBack } from './change.ts'
import { tdocColumnsFor } from './columns.tsx'

const open = Tdoc.parse({
  id: '0199f0c0-0000-7000-8000-000000000001',
  version: 3,
  status: 'NEW',
  type: 'MANUAL',
  loanKind: 'ACTIVE',
  originalTdocId: null,
  originalImageFileName: null,
  escalations: [],
  assignedUnderwriter: { id: '0199f0c0-0000-7000-8000-00000000000a', name: 'Ana Ruiz' },
  reviewUnderwriter: null,
  slaDays: 2,
  sla: { days: 2, overdue: true, warn: false, running: true },
  turnTime: 5,
  progressTracking: 'INTAKE_PENDING',
  buyerLoanNumber: '7001234',
  imageFileName: 'Note.pdf',
  hasImage: true,
  sellerName: null,
  corrId: null,
  borrowerLastName: null,
  productCode: null,
  currentLDStatus: null,
  // Still the day before in New York.
  tdocReceivedDate: '2026-03-03T03:30:00.000Z',
  sftpTransmittalDate: null,
  tprResponse: null,
  tprTDocResponseDate: null,
  tprEstimatedDateOfReview: '2026-03-09',
  dueOutOfReview: '2026-03-05',
  reviewCategories: [],
  isReviewComplete: false,
  completedDate: null,
  createdByUserFullName: null,
  completedBy: null,
  jumboVendorName: null,
  availableActions: ['set-underwriter', 'set-reviewer', 'set-progress-tracking', 'complete'],
})
const complete: Tdoc = {
  ...applied(open, { kind: 'status', status: 'COMPLETE' }),
  completedDate: '2026-03-04T17:00:00.000Z',
  availableActions: [],
}

/** What a column draws of a Tdoc. */
const drawn = (key: string, tdoc: Tdoc) => {
  const columns = tdocColumnsFor({ brandName: 'Buyer', refused: new Map(), isNarrow: false })
  const column = columns.find((one) => one.key === key)
  if (!column) throw new Error(`There is no column ${key}`)
  return renderToStaticMarkup(createElement(Fragment, null, column.render(tdoc)))
}

test.each([
  ...['sellerName', 'corrId', 'borrowerLastName', 'productCode', 'currentLDStatus', 'sftpTransmittalDate'],
  ...['tprResponse', 'tprTDocResponseDate', 'completedDate', 'createdByUserFullName'],
  ...['completedBy', 'jumboVendorName'],
])('an empty %s is an em dash', (key) => {
  expect(drawn(key, open)).toBe('—')
})

test('progress is 0 of 0 when no review is required', () => {
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

describe('once it is complete', () => {
  test('its people are text, which they were not before', () => {
    expect(drawn('assignedUnderwriter', open)).toContain('aria-label="Assigned underwriter: Ana Ruiz"')
    expect(drawn('assignedUnderwriter', complete)).toBe('Ana Ruiz')
    expect(drawn('reviewUnderwriter', open)).toContain('aria-label="Reviewer: Nobody"')
    expect(drawn('reviewUnderwriter', complete)).toBe('—')
  })

  test('its SLA chip and due date are gone', () => {
    expect(drawn('slaDays', open)).toContain('overdue')
    expect(drawn('slaDays', complete)).toBe('—')
    expect(drawn('dueOutOfReview', complete)).toBe('—')
  })
})

describe('a refused change is put back', () => {
  test('with the clock that completing it took away', () => {
    expect(putBack(applied(open, { kind: 'status', status: 'COMPLETE' }), open, 'status')).toEqual(open)
  })

  test('and what else is shown of the Tdoc stays', () => {
    const person = { id: '0199f0c0-0000-7000-8000-00000000000b', name: 'Ben Ode' }
    const both = applied(applied(open, { kind: 'underwriter', person }), { kind: 'progress', progress: 'DONE' })
    expect(putBack(both, open, 'underwriter')).toEqual({ ...open, progressTracking: 'DONE' })
    expect(putBack(applied(open, { kind: 'reviewer', person }), open, 'reviewer')).toEqual(open)
  })
})

import { expect } from 'vitest'
import { loanOf } from '../../../test/makers.ts'
import { findRow, findRows, setRows } from '../../../test/rows.ts'
import { test } from '../../../test/tdoc-makers.ts'
import { listTdocConversation } from '../../conversation/list.ts'
import type { LoanDock } from '../../lib/integrations/loan-dock.ts'
import { listActivity } from '../activity/write-history.ts'
import { getTdoc } from '../detail.ts'
import {
  checkTdocLoan,
  createEscalation,
  createTdoc,
  loanForTdoc,
} from './create-tdoc.ts'

/** A LoanDock that knows these loans, by number. */
const loanDockWith = (
  loans: Record<string, ReturnType<typeof loanOf>>,
): LoanDock => ({
  findLoan: async (number) => loans[number] ?? null,
  sendDocument: async () => {},
})

test('a manual Tdoc copies its loan, starts the clock and notifies the vendor', async ({
  a,
  as,
  db,
  now,
}) => {
  const vendor = await a.company('TPR_VENDOR')
  const reviewer = await a.user({ role: 'TPR', companyId: vendor.id })
  const gone = await a.user({ role: 'TPR', companyId: vendor.id })
  await setRows(db, 'appUser', { id: gone.id }, { status: 'INACTIVE' })
  const ana = await a.underwriter()
  const ctx = await as(ana)
  const tdoc = await createTdoc(ctx, loanOf('C1'), {
    imageFileName: 'Note.pdf',
    vendorName: ` ${vendor.name.toUpperCase()} `,
    categories: ['TPR', 'COLLATERAL', 'TPR'],
    comment: 'Look at the allonge',
  })
  expect(tdoc).toMatchObject({
    type: 'MANUAL',
    status: 'NEW',
    loanKind: 'ACTIVE',
    buyerLoanNumber: '7001234',
    sellerName: 'ACME',
    corrId: 'C1',
    borrowerLastName: 'Marlow',
    productCode: 'DSCR-P-30F',
    currentLDStatus: 'In Underwriting',
    jumboVendorName: vendor.name,
    tdocReceivedDate: now.toISOString(),
    createdByUserFullName: ana.name,
    slaDays: -3,
    sla: {
      days: -3,
      overdue: false,
      warn: false,
      running: true,
      dueAt: '2026-03-09T21:00:00.000Z',
      dueState: 'OK',
    },
    dueOutOfReview: '2026-03-09',
    turnTime: 0,
    reviewCategories: [
      { type: 'TPR', status: 'REVIEW_REQUIRED' },
      { type: 'COLLATERAL' },
    ],
    isReviewComplete: false,
  })
  const received = {
    userId: reviewer.id,
    action: 'TDOC_RECEIVED',
    description: '7001234 · Note.pdf',
  }
  expect(
    await findRows(db, 'notification', { entityId: tdoc.id }),
  ).toMatchObject([received])

  // The comment is internal: no reviewer reads it.
  expect(await listActivity(ctx, tdoc.id, { page: 1, size: 10 })).toMatchObject(
    { items: [{ action: 'create' }] },
  )
  const all = { type: 'ALL', page: 1, size: 10 } as const
  expect((await listTdocConversation(ctx, tdoc.id, all)).items).toMatchObject([
    { type: 'INTERNAL', message: 'Look at the allonge', authorName: ana.name },
  ])
  expect(
    await listTdocConversation(await as(reviewer), tdoc.id, all),
  ).toMatchObject({ total: 0, items: [] })
})

test('a new Tdoc needs a loan that LoanDock knows, a known vendor, and a queue of the actor', async ({
  a,
  as,
}) => {
  const loanDock = loanDockWith({
    '7001234': loanOf('C1'),
    '7009999': loanOf('C1', { loanNumber: '7009999', kind: 'PURCHASED' }),
  })
  const ctx = await as(await a.underwriter())
  await expect(checkTdocLoan(loanDock, '1')).rejects.toMatchObject({
    statusCode: 404,
  })
  expect(await checkTdocLoan(loanDock, '7001234')).toMatchObject({
    loanKind: 'ACTIVE',
    currentLoanDockStatus: 'In Underwriting',
  })
  const refused = { statusCode: 400, details: [{ field: 'buyerLoanNumber' }] }
  await expect(loanForTdoc(ctx, loanDock, '1')).rejects.toMatchObject(refused)
  await expect(loanForTdoc(ctx, loanDock, '7009999')).rejects.toMatchObject(
    refused,
  )
  const holder = await as(await a.underwriter('managePurchasedTdocs'))
  expect(await loanForTdoc(holder, loanDock, '7009999')).toMatchObject({
    kind: 'PURCHASED',
  })
  const unknown = createTdoc(ctx, loanOf('C1'), {
    imageFileName: 'x.pdf',
    vendorName: 'No One',
    categories: [],
  })
  await expect(unknown).rejects.toMatchObject({
    statusCode: 400,
    details: [{ field: 'vendorName' }],
  })
})

test('an escalation has its original’s image, vendor and underwriter', async ({
  a,
  as,
  aTdoc,
  db,
}) => {
  const assigned = await a.underwriter()
  const vendor = await a.company('TPR_VENDOR')
  const original = await aTdoc({
    status: 'COMPLETE',
    vendorId: vendor.id,
    assignedUnderwriterId: assigned.id,
    imageKey: 'tdocs/1',
    sellerName: 'ACME',
  })
  const ctx = await as(await a.underwriter())
  const escalate = (originalTdocId: string) =>
    createEscalation(ctx, {
      originalTdocId,
      comment: 'Wrong county',
      categories: ['TPR'],
    })
  const made = await escalate(original.id)
  expect(made).toMatchObject({
    type: 'ESCALATION',
    status: 'NEW',
    originalTdocId: original.id,
    originalImageFileName: original.imageFileName,
    imageFileName: original.imageFileName,
    hasImage: true,
    sellerName: 'ACME',
    jumboVendorName: vendor.name,
    assignedUnderwriter: { id: assigned.id, name: assigned.name },
    slaDays: -1,
  })
  expect(await escalate(made.id)).toMatchObject({ originalTdocId: original.id })
  const received = { userId: assigned.id, action: 'TDOC_RECEIVED' }
  expect(
    await findRows(db, 'notification', { entityId: made.id }),
  ).toMatchObject([received])
  expect(await findRow(db, 'tdoc', { id: original.id })).toMatchObject({
    status: 'COMPLETE',
    version: 1,
  })

  // The original's activity log has it, and links to all of its escalations.
  const page = { page: 1, size: 10 }
  expect((await listActivity(ctx, original.id, page)).items).toMatchObject([
    {
      action: 'escalate',
      changes: [{ field: 'escalation', before: null, after: made.id }],
    },
  ])
  const { escalations } = await getTdoc(ctx, original.id)
  expect(escalations).toMatchObject([
    { id: made.id, status: 'NEW' },
    { status: 'NEW' },
  ])

  // An inactive underwriter gets no new work.
  await setRows(db, 'appUser', { id: assigned.id }, { status: 'INACTIVE' })
  expect(await escalate(original.id)).toMatchObject({
    assignedUnderwriter: null,
  })
})

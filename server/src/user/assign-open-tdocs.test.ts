import { type Actor, permissions } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { rowOf, rowsOf, setRows } from '../../test/rows.ts'
import { test as base } from '../../test/tdoc-makers.ts'
import { setCategoryReviewer } from '../review-category/perform.ts'
import { setUnderwriters } from '../tdoc/assign.ts'
import { setResponse } from '../tdoc/set-response.ts'
import { setRights } from './set-rights.ts'
import { setStatus } from './set-status.ts'

const test = base
  .extend('admin', ({ a }) => a.underwriter(...permissions))
  .extend('deactivate', ({ as, admin }) => async ({ id }: Actor, handOver: object = {}) => {
    return setStatus(await as(admin), { id, status: 'INACTIVE', handOver })
  })
  .extend('tdocNow', ({ db }) => (id: string) => {
    return rowOf(db, 'tdoc', { id })
  })

test('deactivation requires a successor for each kind of Tdoc', async ({ a, aTdoc, deactivate }) => {
  const ben = await a.underwriter('managePurchasedTdocs')
  await aTdoc({ assignedUnderwriterId: ben.id, reviewUnderwriterId: ben.id })
  await aTdoc({ reviewUnderwriterId: ben.id, status: 'REVIEW_PENDING' })
  await aTdoc({ assignedUnderwriterId: ben.id, loanKind: 'PURCHASED' })
  await aTdoc({ assignedUnderwriterId: ben.id, status: 'COMPLETE' })
  await expect(deactivate(ben)).rejects.toMatchObject({
    statusCode: 409,
    details: [
      { field: 'handOver.tdoc', error: 'Tdocs they work on or review: 2' },
      { field: 'handOver.purchasedTdoc', error: 'Tdocs of purchased loans: 1' },
    ],
  })
})

test('reassigned Tdocs get the usual history', async ({ a, as, aTdoc, deactivate, tdocNow, db, admin }) => {
  const [ben, carl] = [await a.underwriter(), await a.underwriter()]
  const tdoc = await aTdoc({
    assignedUnderwriterId: ben.id,
    categories: { COLLATERAL: 'REVIEW_REQUIRED', GENERAL_INTERNAL: 'COMPLETED' },
  })
  for (const id of Object.values(tdoc.categoryIds)) await setRows(db, 'reviewCategory', { id }, { reviewerId: ben.id })
  await expect(deactivate(ben, { tdoc: (await a.user({ role: 'TPR' })).id })).rejects.toMatchObject({
    details: [{ field: 'handOver.tdoc', error: 'Not an active underwriter' }],
  })
  await deactivate(ben, { tdoc: carl.id })
  expect(await tdocNow(tdoc.id)).toMatchObject({ assignedUnderwriterId: carl.id, version: tdoc.version + 1 })
  const reviewers = await rowsOf(db, 'reviewCategory', { tdocId: tdoc.id })
  expect(reviewers.toSorted((one, other) => one.type.localeCompare(other.type))).toMatchObject([
    { type: 'COLLATERAL', reviewerId: carl.id },
    { type: 'GENERAL_INTERNAL', reviewerId: ben.id },
  ])
  const entries = await rowsOf(db, 'tdocHistory', { tdocId: tdoc.id })
  const names = { before: ben.name, after: carl.name }
  expect(entries).toMatchObject([
    { action: 'set-underwriter', actorId: admin.id, changes: [{ field: 'assignedUnderwriter', ...names }] },
    { action: 'category-set-reviewer', changes: [{ after: 'COLLATERAL' }, names] },
  ])
  const notices = await rowsOf(db, 'notification', { entityId: tdoc.id })
  expect(notices).toMatchObject([{ userId: carl.id, action: 'TDOC_RECEIVED' }])
  // Inactive people can't be assigned.
  const refused = { statusCode: 400, details: [{ field: 'underwriterId', error: 'Not an active underwriter' }] }
  await expect(setUnderwriters(await as(admin), ben.id, [tdoc.id])).rejects.toMatchObject(refused)
})

test('losing the purchased queue requires a successor who has it', async ({ a, as, aTdoc, admin, tdocNow }) => {
  const [ben, carl] = [await a.underwriter('managePurchasedTdocs'), await a.underwriter()]
  const bought = await aTdoc({ assignedUnderwriterId: ben.id, loanKind: 'PURCHASED' })
  const other = await aTdoc({ assignedUnderwriterId: ben.id })
  const take = async (handOver: object) =>
    setRights(await as(admin), { id: ben.id, managePurchasedTdocs: false, handOver })
  await expect(take({})).rejects.toMatchObject({ details: [{ field: 'handOver.purchasedTdoc' }] })
  await expect(take({ purchasedTdoc: carl.id })).rejects.toMatchObject({ statusCode: 400 })
  await take({ purchasedTdoc: null })
  expect(await tdocNow(bought.id)).toMatchObject({ assignedUnderwriterId: null })
  expect(await tdocNow(other.id)).toMatchObject({ assignedUnderwriterId: ben.id })
})

test('a reviewer’s categories go to the same vendor', async ({ a, as, aTdoc, deactivate, db }) => {
  const vendor = await a.company('TPR_VENDOR')
  const reviewer = { role: 'TPR', companyId: vendor.id } as const
  const [rita, rob] = [await a.user(reviewer), await a.user(reviewer)]
  const { categoryIds } = await aTdoc({ vendorId: vendor.id, categories: { TPR: 'REVIEW_REQUIRED' } })
  const id = categoryIds.TPR ?? ''
  await setCategoryReviewer(await as(rita), id, rita.id)
  await expect(deactivate(rita, { tprReview: (await a.user({ role: 'TPR' })).id })).rejects.toMatchObject({
    details: [{ field: 'handOver.tprReview', error: 'Not an active reviewer of the same vendor' }],
  })
  await deactivate(rita, { tprReview: rob.id })
  expect(await rowOf(db, 'reviewCategory', { id })).toMatchObject({ reviewerId: rob.id })
})

test('a response notifies assigners if the Tdoc’s people are inactive', async ({ a, as, aTdoc, db }) => {
  const gone = await a.underwriter()
  const [chief, other] = [
    await a.underwriter('assignLoans', 'managePurchasedTdocs'),
    await a.underwriter('assignLoans'),
  ]
  await a.deactivate(gone)
  const reviewer = await a.user({ role: 'TPR' })
  const notifiedOf = async (loanKind: 'ACTIVE' | 'PURCHASED') => {
    const { id } = await aTdoc({ loanKind, vendorId: reviewer.companyId, assignedUnderwriterId: gone.id })
    await setResponse(await as(reviewer), id, { tprResponse: 'RECEIVED' })
    const rows = await rowsOf(db, 'notification', { entityId: id })
    return rows.map(({ userId }) => userId).toSorted()
  }
  expect(await notifiedOf('ACTIVE')).toEqual([chief.id, other.id].toSorted())
  expect(await notifiedOf('PURCHASED')).toEqual([chief.id])
})

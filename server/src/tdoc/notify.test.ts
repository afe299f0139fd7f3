import { expect } from 'vitest'
import { rowOf, rowsOf } from '../../test/rows.ts'
import { test } from '../../test/tdoc-makers.ts'
import { createNotification } from '../notification/create.ts'
import { listNotifications } from '../notification/list.ts'
import { markViewed } from '../notification/mark-viewed.ts'
import { listActivity } from './activity/write-history.ts'
import { setReviewers, setUnderwriters } from './assign.ts'
import { setResponse } from './set-response.ts'
import { setProgressTracking, setStatus } from './set-status.ts'

test('people are notified of what concerns them, but not of what they did', async ({ a, as, aTdoc, db }) => {
  const [ana, ben, carl] = [await a.underwriter(), await a.underwriter(), await a.underwriter()]
  const reviewer = await a.user({ role: 'TPR' })
  const colleague = await a.user({ role: 'TPR', companyId: reviewer.companyId })
  await a.user({ role: 'TPR' })
  const { id } = await aTdoc({ vendorId: reviewer.companyId })
  const expectNotified = async (action?: string, ...people: { id: string }[]) => {
    const rows = await rowsOf(db, 'notification', { entityId: id })
    await db.deleteFrom('notification').execute()
    const wanted = people.map((person) => `${action} ${person.id}`)
    expect(rows.map((row) => `${row.action} ${row.userId}`).sort()).toEqual(wanted.sort())
  }
  await setUnderwriters(await as(ana), ben.id, [id])
  await expectNotified('TDOC_RECEIVED', ben)
  await setUnderwriters(await as(ana), ben.id, [id])
  await setReviewers(await as(ana), carl.id, [id])
  await setProgressTracking(await as(ana), [id], 'IN_REVIEW')
  await expectNotified()
  const response = {
    tprResponse: 'NOT_RECEIVED',
    tprEstimatedDateOfReview: '2026-03-20',
    comment: 'Requested again',
  } as const
  await setResponse(await as(reviewer), id, response)
  await expectNotified('TDOC_RESPONSE_ADDED', ben, carl)
  await setStatus(await as(ben), [id], 'NEW')
  await expectNotified('TDOC_RETURNED', reviewer, colleague)
  await setUnderwriters(await as(ana), null, [id])
  await setUnderwriters(await as(ana), ana.id, [id])
  await expectNotified()

  const { items, total } = await listActivity(await as(reviewer), id, { page: 1, size: 100 })
  expect(total).toBe(7)
  expect(
    items.map(({ action, changes }) => [action, ...changes.map(({ field, before, after }) => [field, before, after])]),
  ).toEqual([
    ['set-underwriter', ['assignedUnderwriter', null, ana.name]],
    ['set-underwriter', ['assignedUnderwriter', ben.name, null]],
    ['return', ['status', 'REVIEW_PENDING', 'NEW']],
    [
      'set-response',
      ['status', 'NEW', 'REVIEW_PENDING'],
      ['tprResponse', null, 'NOT_RECEIVED'],
      ['tprEstimatedDateOfReview', null, '2026-03-20'],
    ],
    ['set-progress-tracking', ['progressTracking', 'INTAKE_PENDING', 'IN_REVIEW']],
    ['set-reviewer', ['reviewUnderwriter', null, carl.name]],
    ['set-underwriter', ['assignedUnderwriter', null, ben.name]],
  ])
})

test('a notification of a Tdoc is visible only to people who may see the Tdoc now', async ({ a, as, aTdoc, db }) => {
  const reviewer = await a.user({ role: 'TPR' })
  const other = await a.company('TPR_VENDOR')
  const ana = await a.underwriter()
  const ben = await a.underwriter()
  const { id } = await aTdoc({ vendorId: reviewer.companyId })
  await setUnderwriters(await as(ana), ben.id, [id])
  await setResponse(await as(reviewer), id, { tprResponse: 'RECEIVED' })
  await setStatus(await as(ben), [id], 'NEW')
  const shown = async (actor: typeof ana) => {
    const { items, unviewed } = await listNotifications(await as(actor), {})
    expect(unviewed).toBe(items.length)
    return items.map(({ action }) => action)
  }
  expect(await shown(ben)).toEqual(['TDOC_RESPONSE_ADDED', 'TDOC_RECEIVED'])
  expect(await shown(reviewer)).toEqual(['TDOC_RETURNED'])

  await db.updateTable('tdoc').set({ vendorId: other.id, loanKind: 'PURCHASED' }).where('id', '=', id).execute()
  expect(await shown(ben)).toEqual([])
  expect(await shown(reviewer)).toEqual([])
  expect(await shown({ ...ben, permissions: { ...ben.permissions, managePurchasedTdocs: true } })).toHaveLength(2)
  const kept = await rowOf(db, 'notification', { userId: reviewer.id })
  await expect(markViewed(await as(reviewer), kept.id)).rejects.toMatchObject({ statusCode: 404 })
})

test('a manual notification reaches only people who may see the Tdoc', async ({ a, as, aTdoc }) => {
  const admin = await as(await a.underwriter('managePermissions'))
  const [reviewer, stranger] = [await a.user({ role: 'TPR' }), await a.user({ role: 'TPR' })]
  const { id, buyerLoanNumber, imageFileName } = await aTdoc({ vendorId: reviewer.companyId })
  const notification = { action: 'TDOC_RETURNED', entityId: id, description: '' } as const
  const made = await createNotification(admin, { userId: reviewer.id, ...notification })
  expect(made.description).toBe(`${buyerLoanNumber} · ${imageFileName}`)
  const refused = { statusCode: 400, details: [{ field: 'entityId' }] }
  await expect(createNotification(admin, { userId: stranger.id, ...notification })).rejects.toMatchObject(refused)
})

test('Tdocs are assigned only to active underwriters who may see them', async ({ a, as, aTdoc, db }) => {
  const holder = await as(await a.underwriter('managePurchasedTdocs'))
  const [plain, gone] = [await a.underwriter(), await a.underwriter()]
  await db.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', gone.id).execute()
  const reviewer = await a.user({ role: 'TPR' })
  const { id } = await aTdoc()
  const purchased = await aTdoc({ loanKind: 'PURCHASED' })
  const refused = { statusCode: 400, details: [{ field: 'underwriterId' }] }
  await expect(setUnderwriters(holder, plain.id, [id, purchased.id])).rejects.toMatchObject(refused)
  for (const person of [gone, reviewer])
    await expect(setUnderwriters(holder, person.id, [id])).rejects.toMatchObject(refused)
  const asReviewer = setReviewers(holder, plain.id, [purchased.id])
  await expect(asReviewer).rejects.toMatchObject({ details: [{ field: 'reviewerId' }] })
})

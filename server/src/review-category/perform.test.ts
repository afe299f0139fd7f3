import { expect } from 'vitest'
import { test } from '../../test/tdoc-makers.ts'
import { listActivity } from '../tdoc/activity/write-history.ts'
import { getTdoc } from '../tdoc/detail.ts'
import { setResponse } from '../tdoc/set-response.ts'
import { setStatus } from '../tdoc/set-status.ts'
import { listCategories, listCategoryHistory } from './list.ts'
import {
  addCategory,
  setCategoryReviewer,
  setCategoryStatus,
  updateDone,
} from './perform.ts'

const conflict = (message: string) => ({ statusCode: 409, message })

test('a category changes with its history and its Tdoc’s version and progress', async ({
  a,
  as,
  aTdoc,
  now,
}) => {
  const ana = await a.underwriter()
  const ctx = await as(ana)
  const { id } = await aTdoc()
  const tpr = await addCategory(ctx, id, 'TPR')
  expect(tpr).toMatchObject({
    status: 'REVIEW_REQUIRED',
    tdocVersion: 2,
    availableActions: ['set-reviewer', 'set-status', 'done'],
  })
  const other = await addCategory(ctx, id, 'COLLATERAL')
  await expect(addCategory(ctx, id, 'TPR')).rejects.toMatchObject({
    statusCode: 409,
  })
  await expect(setStatus(ctx, [id], 'COMPLETE')).rejects.toMatchObject({
    statusCode: 409,
  })

  expect(await updateDone(ctx, tpr.id, 'DONE')).toMatchObject({
    status: 'COMPLETED',
    completedBy: ana.name,
    completedDate: now.toISOString(),
    tdocVersion: 4,
  })
  await expect(updateDone(ctx, tpr.id, 'DONE')).rejects.toMatchObject(
    conflict('The category is now Completed'),
  )
  expect(await updateDone(ctx, tpr.id, 'UNDO')).toMatchObject({
    status: 'REVIEW_REQUIRED',
    completedBy: null,
  })
  await updateDone(ctx, tpr.id, 'DONE')
  expect((await getTdoc(ctx, id)).isReviewComplete).toBe(false)
  await setCategoryStatus(ctx, other.id, 'NOT_REQUIRED')
  expect((await getTdoc(ctx, id)).isReviewComplete).toBe(true)
  expect(
    (await setCategoryStatus(ctx, other.id, 'NOT_REQUIRED')).tdocVersion,
  ).toBe(7)
  const notDone = conflict('The category is now Not Required')
  await expect(updateDone(ctx, other.id, 'DONE')).rejects.toMatchObject(notDone)
  await expect(
    setCategoryStatus(ctx, other.id, 'COMPLETED'),
  ).rejects.toMatchObject(notDone)
  await expect(
    setCategoryStatus(ctx, other.id, 'REVIEW_REQUIRED', 6),
  ).rejects.toMatchObject({ statusCode: 412 })

  await setStatus(ctx, [id], 'COMPLETE', 7)
  await expect(updateDone(ctx, tpr.id, 'UNDO')).rejects.toMatchObject(
    conflict('The Tdoc is now Complete'),
  )
  expect(
    (await listCategories(ctx, id)).map(
      ({ availableActions }) => availableActions,
    ),
  ).toEqual([[], []])
  const history = await listCategoryHistory(ctx, tpr.id, { page: 1, size: 2 })
  expect(history.total).toBe(4)
  const actorName = ana.name
  const newest = [
    { action: 'category-done', actorName },
    { action: 'category-undo', actorName },
  ]
  expect(history.items).toMatchObject(newest)
  const older = await listCategoryHistory(ctx, tpr.id, { page: 2, size: 2 })
  expect(older.items).toMatchObject([
    { action: 'category-done' },
    { action: 'add-category' },
  ])
})

test('an underwriter completes and reopens a category by its status too', async ({
  a,
  as,
  aTdoc,
  now,
}) => {
  const ana = await a.underwriter()
  const ctx = await as(ana)
  const { id } = await addCategory(ctx, (await aTdoc()).id, 'TPR')
  const done = {
    status: 'COMPLETED',
    completedBy: ana.name,
    completedDate: now.toISOString(),
  }
  expect(await setCategoryStatus(ctx, id, 'COMPLETED')).toMatchObject(done)
  const open = {
    status: 'REVIEW_REQUIRED',
    completedBy: null,
    completedDate: null,
  }
  expect(await setCategoryStatus(ctx, id, 'REVIEW_REQUIRED')).toMatchObject(
    open,
  )
})

test('reviewers act only on their vendor’s TPR category, and assign it to colleagues', async ({
  a,
  as,
  aTdoc,
}) => {
  const reviewer = await a.user({ role: 'TPR' })
  const colleague = await a.user({ role: 'TPR', companyId: reviewer.companyId })
  const stranger = await a.user({ role: 'TPR' })
  const ana = await a.underwriter()
  const { categoryIds } = await aTdoc({
    vendorId: reviewer.companyId,
    categories: { TPR: 'REVIEW_REQUIRED', COLLATERAL: 'REVIEW_REQUIRED' },
  })
  const [tpr, collateral] = [
    categoryIds.TPR ?? '',
    categoryIds.COLLATERAL ?? '',
  ]
  const ctx = await as(reviewer)
  await expect(updateDone(ctx, collateral, 'DONE')).rejects.toMatchObject({
    statusCode: 404,
  })
  await expect(
    setCategoryStatus(ctx, tpr, 'NOT_REQUIRED'),
  ).rejects.toMatchObject({ statusCode: 403 })
  await expect(
    updateDone(await as(stranger), tpr, 'DONE'),
  ).rejects.toMatchObject({ statusCode: 404 })
  const history = listCategoryHistory(await as(stranger), tpr, {
    page: 1,
    size: 10,
  })
  await expect(history).rejects.toMatchObject({ statusCode: 404 })
  expect(await setCategoryReviewer(ctx, tpr, colleague.id)).toMatchObject({
    reviewer: { id: colleague.id },
  })
  const refused = { statusCode: 400, details: [{ field: 'reviewerId' }] }
  await expect(setCategoryReviewer(ctx, tpr, ana.id)).rejects.toMatchObject(
    refused,
  )
  await expect(
    setCategoryReviewer(ctx, tpr, stranger.id),
  ).rejects.toMatchObject(refused)
  await expect(
    setCategoryReviewer(await as(ana), collateral, colleague.id),
  ).rejects.toMatchObject(refused)
  expect(await setCategoryReviewer(await as(ana), tpr, ana.id)).toMatchObject({
    reviewer: { name: ana.name },
  })
  expect(await updateDone(ctx, tpr, 'DONE')).toMatchObject({
    status: 'COMPLETED',
    availableActions: ['set-reviewer', 'undo'],
  })
})

test('reviewers see only the TPR category: list, history, activity log, counts', async ({
  a,
  as,
  aTdoc,
}) => {
  const reviewer = await a.user({ role: 'TPR' })
  const ana = await as(await a.underwriter())
  const { id, categoryIds } = await aTdoc({
    vendorId: reviewer.companyId,
    categories: { TPR: 'REVIEW_REQUIRED', COLLATERAL: 'REVIEW_REQUIRED' },
  })
  for (const type of ['TPR', 'COLLATERAL'] as const)
    await updateDone(ana, categoryIds[type] ?? '', 'DONE')
  await addCategory(ana, id, 'INTERNAL_COMPLIANCE')
  const ctx = await as(reviewer)
  const page = { page: 1, size: 10 }
  const types = (all: readonly { type: string }[]) =>
    all.map(({ type }) => type)
  expect(types(await listCategories(ctx, id))).toEqual(['TPR'])
  expect(types((await getTdoc(ctx, id)).reviewCategories)).toEqual(['TPR'])
  expect(types((await getTdoc(ana, id)).reviewCategories)).toHaveLength(3)
  await expect(
    listCategoryHistory(ctx, categoryIds.COLLATERAL ?? '', page),
  ).rejects.toMatchObject({ statusCode: 404 })
  const log = await listActivity(ctx, id, page)
  expect([
    log.total,
    log.items.map(({ changes }) => changes[0]?.after),
  ]).toEqual([1, ['TPR']])
  expect((await listActivity(ana, id, page)).total).toBe(3)
})

test('a reviewer’s version of a Tdoc doesn’t move with categories that they don’t see', async ({
  a,
  as,
  aTdoc,
}) => {
  const reviewer = await a.user({ role: 'TPR' })
  const { id } = await aTdoc({
    vendorId: reviewer.companyId,
    categories: { TPR: 'REVIEW_REQUIRED' },
  })
  const [asStaff, asReviewer] = [
    await as(await a.underwriter()),
    await as(reviewer),
  ]
  const versions = async () => [
    (await getTdoc(asStaff, id)).version,
    (await getTdoc(asReviewer, id)).version,
  ]
  expect(await versions()).toEqual([1, 1])

  const inner = await addCategory(asStaff, id, 'COLLATERAL')
  await setCategoryStatus(asStaff, inner.id, 'NOT_REQUIRED', 2)
  expect(await versions()).toEqual([3, 1])
  const [tpr] = await listCategories(asReviewer, id)
  expect(tpr?.tdocVersion).toBe(1)
  expect(
    (await updateDone(asReviewer, tpr?.id ?? '', 'DONE', 1)).tdocVersion,
  ).toBe(2)
  expect(await versions()).toEqual([4, 2])
  await expect(
    updateDone(asReviewer, tpr?.id ?? '', 'UNDO', 4),
  ).rejects.toMatchObject({ statusCode: 412 })
  await setResponse(asReviewer, id, { tprResponse: 'RECEIVED' }, 2)
  expect(await versions()).toEqual([5, 3])
})

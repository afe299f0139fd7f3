import { TdocListQuery } from '@portal/contract/tdoc/list-query'
import { expect } from 'vitest'
import { addRow } from '../../../test/rows.ts'
import { test } from '../../../test/tdoc-makers.ts'
import { listTdocs } from './list.ts'

const dayMs = 86_400_000

test('a reviewer’s list begins with what needs them, then has what the buyer has, then the complete ones', async ({
  db,
  a,
  as,
  aTdoc,
  now,
}) => {
  const reviewer = await a.user({ role: 'TPR' })
  const ann = await a.user({ role: 'UNDERWRITER', name: 'Ann' })
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const given = (imageFileName: string, change = {}) =>
    aTdoc({ vendorId: reviewer.companyId, imageFileName, ...change })
  const pending = { status: 'REVIEW_PENDING' } as const
  const comment = (tdocId: string, authorId: string, createdAt: Date) =>
    addRow(db, 'comment', {
      tdocId,
      authorId,
      createdAt,
      type: 'EXTERNAL',
      message: 'Where is page two?',
    })

  await given('complete', { status: 'COMPLETE', tprResponse: 'RECEIVED' })
  await given('with the buyer', { ...pending, tprResponse: 'RECEIVED' })
  await given('to review', { ...pending, tprResponse: 'NOT_REVIEWED' })
  await given('new')
  await given('new and older', { tdocReceivedDate: daysAgo(3) })
  await given('pending without a response', pending)
  await given('returned', { isReturned: true, tprResponse: 'RECEIVED' })
  const asked = await given('asked', { ...pending, tprResponse: 'RECEIVED' })
  await comment(asked.id, ann.id, now)
  const old = await given('asked long ago', {
    ...pending,
    tprResponse: 'RECEIVED',
  })
  await comment(old.id, ann.id, daysAgo(31))
  const answered = await given('answered', {
    ...pending,
    tprResponse: 'RECEIVED',
  })
  await comment(answered.id, ann.id, daysAgo(1))
  await comment(answered.id, reviewer.id, now)

  const ctx = await as(reviewer)
  const read = (query: object) =>
    listTdocs(ctx, TdocListQuery.parse({ sortBy: 'needsYou', ...query }))
  const page = await read({ size: 100 })

  expect(page.needsYou).toBe(6)
  const needs = page.items.map((item) => [item.imageFileName, item.needsYou])
  expect(needs.slice(0, 4)).toEqual([
    ['returned', 'RETURNED'],
    ['asked', 'COMMENT'],
    ['to review', 'REVIEW'],
    ['new and older', 'RESPOND'],
  ])
  expect(needs.slice(4, 6).toSorted()).toEqual([
    ['new', 'RESPOND'],
    ['pending without a response', 'RESPOND'],
  ])
  expect(needs.slice(6, 9).toSorted()).toEqual([
    ['answered', null],
    ['asked long ago', null],
    ['with the buyer', null],
  ])
  expect(needs.slice(9)).toEqual([['complete', null]])
  const since = page.items.map((item) => item.withReviewerSince !== null)
  expect(since.slice(0, 4)).toEqual([true, false, true, false])
  expect((await read({ filterByValue: 'COMPLETE' })).needsYou).toBe(0)

  const needing = await read({ needsYou: 'true', size: 100 })
  expect(needing.total).toBe(page.needsYou)
  expect(needing.items.map(({ id }) => id)).toEqual(
    page.items.filter((item) => item.needsYou).map(({ id }) => id),
  )
})

test('underwriters have no needs of reviewers, and can’t sort by them', async ({
  a,
  as,
  aTdoc,
}) => {
  await aTdoc()
  const ctx = await as(await a.user({ role: 'UNDERWRITER' }))
  const page = await listTdocs(ctx, TdocListQuery.parse({}))
  expect(page).not.toHaveProperty('needsYou')
  expect(page.items[0]).not.toHaveProperty('needsYou')
  await expect(
    listTdocs(ctx, TdocListQuery.parse({ sortBy: 'needsYou' })),
  ).rejects.toMatchObject({ code: 'bad_request' })
})

import { maxViews, ViewForm } from '@portal/contract/view/model'
import { expect } from 'vitest'
import type { z } from 'zod'
import { test } from '../../test/tdoc-makers.ts'
import type { Ctx } from '../lib/ctx.ts'
import { listViews } from './list-views.ts'
import { changeView, createView, deleteView } from './save-view.ts'

type Form = Partial<z.input<typeof ViewForm>>
const save = (ctx: Ctx, form: Form = {}) =>
  createView(
    ctx,
    ViewForm.parse({
      list: 'SLV',
      name: 'Overdue',
      search: {},
      isShared: false,
      ...form,
    }),
  )
/** Without those that staff start with. */
const saved = async (ctx: Ctx) =>
  (await listViews(ctx)).filter(({ ownerName }) => ownerName !== '')
const names = async (ctx: Ctx) => (await saved(ctx)).map(({ name }) => name)

test('a shared view shows each person how many rows they see in it', async ({
  a,
  as,
}) => {
  const lead = await as(await a.underwriter('viewSlvDepartment'))
  const own = await a.user({
    role: 'UNDERWRITER',
    companyId: lead.actor.companyId,
    holds: ['viewSlvDepartment'],
  })
  for (const status of ['REVIEW', 'REVIEW', 'PENDING'] as const)
    await a.slv({ status, underwriterId: own.id })
  const all = await save(lead, {
    search: { tableMode: 'ALL', status: 'REVIEW' },
    isShared: true,
  })
  expect(all).toMatchObject({ isOwn: true, count: 2, dropped: [] })
  await save(lead, {
    name: 'My own',
    search: { tableMode: 'MY_OWN', status: 'REVIEW' },
    isShared: true,
  })
  await save(lead, { name: 'Private' })
  const seen = await saved(await as(own))
  expect(seen.map(({ name, isOwn, count }) => [name, isOwn, count])).toEqual([
    ['Overdue', false, 2],
    ['My own', false, 2],
  ])
  // Without the department, the view has no count and shows nothing of it.
  const [narrow] = await saved(
    await as(
      await a.user({ role: 'UNDERWRITER', companyId: lead.actor.companyId }),
    ),
  )
  expect(narrow).toMatchObject({ name: 'Overdue', count: null })
})

test('a reviewer who gets no requests starts with the views of their queue', async ({
  a,
  as,
}) => {
  const desk = await as(await a.underwriter('manageSlr'))
  expect(
    (await listViews(desk)).map(({ name, search }) => [name, search.tableMode]),
  ).toEqual([
    ['My overdue SLVs', 'SLR'],
    ['My SLVs due today', 'SLR'],
  ])
})

for (const [permission, late, reviewer] of [
  ['manageSlr', { status: 'SLR_PENDING', slrDays: 9 }, 'underwriterManagerId'],
  ['manageTradeDesk', { status: 'TD_PENDING', tdDays: 9 }, 'tradeDeskId'],
] as const)
  test(`“My overdue SLVs” has only one’s own reviews with ${permission}`, async ({
    a,
    as,
  }) => {
    const [own, other] = [
      await a.underwriter(permission),
      await a.underwriter(permission),
    ]
    for (const id of [own.id, other.id, null])
      await a.slv({ ...late, [reviewer]: id })
    const [overdue] = await listViews(await as(own))
    expect(overdue).toMatchObject({ name: 'My overdue SLVs', count: 1 })
  })

test('views of Tdocs are counted by tab, and ALL counts every tab', async ({
  a,
  as,
  aTdoc,
}) => {
  const ctx = await as(await a.underwriter())
  for (const status of ['NEW', 'NEW', 'REVIEW_PENDING'] as const)
    await aTdoc({ status })
  const count = async (name: string, filterByValue: string) =>
    (
      await save(ctx, {
        list: 'TDOC',
        name,
        search: { filterBy: 'status', filterByValue },
      })
    ).count
  expect(await count('New', 'NEW')).toBe(2)
  expect(await count('All', 'ALL')).toBe(3)
})

test('sellers share within their company, and only a view’s owner may change or delete it', async ({
  a,
  as,
}) => {
  const company = await a.company('SELLER')
  const owner = await as(await a.seller(company.id))
  const colleague = await as(await a.seller(company.id))
  const stranger = await as(await a.seller())
  const { id, density } = await save(owner, {
    isShared: true,
    density: 'COMPACT',
  })
  expect(density).toBe('COMPACT')
  expect(await names(colleague)).toEqual(['Overdue'])
  expect(await names(stranger)).toEqual([])
  expect(await names(await as(await a.underwriter()))).toEqual([])
  for (const ctx of [colleague, stranger]) {
    await expect(changeView(ctx, id, { name: 'Taken' })).rejects.toMatchObject({
      statusCode: 404,
    })
    await expect(deleteView(ctx, id)).rejects.toMatchObject({ statusCode: 404 })
  }
  const changed = await changeView(owner, id, { isShared: false, name: 'Late' })
  expect(changed.density).toBe('COMPACT')
  expect(
    (await changeView(owner, id, { density: 'COMFORTABLE' })).density,
  ).toBe('COMFORTABLE')
  expect(await names(colleague)).toEqual([])
  expect(await names(owner)).toEqual(['Late'])
  await deleteView(owner, id)
  expect(await names(owner)).toEqual([])
})

test('a search with a filter, value or page that the list doesn’t have is refused by name', async ({
  a,
  as,
}) => {
  const ctx = await as(await a.underwriter())
  const refused = (search: Record<string, string>, ...fields: string[]) =>
    expect(save(ctx, { search })).rejects.toMatchObject({
      details: fields.map((field) => ({ field })),
    })
  const search = { status: 'LOST', color: 'red', page: '2', type: 'PRE' }
  await refused(search, 'search.status', 'search.color', 'search.page')
  // Each of these takes three characters in the address.
  await refused({ sellers: Array(8).fill("'".repeat(190)).join('!') }, 'search')
  const { id } = await save(ctx)
  await expect(
    changeView(ctx, id, { search: { vendorName: 'X' } }),
  ).rejects.toMatchObject({
    statusCode: 400,
    details: [{ field: 'search.vendorName' }],
  })
})

test('a view whose filter is gone opens without it and names it', async ({
  a,
  as,
  db,
}) => {
  const ctx = await as(await a.underwriter())
  await save(ctx, { search: { type: 'PRE' } })
  await db
    .updateTable('savedView')
    .set({ search: 'type=PRE&moon=full&status=LOST' })
    .execute()
  expect(await saved(ctx)).toMatchObject([
    { search: { type: 'PRE' }, dropped: ['moon', 'status'], count: 0 },
  ])
})

test('a name is taken once per list whatever its letter case, and a person has at most 50 views', async ({
  a,
  as,
}) => {
  const ctx = await as(await a.underwriter())
  const first = await save(ctx)
  await save(ctx, { list: 'TDOC' })
  await expect(save(ctx, { name: 'OVERDUE' })).rejects.toMatchObject({
    details: [{ field: 'name' }],
  })
  await changeView(ctx, first.id, { name: 'overdue' })
  for (let n = 2; n < maxViews; n++) await save(ctx, { name: `View ${n}` })
  await expect(save(ctx, { name: 'One more' })).rejects.toMatchObject({
    statusCode: 409,
  })
})

test('a reviewer can save views of Tdocs only', async ({ a, as }) => {
  const ctx = await as(await a.user({ role: 'TPR' }))
  await expect(save(ctx)).rejects.toMatchObject({ statusCode: 403 })
  await save(ctx, { list: 'TDOC' })
  expect(await names(ctx)).toEqual(['Overdue'])
})

test('a view that was saved with `overdue` opens as the list now writes it', async ({
  a,
  as,
}) => {
  const ctx = await as(await a.underwriter())
  const { search } = await save(ctx, {
    search: { overdue: 'true', due: 'TODAY', type: 'PRE' },
  })
  expect(search).toEqual({ due: 'OVERDUE,TODAY', type: 'PRE' })
})

test('staff start with views of what is overdue, due today and waiting on the seller', async ({
  a,
  as,
}) => {
  const own = await a.underwriter()
  const ctx = await as(own)
  await a.slv({ status: 'REVIEW', underwriterId: own.id, roundDays: 9 })
  await a.slv({
    status: 'REVIEW',
    underwriterId: own.id,
    roundDays: ctx.sla.targets.slvReview.targetDays,
  })
  await a.slv({ status: 'PENDING_DOCUMENTS', underwriterId: own.id })
  expect(
    (await listViews(ctx)).map(({ name, count, isOwn }) => [
      name,
      count,
      isOwn,
    ]),
  ).toEqual([
    ['My overdue SLVs', 1, false],
    ['My SLVs due today', 1, false],
    ['My SLVs with sellers', 1, false],
  ])
  expect(await listViews(await as(await a.seller()))).toEqual([])
})

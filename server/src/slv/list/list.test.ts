import { slaStatuses, turnTimes } from '@portal/contract/slv/clocks'
import type { SlvFilter } from '@portal/contract/slv/list-query'
import { isSellerDraft, slvStatuses } from '@portal/contract/slv/status'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { findRow, setRows } from '../../../test/rows.ts'
import { all, department, idsIn, list } from '../../../test/slv-lists.ts'
import { getStatistics } from './statistics.ts'

test('the list is the actor’s first one unless another is named', async ({
  a,
  as,
}) => {
  const underwriter = await a.underwriter('manageSlr')
  const own = await a.slv({ underwriterId: underwriter.id })
  const waiting = await a.slv({ status: 'SLR_PENDING' })
  expect(await idsIn(await as(underwriter))).toEqual([own.id])
  expect(await idsIn(await as(underwriter), { tableMode: 'SLR' })).toEqual([
    waiting.id,
  ])
})

test('the list is refused to people who don’t have it', async ({ a, as }) => {
  const refused: [Actor, SlvFilter['tableMode']][] = [
    [await a.seller(), 'MY_COMPANY'],
    [await a.seller(), 'ALL'],
    [await a.underwriter(), 'SLR'],
    [await a.underwriter('manageSlr'), 'TRADE_DESK'],
    [await a.underwriter(), 'ALL'],
    [await a.user({ role: 'BDD' }), 'MY_OWN'],
    [await a.user({ role: 'TPR' }), undefined],
    [await a.user({ role: 'DEFAULT' }), undefined],
  ]
  for (const [actor, tableMode] of refused)
    await expect(list(await as(actor), { tableMode })).rejects.toMatchObject({
      statusCode: 403,
    })
  const counted = getStatistics(await as(await a.seller()), {
    departmentTableMode: 'ALL',
    tableMode: 'MY_COMPANY',
  })
  await expect(counted).rejects.toMatchObject({ statusCode: 403 })
})

test('the list of a department can show transferred SLVs, also to a BDD', async ({
  a,
  as,
}) => {
  const bdd = await a.user({ role: 'BDD' })
  const company = await a.company('SELLER', bdd.id)
  const sellerId = (await a.seller(company.id)).id
  const slvs = []
  for (const status of [
    'REVIEW',
    'SLR_REVIEW',
    'SLR_COMPLETED',
    'TD_PENDING',
  ] as const)
    slvs.push(await a.slv({ status, sellerId }))
  const ids = await idsIn(await as(bdd), { departmentTableMode: 'TRANSFERRED' })
  expect(ids.sort()).toEqual([slvs[1]?.id, slvs[3]?.id].sort())
  expect(
    await idsIn(await as(bdd), {
      departmentTableMode: 'TRANSFERRED',
      status: 'REVIEW,SLR_REVIEW',
    }),
  ).toEqual([slvs[1]?.id])
})

test('names are sorted as people expect: accents after their letters, without regard to case', async ({
  a,
  as,
  db,
}) => {
  const ctx = await as(await department(a))
  const names = ['Álvarez', 'alvord', 'Ortiz', 'Østberg', 'Zuñiga', 'zuzic']
  const ids = new Map<string, string>()
  for (const borrowerLastName of names.toReversed()) {
    const { id } = await a.slv({ borrowerLastName })
    ids.set(borrowerLastName, id)
  }
  const sorted = await idsIn(ctx, {
    ...all,
    sortBy: 'borrowerLastName',
    sortType: 'asc',
  })
  expect(sorted).toEqual(names.map((name) => ids.get(name)))
  await setRows(
    db,
    'slv',
    { id: ids.get('Ortiz') ?? '' },
    { borrowerLastName: 'Renamed' },
  )
  expect(await idsIn(ctx, { ...all, search: 'renamed' })).toEqual([
    ids.get('Ortiz'),
  ])
})

test('a seller’s drafts are first, and a filter that finds exactly what the list and the statistics call drafts', async ({
  a,
  as,
  now,
}) => {
  const seller = await a.seller()
  const later = new Date(now.getTime() + 60_000)
  for (const status of slvStatuses)
    await a.slv({
      status,
      sellerId: seller.id,
      ...(status === 'REVIEW' && { date: later }),
    })
  const ctx = await as(seller)
  const drafts = { status: 'DRAFT,DRAFT_RESUBMITTED' }

  const { items } = await list(ctx, { sortType: 'desc' })
  expect(items.slice(0, 3).map(({ status }) => status)).toEqual([
    'DRAFT_RESUBMITTED',
    'DRAFT',
    'REVIEW',
  ])
  expect((await idsIn(ctx, drafts)).sort()).toEqual(
    items
      .filter(({ status }) => isSellerDraft(status))
      .map(({ id }) => id)
      .sort(),
  )
  expect((await list(ctx, { status: 'DRAFT' })).items).toMatchObject([
    { status: 'DRAFT' },
  ])
  expect(
    (await list(ctx, { status: 'DRAFT_RESUBMITTED' })).items,
  ).toMatchObject([{ status: 'DRAFT_RESUBMITTED' }])
})

test('the order by status mixes internal stages that look the same to a seller', async ({
  a,
  as,
}) => {
  const seller = await a.seller()
  const inner = [
    'TD_REVIEW',
    'SLR_PENDING',
    'REVIEW',
    'SLR_COMPLETED',
    'REVIEW',
  ] as const
  const ids: string[] = []
  for (const status of inner)
    ids.push((await a.slv({ status, sellerId: seller.id })).id)
  expect(await idsIn(await as(seller), { sortBy: 'status' })).toEqual(
    ids.sort(),
  )
  expect(
    await idsIn(await as(seller), { sortBy: 'status', sortType: 'desc' }),
  ).toEqual(ids.sort().reverse())
})

test('a row has the contract’s figures', async ({ a, as, db }) => {
  const ctx = await as(await department(a))
  const manager = await a.underwriter('manageSlr')
  const { id } = await a.slv({
    status: 'SLR_REVIEW',
    underwriterManagerId: manager.id,
    buyerDays: 4,
    roundDays: 1,
  })
  const stored = await findRow(db, 'slv', { id })
  const today = ctx.sla.days.ordinalAt(ctx.now)
  const { items } = await list(ctx, all)
  expect(items).toMatchObject([
    {
      id,
      status: 'SLR_REVIEW',
      loanAmount: 480_000,
      ltv: 75,
      dtiDscr: 43.5,
      date: ctx.now.toISOString(),
      underwriterManagerName: manager.name,
      tradeDeskName: null,
      turnTime: turnTimes(stored, today).turnTime,
      groupSlaStatus: slaStatuses(stored, ctx.sla.targets, {
        days: ctx.sla.days,
        today,
      }).groupSlaStatus,
    },
  ])
})

test('a row has the days and the price of the decision once it is final, and neither price nor last day of a denial', async ({
  a,
  as,
  now,
}) => {
  const seller = await a.seller()
  const staff = await department(a)
  const prepared = {
    sellerId: seller.id,
    decisionDate: now,
    priceAdjustment: -25,
    goodUntil: '2026-05-01',
  }
  const expected = new Map<
    string,
    { decided: string | null; price: number | null; until: string | null }
  >()
  const [day, until] = [now.toISOString(), '2026-05-01']
  for (const [status, decided, price, last] of [
    ['APPROVED', day, -25, until],
    ['NOT_NEEDED', day, -25, null],
    ['DECLINED', day, null, null],
    ['DRAFT_RESUBMITTED', day, -25, until],
    ['REVIEW', null, null, null],
  ] as const) {
    const { id } = await a.slv({ ...prepared, status })
    expected.set(id, { decided, price, until: last })
  }
  for (const [actor, query] of [
    [staff, all],
    [seller, {}],
  ] as const) {
    const { items } = await list(await as(actor), {
      ...query,
      sortBy: 'priceAdjustment',
    })
    expect(items).toHaveLength(expected.size)
    for (const {
      id,
      status,
      decisionDate = null,
      priceAdjustment = null,
      goodUntil = null,
    } of items)
      expect(
        { decided: decisionDate, price: priceAdjustment, until: goodUntil },
        `${actor.role} ${status}`,
      ).toEqual(expected.get(id))
  }
  const { items } = await list(await as(seller), { status: 'REVIEW' })
  expect(Object.keys(items[0] ?? {})).not.toContain('priceAdjustment')
  expect(Object.keys(items[0] ?? {})).not.toContain('goodUntil')
})

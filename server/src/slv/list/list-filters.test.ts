import { slaStatuses } from '@portal/contract/slv/clocks'
import {
  openStatuses,
  slvStatuses,
  statusFor,
} from '@portal/contract/slv/status'
import { expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { findRow, setRows } from '../../../test/rows.ts'
import {
  all,
  department,
  idsIn,
  list,
  type SlvQuery,
} from '../../../test/slv-lists.ts'
import type { Ctx } from '../../lib/ctx.ts'

test('filters find text anywhere in numbers and names, without case or wildcards', async ({
  a,
  as,
  db,
}) => {
  const ctx = await as(await department(a))
  const slv = await a.slv({
    buyerLoan: '7654321',
    sellerLoan: 'Xy-77',
    borrowerLastName: "O'Brïen",
  })
  await a.slv({ borrowerLastName: 'Other', buyerLoan: '1', sellerLoan: null })
  await setRows(
    db,
    'company',
    { id: slv.companyId },
    { name: 'Quill & Sons, LLC' },
  )
  for (const search of ['7654321', '543', 'xY-7', "o'brÏ", 'quill & SONS, l'])
    expect(await idsIn(ctx, { ...all, search }), search).toEqual([slv.id])
  const odd = await a.slv({ borrowerLastName: '100%_\\' })
  await a.slv({ borrowerLastName: '100 and more' })
  for (const search of ['%', '_', '\\', '0%_\\'])
    expect(await idsIn(ctx, { ...all, search }), search).toEqual([odd.id])
})

test('what is stored is found by itself and by plain typing', async ({
  a,
  as,
}) => {
  const ctx = await as(await department(a))
  const cases: [
    stored: { borrowerLastName?: string; buyerLoan?: string },
    searches: string[],
  ][] = [
    [
      { borrowerLastName: 'Muñoz' },
      ['Muñoz', 'munoz', 'MUN\u0303OZ', '\u202amuñoz\u202c'],
    ],
    [
      { borrowerLastName: 'O’Brien' },
      ['O’Brien', "o'brien", 'obrien', 'O Brien'],
    ],
    [
      { borrowerLastName: 'Di\u0301az-Vega' },
      ['diaz', 'Díaz Vega', 'diaz‐vega', 'dí\u200baz'],
    ],
    [{ borrowerLastName: 'İstanbullu' }, ['istanbullu', 'İSTANBULLU']],
    [{ borrowerLastName: 'Großmann' }, ['grossmann', 'GROẞMANN']],
    [{ borrowerLastName: 'Łukasiewicz' }, ['lukasiewicz']],
    [{ borrowerLastName: 'Παπαδόπουλος' }, ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'παπαδοπουλος']],
    [
      { buyerLoan: 'ACM-148818' },
      ['acm 148818', '#ACM148818', 'acm\u2011148818'],
    ],
  ]
  for (const [stored, searches] of cases) {
    const slv = await a.slv({
      borrowerLastName: 'Other',
      buyerLoan: '1',
      sellerLoan: null,
      ...stored,
    })
    for (const search of searches)
      expect(await idsIn(ctx, { ...all, search }), search).toEqual([slv.id])
  }
})

test('filters use days in New York, both ends included', async ({ a, as }) => {
  const ctx = await as(await department(a))
  // Clocks go forward on 8 March 2026: midnight is 05:00Z before and 04:00Z
  // after.
  const at = async (instant: string) =>
    (await a.slv({ date: new Date(instant) })).id
  await at('2026-03-08T04:59:59.999Z')
  const first = await at('2026-03-08T05:00:00Z')
  const last = await at('2026-03-10T03:59:59.999Z')
  await at('2026-03-10T04:00:00Z')
  expect(
    await idsIn(ctx, {
      ...all,
      timeframe: 'CUSTOM',
      from: '2026-03-08',
      to: '2026-03-09',
    }),
  ).toEqual([first, last])
})

test('filters find exactly the SLVs that are overdue or due soon by the contract’s clocks', async ({
  a,
  as,
  db,
}) => {
  const ctx = await as(await department(a))
  const today = ctx.sla.days.ordinalAt(ctx.now)
  const wanted: string[] = []
  const soon: string[] = []
  for (const status of slvStatuses)
    for (const [roundDays, since, resubmitCount] of [
      [2, 0, 0],
      [2, 1, 0],
      [3, 0, 1],
      [0, 2, 1],
      [0, 3, 0],
      [0, 1, 0],
      // Its days were used up before it came back after the cutoff.
      [2, -1, 0],
    ] as const) {
      const { id, clockParty } = await a.slv({
        status,
        roundDays,
        resubmitCount,
      })
      if (clockParty)
        await setRows(db, 'slv', { id }, { clockSince: today - since })
      const slv = await findRow(db, 'slv', { id })
      const { groupSlaStatus } = slaStatuses(slv, ctx.sla.targets, {
        days: ctx.sla.days,
        today,
      })
      if (openStatuses.some((one) => one === status) && groupSlaStatus?.overdue)
        wanted.push(id)
      if (groupSlaStatus?.dueState === 'SOON') soon.push(id)
    }
  expect((await idsIn(ctx, { ...all, overdue: 'true' })).sort()).toEqual(
    wanted.sort(),
  )
  expect((await idsIn(ctx, { ...all, due: 'OVERDUE' })).sort()).toEqual(
    wanted.sort(),
  )
  expect((await idsIn(ctx, { ...all, due: 'TODAY,SOON' })).sort()).toEqual(
    soon.sort(),
  )
  const { items } = await list(ctx, { ...all, due: 'TODAY' })
  const days = new Set(items.map(({ groupSlaStatus }) => groupSlaStatus?.dueAt))
  expect(days).toEqual(new Set([ctx.sla.days.getEnd(today).toISOString()]))
  expect((await list(ctx, { ...all, overdue: 'false' })).total).toBe(
    slvStatuses.length * 7 - wanted.length,
  )
})

test('expired are approvals whose last day has passed in New York, for sellers too', async ({
  a,
  as,
}) => {
  const seller = await a.seller()
  const sellerId = seller.id
  const approved = async (goodUntil: string | null, change = {}) =>
    (await a.slv({ status: 'APPROVED', sellerId, goodUntil, ...change })).id
  const passed = await approved('2026-03-08')
  const drafted = await approved('2026-03-08', { status: 'DRAFT_RESUBMITTED' })
  const current = await approved('2026-03-09')
  await approved(null)
  // A day that an underwriter prepares isn't that of an approval.
  await approved('2026-03-01', { status: 'REVIEW' })
  await approved('2026-03-01', { status: 'DECLINED' })

  // 11:59 PM on the 9th in New York, and a minute later.
  const before = new Date('2026-03-10T03:59:00Z')
  const after = new Date('2026-03-10T04:00:00Z')
  const staff = await department(a)
  for (const [actor, query] of [
    [staff, all],
    [seller, {}],
  ] as const) {
    const expired = async (at: Date) =>
      (await idsIn(await as(actor, at), { ...query, expired: 'true' })).sort()
    expect(await expired(before)).toEqual([passed, drafted].sort())
    expect(await expired(after)).toEqual([passed, drafted, current].sort())
  }
})

test('filters by hidden fields are refused by name', async ({ a, as }) => {
  const seller = await as(await a.seller())
  const refused = (query: SlvQuery, field: string, ctx: Ctx) =>
    expect(list(ctx, query)).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field }],
    })
  await refused({ status: 'REVIEW,SLR_PENDING' }, 'status', seller)
  await refused(
    { status: 'DRAFT' },
    'status',
    await as(await a.user({ role: 'BDD' })),
  )
  await refused({ overdue: 'true' }, 'overdue', seller)
  await refused({ bdds: (await a.seller()).id }, 'bdds', seller)
  await refused({ due: 'TODAY' }, 'due', seller)
  await refused({ part: 'WAITING' }, 'part', seller)
  await refused({ sortBy: 'groupSlaStatus' }, 'sortBy', seller)
  await refused({ sortBy: 'dueAt' }, 'sortBy', seller)
  await refused(
    { status: 'DRAFT_RESUBMITTED' },
    'status',
    await as(await department(a)),
  )
})

test('filters by In Review find every SLV that a seller sees as In Review', async ({
  a,
  as,
}) => {
  const seller = await a.seller()
  const ids: string[] = []
  for (const status of slvStatuses) {
    const { id } = await a.slv({ status, sellerId: seller.id })
    if (statusFor('SELLER', status) === 'REVIEW') ids.push(id)
  }
  const { items, total } = await list(await as(seller), { status: 'REVIEW' })
  expect(items.map(({ id }) => id).sort()).toEqual(ids.sort())
  expect(total).toBe(9)
  expect(new Set(items.map(({ status }) => status))).toEqual(
    new Set(['REVIEW']),
  )
})

import { slaStatuses, turnTimes } from '@portal/contract/slv/clocks'
import { getCounts, valueOfCount } from '@portal/contract/slv/counts'
import { type SlvFilter, SlvListQuery } from '@portal/contract/slv/list-query'
import {
  isSellerDraft,
  openStatuses,
  slvGroupStatuses,
  slvStatuses,
  statusFor,
} from '@portal/contract/slv/status'
import { tableModesFor } from '@portal/contract/slv/table-mode'
import type { Actor } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import type { z } from 'zod'
import { type Makers, test } from '../../../test/makers.ts'
import { findRow, setRows } from '../../../test/rows.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { getProgramFilter, getSellerFilter } from './filter.ts'
import { listSlvs } from './list.ts'
import { listSlvsOfLoan } from './slvs-of-loan.ts'
import { getStatistics } from './statistics.ts'

type Sent = z.input<typeof SlvListQuery>

const list = (ctx: Ctx, query: Sent = {}) =>
  listSlvs(ctx, SlvListQuery.parse(query))
const idsIn = async (ctx: Ctx, query: Sent = {}) =>
  (await list(ctx, { size: 100, ...query })).items.map(({ id }) => id)
const department = (a: Makers) => a.underwriter('viewSlvDepartment')
const all = { tableMode: 'ALL' } as const

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
    ...whole,
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
      // Its days were used up before it came back after the cut-off.
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

test('filters by hidden fields are refused by name', async ({ a, as }) => {
  const seller = await as(await a.seller())
  const refused = (query: Sent, field: string, ctx: Ctx) =>
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

test('each SLV of a seller is in one figure: a draft resubmission counts with its decision', async ({
  a,
  as,
}) => {
  const seller = await a.seller()
  for (const status of slvStatuses) await a.slv({ status, sellerId: seller.id })
  const ctx = await as(seller)
  const statistics = await getStatistics(ctx, { departmentTableMode: 'ALL' })
  const figures = getCounts('MY_OWN', 'SELLER')
  const values = figures.map((figure) => valueOfCount(figure, statistics) ?? 0)

  expect(statistics.total).toBe(slvStatuses.length)
  expect(values.reduce((sum, value) => sum + value, 0)).toBe(statistics.total)
  for (const [index, { label, statuses }] of figures.entries()) {
    const { total } = await list(ctx, { status: statuses.join() })
    expect(total, label).toBe(values[index])
  }
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

test('a row has the day and the price of the decision once it is final, and no price of a denial', async ({
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
  }
  const expected = new Map<
    string,
    { decided: string | null | undefined; price: number | null | undefined }
  >()
  for (const [status, decided, price] of [
    ['APPROVED', now.toISOString(), -25],
    ['NOT_NEEDED', now.toISOString(), -25],
    ['DECLINED', now.toISOString(), null],
    ['DRAFT_RESUBMITTED', now.toISOString(), -25],
    ['REVIEW', null, null],
  ] as const) {
    const { id } = await a.slv({ ...prepared, status })
    expected.set(id, { decided, price })
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
    } of items)
      expect(
        { decided: decisionDate, price: priceAdjustment },
        `${actor.role} ${status}`,
      ).toEqual(expected.get(id))
  }
  const { items } = await list(await as(seller), { status: 'REVIEW' })
  expect(Object.keys(items[0] ?? {})).not.toContain('priceAdjustment')
})

const everything = { search: '' }

describe('filter options', () => {
  test('come from SLVs that the actor may see, or from the named list', async ({
    a,
    as,
    db,
  }) => {
    const underwriter = await a.underwriter('manageSlr')
    const own = await a.slv({
      underwriterId: underwriter.id,
      buyerNonAgencyProgram: '1099',
    })
    const waiting = await a.slv({
      status: 'SLR_PENDING',
      buyerNonAgencyProgram: 'WVOE',
    })
    await a.slv({ buyerNonAgencyProgram: 'Jumbo Prime' })
    await db
      .updateTable('company')
      .set({ name: 'Birch' })
      .where('id', '=', own.companyId)
      .execute()
    await db
      .updateTable('company')
      .set({ name: 'ACME' })
      .where('id', '=', waiting.companyId)
      .execute()
    const ctx = await as(underwriter)

    expect(await getSellerFilter(ctx, everything)).toEqual(['ACME', 'Birch'])
    expect(await getProgramFilter(ctx, everything)).toEqual(['1099', 'WVOE'])
    expect(
      await getSellerFilter(ctx, { search: '', tableMode: 'SLR' }),
    ).toEqual(['ACME'])
    expect(
      await getProgramFilter(ctx, { search: '', tableMode: 'MY_OWN' }),
    ).toEqual(['1099'])
    await expect(
      getProgramFilter(ctx, { search: '', tableMode: 'ALL' }),
    ).rejects.toMatchObject({ statusCode: 403 })
  })

  test('are searched ignoring case and without wildcards; at most fifty, and none without SLVs', async ({
    a,
    as,
  }) => {
    const ctx = await as(await a.underwriter('viewSlvDepartment'))
    for (const buyerNonAgencyProgram of ['DSCR Prime', '50% Down', 'Other'])
      await a.slv({ buyerNonAgencyProgram })
    expect(await getProgramFilter(ctx, { search: 'dscr p' })).toEqual([
      'DSCR Prime',
    ])
    expect(await getProgramFilter(ctx, { search: '%' })).toEqual(['50% Down'])
    for (let count = 0; count < 51; count++)
      await a.slv({ buyerNonAgencyProgram: `Program ${count}` })
    expect(await getProgramFilter(ctx, everything)).toHaveLength(50)
    expect(await getSellerFilter(ctx, everything)).toHaveLength(50)
    expect(
      await getSellerFilter(await as(await a.seller()), everything),
    ).toEqual([])
    expect(
      await getSellerFilter(
        await as(await a.user({ role: 'TPR' })),
        everything,
      ),
    ).toEqual([])
  })
})

const whole = { departmentTableMode: 'ALL' } as const

test('statistics count a tab by status and group, and what is overdue', async ({
  a,
  as,
}) => {
  const ctx = await as(await a.underwriter('viewSlvDepartment'))
  for (const status of slvStatuses) await a.slv({ status, roundDays: 9 })
  const statistics = await getStatistics(ctx, { ...whole, tableMode: 'ALL' })

  expect(statistics.total).toBe(20)
  // A draft resubmission counts as what is in effect: an approval.
  const { DRAFT_RESUBMITTED: _, ...byStatus } = Object.fromEntries(
    slvStatuses.map((status) => [status, 1]),
  )
  expect(statistics.byStatus).toEqual({ ...byStatus, APPROVED: 2 })
  const byGroup = Object.entries(slvGroupStatuses).map(
    ([group, statuses]) => [group, statuses.length] as const,
  )
  expect(statistics.byGroup).toEqual({
    ...Object.fromEntries(byGroup),
    COMPLETED: 4,
  })
  const overdue = await listSlvs(
    ctx,
    SlvListQuery.parse({ tableMode: 'ALL', overdue: 'true' }),
  )
  expect(statistics.overdue).toBe(overdue.total)
  expect(statistics.overdue).toBe(14)
})

test('statistics show sellers no internal stage', async ({ a, as }) => {
  const seller = await a.seller(undefined, 'myCompanyView')
  for (const status of slvStatuses)
    await a.slv({ status, sellerId: seller.id, roundDays: 9 })
  for (const tableMode of ['MY_OWN', 'MY_COMPANY'] as const) {
    const statistics = await getStatistics(await as(seller), {
      ...whole,
      tableMode,
    })
    expect(statistics.total).toBe(20)
    expect(statistics.byStatus.REVIEW).toBe(9)
    expect(statistics.byGroup).toMatchObject({ IN_REVIEW: 9, TRANSFERRED: 0 })
    expect('overdue' in statistics).toBe(false)
    expect(JSON.stringify(statistics)).not.toMatch(/SLR_|TD_/)
  }
})

test('statistics match the list, for each list of each person', async ({
  a,
  as,
}) => {
  const bdd = await a.user({ role: 'BDD' })
  const company = await a.company('SELLER', bdd.id)
  const seller = await a.seller(company.id, 'myCompanyView')
  const underwriter = await a.underwriter(
    'manageSlr',
    'manageTradeDesk',
    'viewSlvDepartment',
  )
  for (const status of slvStatuses) {
    await a.slv({ status, sellerId: seller.id, underwriterId: underwriter.id })
    await a.slv({ status, sellerId: (await a.seller(company.id)).id })
  }
  for (const actor of [bdd, seller, underwriter])
    for (const tableMode of tableModesFor(actor))
      for (const departmentTableMode of ['ALL', 'TRANSFERRED'] as const) {
        const ctx = await as(actor)
        const lists = async (status = '') => {
          const query = SlvListQuery.parse({
            tableMode,
            departmentTableMode,
            status,
          })
          return (await listSlvs(ctx, query)).total
        }
        const { total, byStatus, byGroup } = await getStatistics(ctx, {
          departmentTableMode,
          tableMode,
        })
        expect(total).toBe(await lists())
        const drafts = slvStatuses
          .filter(isSellerDraft)
          .reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
        expect(Object.values(byGroup).reduce((sum, count) => sum + count)).toBe(
          total - drafts,
        )
        for (const [status, count] of Object.entries(byStatus).filter(
          ([key]) => !key.startsWith('DRAFT'),
        ))
          expect(
            await lists(status),
            `${tableMode} ${departmentTableMode} ${status}`,
          ).toBe(count)
      }
})

test('a loan’s SLVs are found by either number, newest first, if the actor may see them', async ({
  a,
  as,
  now,
}) => {
  const own = await a.underwriter()
  const everything = await a.underwriter('viewSlvDepartment')
  const numbers = { buyerLoan: '7001234', sellerLoan: 'Acm_1' }
  const first = await a.slv({
    ...numbers,
    status: 'TD_REVIEW',
    underwriterId: own.id,
  })
  const post = {
    type: 'POST',
    postCloseReason: 'Seller Error',
    companyId: first.companyId,
  } as const
  const second = await a.slv({
    ...numbers,
    ...post,
    createdAt: new Date(now.getTime() + 86_400_000),
  })
  await a.slv({ buyerLoan: '70012345', sellerLoan: 'AcmX1' })

  const itemsOf = async (actor: typeof own, number = '7001234') =>
    (await listSlvsOfLoan(await as(actor), number)).items
  const ids = async (...given: Parameters<typeof itemsOf>) =>
    (await itemsOf(...given)).map(({ id }) => id)
  expect(await ids(everything)).toEqual([second.id, first.id])
  expect(await ids(everything, 'ACM_1')).toEqual([second.id, first.id])
  expect(await ids(everything, '%')).toEqual([])
  expect(await itemsOf(own)).toMatchObject([
    { id: first.id, status: 'TD_REVIEW', underwriterName: own.name },
  ])
  expect(await itemsOf(await a.ownerOf(first))).toMatchObject([
    { id: first.id, status: 'REVIEW' },
  ])
})

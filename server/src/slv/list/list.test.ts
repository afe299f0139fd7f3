import { slaStatuses, turnTimes } from '@portal/contract/slv/clocks'
import { type SlvFilter, SlvListQuery } from '@portal/contract/slv/list-query'
import { openStatuses, slvStatuses, statusFor } from '@portal/contract/slv/status'
import type { Actor } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import type { z } from 'zod'
import { type Makers, test } from '../../../test/makers.ts'
import { rowOf, setRows } from '../../../test/rows.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { listSlvs } from './list.ts'

type Sent = z.input<typeof SlvListQuery>

const list = (ctx: Ctx, query: Sent = {}) => listSlvs(ctx, SlvListQuery.parse(query))
const idsIn = async (ctx: Ctx, query: Sent = {}) => (await list(ctx, { size: 100, ...query })).items.map(({ id }) => id)
const department = (a: Makers) => a.underwriter('viewSlvDepartment')
const all = { tableMode: 'ALL' } as const

describe('the list', () => {
  test('is the actor’s first one unless another is named', async ({ a, as }) => {
    const underwriter = await a.underwriter('manageSlr')
    const own = await a.slv({ underwriterId: underwriter.id })
    const waiting = await a.slv({ status: 'SLR_PENDING' })
    expect(await idsIn(await as(underwriter))).toEqual([own.id])
    expect(await idsIn(await as(underwriter), { tableMode: 'SLR' })).toEqual([waiting.id])
  })

  test('is refused to people who don’t have it', async ({ a, as }) => {
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
      await expect(list(await as(actor), { tableMode })).rejects.toMatchObject({ statusCode: 403 })
  })

  test('of a department can show transferred SLVs, also to a BDD', async ({ a, as }) => {
    const bdd = await a.user({ role: 'BDD' })
    const company = await a.company('SELLER', bdd.id)
    const sellerId = (await a.seller(company.id)).id
    const slvs = []
    for (const status of ['REVIEW', 'SLR_REVIEW', 'SLR_COMPLETED', 'TD_PENDING'] as const)
      slvs.push(await a.slv({ status, sellerId }))
    const ids = await idsIn(await as(bdd), { departmentTableMode: 'TRANSFERRED' })
    expect(ids.sort()).toEqual([slvs[1]?.id, slvs[3]?.id].sort())
    expect(await idsIn(await as(bdd), { departmentTableMode: 'TRANSFERRED', status: 'REVIEW,SLR_REVIEW' })).toEqual([
      slvs[1]?.id,
    ])
  })
})

describe('filters', () => {
  test('find text anywhere in numbers, borrower and seller, ignoring case', async ({ a, as, db }) => {
    const ctx = await as(await department(a))
    const slv = await a.slv({ buyerLoan: '7654321', sellerLoan: 'Xy-77', borrowerLastName: "O'Brïen" })
    await a.slv({ borrowerLastName: 'Other', buyerLoan: '1', sellerLoan: null })
    await setRows(db, 'company', { id: slv.companyId }, { name: 'Quill & Sons, LLC' })
    for (const search of ['7654321', '543', 'xY-7', "o'brÏ", 'quill & SONS, l'])
      expect(await idsIn(ctx, { ...all, search }), search).toEqual([slv.id])
  })

  test('treat wildcards of LIKE as plain text', async ({ a, as }) => {
    const ctx = await as(await department(a))
    const slv = await a.slv({ borrowerLastName: '100%_\\' })
    await a.slv({ borrowerLastName: '100 and more' })
    for (const search of ['%', '_', '\\', '0%_\\'])
      expect(await idsIn(ctx, { ...all, search }), search).toEqual([slv.id])
  })

  test('that are empty are ignored', async ({ a, as }) => {
    const ctx = await as(await department(a))
    const { id } = await a.slv()
    expect(await idsIn(ctx, { ...all, sellers: '', type: '' })).toEqual([id])
  })

  test('use days in New York, both ends included', async ({ a, as }) => {
    const ctx = await as(await department(a))
    // Clocks go forward on 8 March 2026: midnight is 05:00Z before and 04:00Z after.
    const at = async (instant: string) => (await a.slv({ date: new Date(instant) })).id
    await at('2026-03-08T04:59:59.999Z')
    const first = await at('2026-03-08T05:00:00Z')
    const last = await at('2026-03-10T03:59:59.999Z')
    await at('2026-03-10T04:00:00Z')
    expect(await idsIn(ctx, { ...all, timeframe: 'CUSTOM', from: '2026-03-08', to: '2026-03-09' })).toEqual([
      first,
      last,
    ])
  })

  test('find exactly the SLVs that are overdue by the contract’s clocks', async ({ a, as, db }) => {
    const ctx = await as(await department(a))
    const today = ctx.sla.days.ordinalAt(ctx.now)
    const wanted: string[] = []
    for (const status of slvStatuses)
      for (const [roundDays, since, resubmitCount] of [
        [2, 0, 0],
        [2, 1, 0],
        [3, 0, 1],
        [0, 2, 1],
        [0, 3, 0],
      ] as const) {
        const { id, clockParty } = await a.slv({ status, roundDays, resubmitCount })
        if (clockParty) await setRows(db, 'slv', { id }, { clockSince: today - since })
        const slv = await rowOf(db, 'slv', { id })
        const { groupSlaStatus } = slaStatuses(slv, ctx.sla.targets, today)
        if (openStatuses.some((one) => one === status) && groupSlaStatus?.overdue) wanted.push(id)
      }
    expect((await idsIn(ctx, { ...all, overdue: 'true' })).sort()).toEqual(wanted.sort())
    expect((await list(ctx, { ...all, overdue: 'false' })).total).toBe(slvStatuses.length * 5 - wanted.length)
  })

  test('by hidden fields are refused by name', async ({ a, as }) => {
    const seller = await as(await a.seller())
    const refused = (query: Sent, field: string, ctx: Ctx) =>
      expect(list(ctx, query)).rejects.toMatchObject({ statusCode: 400, details: [{ field }] })
    await refused({ status: 'REVIEW,SLR_PENDING' }, 'status', seller)
    await refused({ status: 'DRAFT' }, 'status', seller)
    await refused({ overdue: 'true' }, 'overdue', seller)
    await refused({ bdds: (await a.seller()).id }, 'bdds', seller)
    await refused({ sortBy: 'groupSlaStatus' }, 'sortBy', seller)
    await refused({ status: 'DRAFT_RESUBMITTED' }, 'status', await as(await department(a)))
  })

  test('by In Review find every SLV that a seller sees as In Review', async ({ a, as }) => {
    const seller = await a.seller()
    const ids: string[] = []
    for (const status of slvStatuses) {
      const { id } = await a.slv({ status, sellerId: seller.id })
      if (statusFor('SELLER', status) === 'REVIEW') ids.push(id)
    }
    const { items, total } = await list(await as(seller), { status: 'REVIEW' })
    expect(items.map(({ id }) => id).sort()).toEqual(ids.sort())
    expect(total).toBe(9)
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['REVIEW']))
  })
})

describe('the order', () => {
  test('by status mixes internal stages that look the same to a seller', async ({ a, as }) => {
    const seller = await a.seller()
    const inner = ['TD_REVIEW', 'SLR_PENDING', 'REVIEW', 'SLR_COMPLETED', 'REVIEW'] as const
    const ids: string[] = []
    for (const status of inner) ids.push((await a.slv({ status, sellerId: seller.id })).id)
    expect(await idsIn(await as(seller), { sortBy: 'status' })).toEqual(ids.sort())
    expect(await idsIn(await as(seller), { sortBy: 'status', sortType: 'desc' })).toEqual(ids.sort().reverse())
  })
})

test('a row has the contract’s figures', async ({ a, as, db }) => {
  const ctx = await as(await department(a))
  const manager = await a.underwriter('manageSlr')
  const { id } = await a.slv({ status: 'SLR_REVIEW', underwriterManagerId: manager.id, buyerDays: 4, roundDays: 1 })
  const stored = await rowOf(db, 'slv', { id })
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
      groupSlaStatus: slaStatuses(stored, ctx.sla.targets, today).groupSlaStatus,
    },
  ])
})

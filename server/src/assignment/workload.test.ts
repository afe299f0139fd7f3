import { allTo, maxAssigned } from '@portal/contract/assignment/model'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import {
  openStatuses,
  slrStage,
  slvStatuses,
  tdStage,
} from '@portal/contract/slv/status'
import { TdocListQuery } from '@portal/contract/tdoc/list-query'
import { describe, expect } from 'vitest'
import { statusOf } from '../../test/actions.ts'
import { test as base, type Makers } from '../../test/makers.ts'
import { findRow, setRows } from '../../test/rows.ts'
import { tdocMaker } from '../../test/tdoc-makers.ts'
import type { Ctx } from '../lib/ctx.ts'
import { countList } from '../slv/list/list.ts'
import { countList as countTdocs } from '../tdoc/list/list.ts'
import { planAssignment } from './plan.ts'
import { getWorkload } from './workload.ts'

const test = base
  .extend('aTdoc', ({ db, now }) => tdocMaker(db, now))
  .extend('lead', async ({ a, as }) =>
    as(
      await a.underwriter(
        'assignLoans',
        'assignLoansSlr',
        'assignLoansTradeDesk',
        'viewSlvDepartment',
      ),
    ),
  )

const day = 86_400_000

/**
 * SLVs of three people and of no one, in every status, on every day of their
 * clocks, decided over three weeks.
 */
async function manySlvs(a: Makers, { db, now, sla }: Ctx) {
  const people = [
    await a.underwriter('myOwn', 'manageSlr'),
    await a.underwriter('myOwn'),
    await a.underwriter(),
  ]
  const today = sla.days.ordinalAt(now)
  for (let n = 0; n < 90; n++) {
    const changed = new Date(now.getTime() - (n % 3) * 3 * day)
    const person = people[(n + Math.floor(n / 20)) % 4]?.id ?? null
    const { id, clockParty, slrSince, tdSince } = await a.slv({
      status: slvStatuses[n % slvStatuses.length] ?? 'REVIEW',
      underwriterId: person,
      underwriterManagerId: person,
      tradeDeskId: person,
      roundDays: n % 3,
      resubmitCount: n % 2,
      updatedAt: changed,
    })
    const { decisionDate } = await findRow(db, 'slv', { id })
    if (decisionDate)
      await setRows(db, 'slv', { id }, { decisionDate: changed })
    if (clockParty)
      await setRows(db, 'slv', { id }, { clockSince: today + 1 - (n % 5) })
    if (slrSince !== null)
      await setRows(db, 'slv', { id }, { slrSince: today - (n % 3) })
    if (tdSince !== null)
      await setRows(db, 'slv', { id }, { tdSince: today - (n % 3) })
  }
  return people
}

const count = (ctx: Ctx, query: Record<string, string | undefined>) =>
  countList(ctx, SlvListQuery.parse({ tableMode: 'ALL', ...query }))

describe('the workload', () => {
  test('matches the linked list for every figure and person', async ({
    a,
    lead,
  }) => {
    const people = await manySlvs(a, lead)
    const { items, weekStart } = await getWorkload(lead, 'underwriter')
    expect(weekStart).toBe('2026-03-02')
    const seen = {
      open: 0,
      dueToday: 0,
      overdue: 0,
      waitingOnSeller: 0,
      decidedThisWeek: 0,
    }
    for (const { id } of people) {
      const {
        name: _,
        isAvailable,
        ...figures
      } = items.find((one) => one.id === id) ?? { name: '', isAvailable: null }
      const of = (query: Record<string, string>) =>
        count(lead, { underwriterIds: id, ...query })
      const listed = {
        id,
        open: await of({ status: openStatuses.join() }),
        dueToday: await of({ due: 'TODAY' }),
        overdue: await of({ due: 'OVERDUE' }),
        waitingOnSeller: await of({ status: 'PENDING_DOCUMENTS' }),
        decidedThisWeek: await of({ decidedSince: weekStart }),
      }
      expect(figures).toEqual(listed)
      expect(isAvailable).toBe(id !== people[2]?.id)
      for (const key of [
        'open',
        'dueToday',
        'overdue',
        'waitingOnSeller',
        'decidedThisWeek',
      ] as const)
        seen[key] += listed[key]
    }
    for (const [key, total] of Object.entries(seen))
      expect(total, key).toBeGreaterThan(1)
  })

  test('counts SLR and trade desk reviews while they are with them, as their lists do', async ({
    a,
    lead,
  }) => {
    const people = await manySlvs(a, lead)
    const stages = {
      slr: ['slrReviewerIds', slrStage],
      tradeDesk: ['tradeDeskIds', tdStage],
    } as const
    for (const work of ['slr', 'tradeDesk'] as const) {
      const [key, stage] = stages[work]
      const { items } = await getWorkload(lead, work)
      for (const { id } of people) {
        const of = (query: Record<string, string>) =>
          count(lead, { [key]: id, status: stage.join(), ...query })
        const figures = {
          open: await of({}),
          dueToday: await of({ due: 'TODAY' }),
          overdue: await of({ due: 'OVERDUE' }),
        }
        expect(
          items.find((one) => one.id === id) ?? {
            open: 0,
            dueToday: 0,
            overdue: 0,
          },
        ).toMatchObject(figures)
      }
      expect(
        items.reduce((sum, { open }) => sum + open, 0),
        work,
      ).toBeGreaterThan(2)
    }
  })

  test('of Tdocs matches the filtered table', async ({ a, aTdoc, lead }) => {
    const [ana, ben] = [await a.underwriter(), await a.underwriter()]
    const today = lead.sla.days.ordinalAt(lead.now)
    for (let n = 0; n < 20; n++)
      await aTdoc({
        status: n % 5 === 0 ? 'COMPLETE' : 'NEW',
        assignedUnderwriterId: n % 3 ? ana.id : ben.id,
        reviewUnderwriterId: ben.id,
        ...(n % 5 !== 0 && { clockSince: today + 1 - (n % 6) }),
      })
    const query = (filterBy: string, id: string, status: string) =>
      TdocListQuery.parse({ filterBy, filterByValue: id, status })
    const { items } = await getWorkload(lead, 'tdoc')
    for (const { id } of [ana, ben])
      expect(items.find((one) => one.id === id)?.open).toBe(
        (await countTdocs(lead, query('assignedUnderwriter', id, 'NEW'))) +
          (await countTdocs(
            lead,
            query('assignedUnderwriter', id, 'REVIEW_PENDING'),
          )),
      )
    expect(items.map(({ overdue }) => overdue).some((n) => n > 0)).toBe(true)
    const reviewers = (await getWorkload(lead, 'tdocReview')).items
    expect(reviewers.find(({ id }) => id === ben.id)?.open).toBe(16)
  })

  test('is for people who may assign the work', async ({ a, as }) => {
    const plain = await as(await a.underwriter('myOwn', 'viewSlvDepartment'))
    for (const work of ['underwriter', 'slr', 'tradeDesk'] as const)
      expect(await statusOf(getWorkload(plain, work))).toBe(403)
    expect(await statusOf(getWorkload(plain, 'tdoc'))).toBe(200)
  })
})

const nothingDue = {
  dueToday: { before: 0, after: 0 },
  overdue: { before: 0, after: 0 },
}

const plan = (ctx: Ctx, body: Partial<Parameters<typeof planAssignment>[1]>) =>
  planAssignment(ctx, {
    action: 'assign-requests',
    except: [],
    personIds: [],
    ...body,
  })

describe('a plan', () => {
  test('shows everyone’s open work before and after, and skips who sent or recommended', async ({
    a,
    lead,
  }) => {
    const [ana, ben] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    const slvs = [
      await a.slv({ underwriterId: ana.id }),
      await a.slv({ underwriterId: ana.id, sentById: ben.id }),
      await a.slv({ underwriterId: ana.id, slrRecommenderIds: [ben.id] }),
      await a.slv({ status: 'APPROVED' }),
    ]
    const ids = slvs.map(({ id }) => id)
    const { assignments, ...rest } = await plan(lead, {
      ids,
      personIds: [ben.id],
    })
    expect(assignments).toEqual(allTo(ben.id, ids.slice(0, 1)))
    expect(rest).toEqual({
      unfit: 1,
      untaken: 2,
      skipped: [
        { personId: ben.id, reason: 'they sent the request', count: 1 },
        {
          personId: ben.id,
          reason: 'they gave the SLR recommendation',
          count: 1,
        },
      ],
      people: [
        { id: ben.id, name: ben.name, before: 0, after: 1, ...nothingDue },
        { id: ana.id, name: ana.name, before: 3, after: 2, ...nothingDue },
      ],
    })
  })

  test('balances one person’s work: totals become equal, and what waits on others stays', async ({
    a,
    lead,
  }) => {
    const [ana, ben] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    const late = { roundDays: 9, underwriterId: ana.id }
    const notStarted = [
      await a.slv({ ...late, status: 'PENDING' }),
      await a.slv({ ...late, status: 'RESUBMITTED' }),
    ]
    for (const status of [
      'REVIEW',
      'REVIEW',
      'PENDING_DOCUMENTS',
      'SLR_PENDING',
      'TD_REVIEW',
    ] as const)
      await a.slv({ status, underwriterId: ana.id })
    await a.slv({ status: 'REVIEW', underwriterId: ben.id })
    const matching = {
      tableMode: 'ALL',
      underwriterIds: ana.id,
      status: openStatuses.join(),
    }
    const balanced = await plan(lead, {
      matching,
      personIds: [ben.id],
      balanceOf: ana.id,
    })
    const moved = balanced.assignments.map(({ id }) => id)
    expect(moved).toHaveLength(3)
    expect(moved).toEqual(
      expect.arrayContaining(notStarted.map(({ id }) => id)),
    )
    expect(balanced).toMatchObject({ unfit: 3, untaken: 0 })
    expect(balanced.people).toMatchObject([
      { id: ben.id, before: 1, after: 4, overdue: { before: 0, after: 2 } },
      { id: ana.id, before: 7, after: 4, overdue: { before: 2, after: 0 } },
    ])
    // Ana’s work is already no more than Ben’s would become.
    const again = await plan(lead, {
      matching,
      personIds: [ana.id],
      balanceOf: ana.id,
    })
    expect(again).toMatchObject({
      assignments: [],
      people: [{ id: ana.id, before: 7, after: 7 }],
    })
  })

  test('takes all rows that match a list except some, as this person sees it, and no more than 1,000', async ({
    a,
    lead,
    db,
  }) => {
    const ben = await a.underwriter('myOwn')
    const slvs = [
      await a.slv({ state: 'NV' }),
      await a.slv({ state: 'NV' }),
      await a.slv({ state: 'CA' }),
    ]
    const [first, second] = slvs.map(({ id }) => id)
    const matching = { tableMode: 'ALL', states: 'NV' }
    const { assignments } = await plan(lead, {
      matching,
      except: [first ?? ''],
      personIds: [ben.id],
    })
    expect(assignments).toEqual([{ id: second, personId: ben.id }])
    const {
      id: _,
      dtiDscr: _1,
      searchText: _2,
      ...copy
    } = await findRow(db, 'slv', {
      id: (await a.slv({ state: 'NV', status: 'APPROVED' })).id,
    })
    for (let hundred = 0; hundred < maxAssigned / 100; hundred++)
      await db.insertInto('slv').values(Array(100).fill(copy)).execute()
    await expect(plan(lead, { matching })).rejects.toMatchObject({
      statusCode: 400,
      details: [
        {
          field: 'matching',
          error: 'No more than 1,000 SLVs at a time. Narrow the filters.',
        },
      ],
    })
    await expect(
      plan(lead, { matching: { tableMode: 'ALL', status: 'NONE' } }),
    ).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: expect.stringMatching(/^matching\.status/) }],
    })
  })

  test('is refused for someone without the work’s permission, and without the right to assign', async ({
    a,
    as,
    lead,
  }) => {
    const slv = await a.slv()
    const other = await a.underwriter('manageSlr')
    expect(
      await statusOf(plan(lead, { ids: [slv.id], personIds: [other.id] })),
    ).toBe(400)
    expect(await statusOf(plan(await as(other), { ids: [slv.id] }))).toBe(403)
  })
})

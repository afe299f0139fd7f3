import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test as base } from '../../test/makers.ts'
import { findRow, findRows, setRows, waitForLocks } from '../../test/rows.ts'
import type { Db } from '../lib/database/db.ts'
import { listNotifications } from '../notification/list.ts'
import { assignOwned } from './assign-owned.ts'
import { viewSlv } from './detail.ts'
import { findOwners } from './list/find-owners.ts'
import { listSlvs } from './list/list.ts'
import { sendRequest } from './rounds/send-request.ts'

const rights = ['myCompanyView', 'myCompanyReassignSlv'] as const
const reason = 'Left the company'

const test = base
  .extend('company', ({ a }) => a.company())
  .extend('manager', ({ a, company }) => a.seller(company.id, ...rights))
  .extend('leaver', ({ a, company }) => a.seller(company.id))
  .extend('heir', ({ a, company }) => a.seller(company.id))
  .extend(
    'hand',
    ({ as, manager, leaver, heir }) =>
      async (change: { fromId?: string; sellerId?: string } = {}) => {
        const body = { fromId: leaver.id, sellerId: heir.id, reason, ...change }
        return assignOwned(await as(manager), body)
      },
  )

const ownersOf = async (db: Db, slvs: readonly { id: string }[]) =>
  Promise.all(
    slvs.map(async ({ id }) => (await findRow(db, 'slv', { id })).sellerId),
  )

/** The notifications of a person, as they see them. */
const notices = async (db: Db, { id }: Actor) =>
  (await findRows(db, 'notification', { userId: id })).map(
    ({ action, description }) => `${action} ${description}`,
  )

describe('reassigning all SLVs of a colleague', () => {
  test('moves drafts, open and decided ones, and says in each history who did it and why', async ({
    a,
    db,
    hand,
    manager,
    leaver,
    heir,
    historyOf,
  }) => {
    const sellerId = leaver.id
    const slvs = [
      await a.slv({ sellerId, status: 'DRAFT' }),
      await a.slv({ sellerId, status: 'REVIEW' }),
      await a.slv({ sellerId, status: 'APPROVED' }),
      await a.slv({ sellerId, status: 'WITHDRAWN_APPROVED' }),
    ]
    const other = await a.slv({ sellerId: manager.id })
    expect(await hand()).toEqual({ count: 4, name: heir.name })
    expect(await ownersOf(db, [...slvs, other])).toEqual([
      heir.id,
      heir.id,
      heir.id,
      heir.id,
      manager.id,
    ])
    for (const slv of slvs)
      expect(await historyOf(slv)).toMatchObject([
        {
          action: 'assign-seller',
          actorId: manager.id,
          comment: reason,
          changes: [
            { field: 'ownerName', before: leaver.name, after: heir.name },
          ],
        },
      ])
  })

  test('gives the new owner what the old one could do, and takes it from them', async ({
    a,
    as,
    hand,
    leaver,
    heir,
  }) => {
    const sellerId = leaver.id
    const slvs = [
      await a.slv({ sellerId, status: 'DRAFT' }),
      await a.slv({ sellerId, status: 'PENDING_DOCUMENTS' }),
      await a.slv({ sellerId, status: 'DECLINED' }),
    ]
    const [before, after] = [await as(leaver), await as(heir)]
    const could = await Promise.all(
      slvs.map(async ({ id }) => (await viewSlv(before, id)).availableActions),
    )
    expect(could.map(({ length }) => length > 0)).toEqual([true, true, true])
    await hand()
    for (const [index, { id }] of slvs.entries()) {
      expect((await viewSlv(after, id)).availableActions).toEqual(could[index])
      await expect(viewSlv(before, id)).rejects.toMatchObject({
        statusCode: 404,
      })
    }
  })

  test('notifies the new owner once, and the old one if they are still active', async ({
    a,
    as,
    db,
    hand,
    leaver,
    heir,
    manager,
  }) => {
    for (const status of ['DRAFT', 'REVIEW', 'APPROVED'] as const)
      await a.slv({ sellerId: leaver.id, status })
    await hand()
    expect(await notices(db, heir)).toEqual([
      `SLVS_REASSIGNED 3 SLVs from ${leaver.name}`,
    ])
    expect(await notices(db, leaver)).toEqual([
      `SLVS_REASSIGNED_FROM 3 SLVs · now assigned to ${heir.name}`,
    ])
    const { items } = await listNotifications(await as(heir), {})
    expect(items.map(({ title }) => title)).toEqual([
      'A colleague’s SLVs were assigned to you',
    ])

    await setRows(db, 'appUser', { id: heir.id }, { status: 'INACTIVE' })
    await hand({ fromId: heir.id, sellerId: manager.id })
    expect(await notices(db, heir)).toHaveLength(1)
    expect(await notices(db, manager)).toEqual([])
  })

  test('stays within the company, and needs an active seller', async ({
    a,
    db,
    company,
    hand,
    leaver,
  }) => {
    const slv = await a.slv({ sellerId: leaver.id })
    const stranger = await a.seller()
    const inactive = await a.seller(company.id)
    await setRows(db, 'appUser', { id: inactive.id }, { status: 'INACTIVE' })
    for (const [change, field] of [
      [{ fromId: stranger.id }, 'fromId'],
      [{ sellerId: stranger.id }, 'sellerId'],
      [{ sellerId: inactive.id }, 'sellerId'],
      [{ sellerId: leaver.id }, 'sellerId'],
    ] as const)
      await expect(hand(change)).rejects.toMatchObject({
        statusCode: 400,
        details: [{ field }],
      })
    expect(await ownersOf(db, [slv])).toEqual([leaver.id])
    await hand()
    await expect(hand()).rejects.toMatchObject({ statusCode: 409 })
  })

  test('moves more than one statement can, all in one step', async ({
    a,
    db,
    hand,
    leaver,
    heir,
  }) => {
    const sellerId = leaver.id
    const first = await a.slv({ sellerId, status: 'DRAFT' })
    await sql`
      insert into
        slv (
          status, type, seller_id, company_id, created_by_id, created_at, updated_at
        )
      select
        status, type, seller_id, company_id, created_by_id, created_at, updated_at
      from slv, generate_series(1, 1001)
      where slv.id = ${first.id}`.execute(db)
    expect(await hand()).toMatchObject({ count: 1002 })
    expect(await notices(db, heir)).toEqual([
      `SLVS_REASSIGNED 1,002 SLVs from ${leaver.name}`,
    ])
  })
})

test('owners are counted in what their reader sees, also those who left', async ({
  a,
  as,
  db,
  manager,
  leaver,
}) => {
  const sellerId = leaver.id
  for (const status of ['DRAFT', 'REVIEW', 'APPROVED'] as const)
    await a.slv({ sellerId, status })
  await a.slv()
  await setRows(db, 'appUser', { id: sellerId }, { status: 'INACTIVE' })
  const owner = {
    id: sellerId,
    name: leaver.name,
    isActive: false,
    open: 2,
    finished: 1,
  }
  const { items } = await findOwners(await as(manager))
  expect(items).toMatchObject([owner])
  const lead = await as(await a.underwriter('viewSlvDepartment'))
  expect((await findOwners(lead)).items).toContainEqual(
    expect.objectContaining(owner),
  )
})

test('lists are filtered and searched by owner', async ({
  a,
  as,
  company,
  manager,
  leaver,
}) => {
  const owner = await a.seller(company.id)
  const slv = await a.slv({ sellerId: owner.id })
  await a.slv({ sellerId: leaver.id })
  const list = { page: 1, size: 25, sortBy: 'date', sortType: 'asc' } as const
  const lead = await a.underwriter('viewSlvDepartment')
  for (const [reader, tableMode] of [
    [manager, 'MY_COMPANY'],
    [lead, 'ALL'],
  ] as const) {
    const ctx = await as(reader)
    const query = { ...list, tableMode, departmentTableMode: 'ALL' } as const
    const narrowed = [
      { search: '', ownerIds: [owner.id] },
      { search: owner.name },
    ]
    for (const filter of narrowed) {
      const { items } = await listSlvs(ctx, { ...query, ...filter })
      expect(items.map(({ id }) => id)).toEqual([slv.id])
    }
  }
})

describe('at the same time', () => {
  test('two managers: the second finds nothing left to reassign', async ({
    made,
    committed,
    ctxOf,
  }) => {
    const leaver = await made.seller()
    const [one, two] = [
      await made.seller(leaver.companyId, ...rights),
      await made.seller(leaver.companyId, ...rights),
    ]
    const slvs = [
      await made.slv({ sellerId: leaver.id, status: 'REVIEW' }),
      await made.slv({ sellerId: leaver.id, status: 'APPROVED' }),
    ]
    const results = await Promise.allSettled(
      [one, two].map(async (manager) =>
        assignOwned(await ctxOf(manager), {
          fromId: leaver.id,
          sellerId: manager.id,
          reason,
        }),
      ),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
    ])
    const winner = results[0]?.status === 'fulfilled' ? one : two
    expect(await ownersOf(committed, slvs)).toEqual([winner.id, winner.id])
  })

  test('a request that is sent meanwhile is sent first, and then reassigned', async ({
    made,
    committed,
    ctxOf,
  }) => {
    const leaver = await made.seller()
    const manager = await made.seller(leaver.companyId, ...rights)
    const slv = await made.slv({ sellerId: leaver.id, status: 'DRAFT' })
    const [asLeaver, asManager] = [await ctxOf(leaver), await ctxOf(manager)]
    const locking = await committed.startTransaction().execute()
    await locking
      .selectFrom('slv')
      .select('id')
      .where('id', '=', slv.id)
      .forUpdate()
      .execute()
    const sending = sendRequest(asLeaver, slv.id, 'manual')
    await waitForLocks(committed)
    const assigning = assignOwned(asManager, {
      fromId: leaver.id,
      sellerId: manager.id,
      reason,
    })
    await waitForLocks(committed, 2)
    await locking.commit().execute()
    await Promise.all([sending, assigning])
    expect(await findRow(committed, 'slv', { id: slv.id })).toMatchObject({
      status: 'PENDING',
      sellerId: manager.id,
      sentById: leaver.id,
    })
  })

  test('a colleague who was activated again gets the notification, and their SLVs move', async ({
    made,
    committed,
    ctxOf,
  }) => {
    const leaver = await made.seller()
    const manager = await made.seller(leaver.companyId, ...rights)
    const slv = await made.slv({ sellerId: leaver.id, status: 'REVIEW' })
    const where = { id: leaver.id }
    await setRows(committed, 'appUser', where, { status: 'INACTIVE' })
    const locking = await committed.startTransaction().execute()
    await locking
      .selectFrom('slv')
      .select('id')
      .where('id', '=', slv.id)
      .forUpdate()
      .execute()
    const assigning = assignOwned(await ctxOf(manager), {
      fromId: leaver.id,
      sellerId: manager.id,
      reason,
    })
    await waitForLocks(committed)
    await setRows(committed, 'appUser', where, { status: 'ACTIVE' })
    await locking.commit().execute()
    await assigning
    expect(await ownersOf(committed, [slv])).toEqual([manager.id])
    expect(await notices(committed, leaver)).toEqual([
      `SLVS_REASSIGNED_FROM 1 SLV · now assigned to ${manager.name}`,
    ])
  })
})

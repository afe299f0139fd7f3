import type { BusinessCalendarChange } from '@portal/contract/sla/manage-api'
import { tdocStatuses } from '@portal/contract/tdoc/model'
import { expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import {
  columnsAndLedgers,
  createPeople,
  hour,
  random,
  tdocColumnsAndLedgers,
} from '../../test/clock-walk.ts'
import { tdocMaker, test } from '../../test/tdoc-makers.ts'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { loadCalendar, loadSla } from '../lib/sla.ts'
import { createEscalation } from '../tdoc/create/create-tdoc.ts'
import { getTdoc } from '../tdoc/detail.ts'
import { setResponse } from '../tdoc/set-response.ts'
import { setStatus } from '../tdoc/set-status.ts'
import { countEffect } from './count-effect.ts'
import { updateCalendar, updateItem } from './update-calendar.ts'

const expectParity = async (db: Db, count: number) => {
  const all = await tdocColumnsAndLedgers(db)
  expect(all).toHaveLength(count)
  for (const { id, columns, replay } of all) expect(columns, id).toEqual(replay)
}

const dayOff = (day: string) => ({ day, name: 'Day off' })
const daysOff = ['2026-02-26', '2026-02-27', '2026-03-02', '2026-03-03'].map(
  dayOff,
)
/** Changes the calendar: its cutoff, its hours, and further days off. */
const change = async (ctx: Ctx, more: Partial<BusinessCalendarChange>) => {
  const { cutOff, frames, holidays } = await loadCalendar(ctx.db)
  const off = (more.holidays ?? []).filter(
    ({ day }) => !holidays.some((known) => known.day === day),
  )
  return updateCalendar(ctx, {
    cutOff,
    frames,
    ...more,
    holidays: [...holidays, ...off],
  })
}

test('Tdocs are recounted at each change of the calendar in a random walk', async ({
  a,
  as,
  aTdoc,
  db,
  now,
}) => {
  const [underwriter, boss] = [
    await a.underwriter(),
    await a.underwriter('manageSla'),
  ]
  const reviewer = await a.user({ role: 'TPR' })
  const draw = random(20_261_121)
  const ids: string[] = []
  for (let n = 0; n < 8; n++)
    ids.push((await aTdoc({ vendorId: reviewer.companyId })).id)
  let at = now.getTime()
  for (let step = 0; step < 8; step++) {
    at += Math.ceil(draw() * 70) * hour
    const [staff, vendor] = [
      await as(underwriter, new Date(at)),
      await as(reviewer, new Date(at)),
    ]
    const manager = await as(boss, new Date(at))
    const act = (id: string) => {
      const action = Math.floor(draw() * 5)
      if (action !== 4)
        return setStatus(staff, [id], tdocStatuses[action % 3] ?? 'NEW')
      const tprResponse = draw() < 0.5 ? 'NOT_REVIEWED' : 'RECEIVED'
      return setResponse(vendor, id, { tprResponse })
    }
    for (const id of ids)
      await act(id).catch((error) => expect(error.statusCode).toBe(409))
    await expectParity(db, ids.length)
    const [day] = manager.sla.days
      .toDay(manager.sla.days.ordinalAt(manager.now) - (step % 3))
      .split('T')
    await change(manager, {
      cutOff: `${10 + step}:30`,
      holidays: [dayOff(day ?? '')],
    })
    await expectParity(db, ids.length)
  }
})

test('a completed Tdoc keeps its figures until it is reopened', async ({
  a,
  as,
  aTdoc,
  now,
  db,
}) => {
  const [underwriter, boss] = [
    await a.underwriter(),
    await a.underwriter('manageSla'),
  ]
  const later = new Date(now.getTime() + 6 * 24 * hour)
  const { id } = await aTdoc()
  await setStatus(await as(underwriter, later), [id], 'COMPLETE')
  const { turnTime } = await getTdoc(await as(underwriter, later), id)
  expect(turnTime).toBe(4)
  await change(await as(boss, later), { holidays: [dayOff('2026-03-05')] })
  expect(await getTdoc(await as(underwriter, later), id)).toMatchObject({
    turnTime,
  })
  await setStatus(await as(underwriter, later), [id], 'NEW')
  expect(await getTdoc(await as(underwriter, later), id)).toMatchObject({
    turnTime: turnTime - 1,
  })
  await expectParity(db, 1)
})

test('the preview of a Tdoc target and of a calendar matches what happens', async ({
  a,
  as,
  db,
  now,
}) => {
  const boss = await as(await a.underwriter('manageSla'))
  const kinds = [
    {},
    { type: 'AUTOMATIC' },
    { loanKind: 'PURCHASED' },
    { status: 'COMPLETE' },
  ] as const
  const ids: string[] = []
  for (const daysAgo of [0, 2, 5, 6, 8]) {
    const createdAt = new Date(now.getTime() - daysAgo * 24 * hour)
    const createTdoc = tdocMaker(db, createdAt)
    for (const kind of kinds) {
      const { id } = await createTdoc({
        ...kind,
        completedById: boss.actor.id,
      })
      ids.push(id)
    }
  }
  const chief = await a.underwriter('managePurchasedTdocs')
  const overdue = async () => {
    const tdocs = await Promise.all(
      ids.map(async (id) => getTdoc(await as(chief), id)),
    )
    const late = tdocs.filter(({ sla }) => sla?.overdue)
    const purchased = late.filter(({ loanKind }) => loanKind === 'PURCHASED')
    const automatic = late.filter(({ type }) => type === 'AUTOMATIC')
    const manual = late.filter(
      ({ type, loanKind }) => type === 'MANUAL' && loanKind === 'ACTIVE',
    )
    return {
      tdocManual: manual.length,
      tdocAutomatic: automatic.length,
      tdocPurchased: purchased.length,
    }
  }

  const before = await overdue()
  const item = { name: 'tdocManual', targetDays: 1, warnDays: 0 } as const
  const effect = await countEffect(boss, { item })
  expect(effect.items).toMatchObject([
    {
      name: 'tdocManual',
      open: 5,
      overdueBefore: before.tdocManual,
      changed: 5,
    },
  ])
  expect(effect.examples).toHaveLength(5)
  await updateItem(boss, item)
  expect(await overdue()).toEqual({
    ...before,
    tdocManual: effect.items[0]?.overdueAfter,
  })
  expect(effect.items[0]?.overdueAfter).toBeGreaterThan(before.tdocManual)

  const { cutOff, frames, holidays } = await loadCalendar(db)
  const calendar = { cutOff, frames, holidays: [...holidays, ...daysOff] }
  const again = await as(boss.actor)
  const { items, examples } = await countEffect(again, { calendar })
  const after = Object.fromEntries(
    items.map(({ name, overdueAfter }) => [name, overdueAfter]),
  )
  // Examples of purchased loans are for those who have their queue.
  expect(examples.map(({ name }) => name)).not.toContain('tdocPurchased')
  await updateCalendar(again, calendar)
  expect(after).toMatchObject(await overdue())
  expect(await overdue()).not.toEqual(before)
})

/** Actions that start, stop and switch clocks, also of decided SLVs. */
const lives = [
  ['DRAFT', 'send-request'],
  ['REVIEW', 'set-pending-documents'],
  ['REVIEW', 'set-slr-pending'],
  ['SLR_COMPLETED', 'make-final-decision'],
  ['APPROVED', 'reopen'],
] as const

test('80 transitions while the calendar changes: each figure matches its intervals', async ({
  committed,
  now,
  made,
  madeTdoc,
  ctxOf,
}) => {
  const { seller, underwriter, ids } = await createPeople(made)
  const at = new Date(now.getTime() + 9 * 24 * hour)
  const boss = await ctxOf(await made.underwriter('manageSla'), at)
  // As on a node that has not heard of any change, each request has the earlier
  // calendar.
  const [asSeller, ctx] = [
    await ctxOf(seller, at),
    await ctxOf(underwriter, at),
  ]
  const works: (() => Promise<unknown>)[] = []
  for (let n = 0; n < 50; n++) {
    const [status, action] = lives[n % lives.length] ?? lives[0]
    const { id } = await made.slv({
      status,
      sellerId: seller.id,
      underwriterId: underwriter.id,
    })
    works.push(() =>
      actions[action](action === 'send-request' ? asSeller : ctx, id, ids),
    )
  }
  for (let n = 0; n < 30; n++) {
    const isComplete = n % 3 === 1
    const { id } = await madeTdoc({
      status: isComplete ? 'COMPLETE' : 'NEW',
      completedById: underwriter.id,
    })
    const escalation = { originalTdocId: id, comment: 'Look', categories: [] }
    works.push(() =>
      n % 3 === 2
        ? createEscalation(ctx, escalation)
        : setStatus(ctx, [id], isComplete ? 'NEW' : 'COMPLETE'),
    )
  }
  // Some run before the change, some during it, some after it.
  const moves = works.map(async (work, index) => {
    for (let turn = 0; turn < index % 10; turn++) await loadSla(committed)
    await work()
  })
  const changes = (async () => {
    const { frames } = await loadCalendar(committed)
    await change(boss, {
      cutOff: '09:00',
      frames: frames.slice(1),
      holidays: [dayOff('2026-03-05')],
    })
    await change(boss, {
      cutOff: '20:00',
      frames: frames.slice(2),
      holidays: [dayOff('2026-03-09')],
    })
    await change(boss, { cutOff: '10:30', frames })
  })()
  await Promise.all([...moves, changes])
  await expectParity(committed, 40)
  const pairs = await columnsAndLedgers(committed)
  expect(pairs).toHaveLength(50)
  for (const { id, columns, replay } of pairs)
    expect(columns, id).toEqual(replay)
})

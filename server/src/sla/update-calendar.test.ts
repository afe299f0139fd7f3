import type { BusinessCalendarChange } from '@portal/contract/sla/manage-api'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { actions } from '../../test/actions.ts'
import {
  columnsAndLedgers,
  createPeople,
  hour,
  random,
  readExplainedClocks,
  readShownClocks,
  step,
} from '../../test/clock-walk.ts'
import { type Caller, test } from '../../test/http.ts'
import type { Makers } from '../../test/makers.ts'
import type { Ctx } from '../lib/ctx.ts'
import { openListener } from '../lib/database/listen.ts'
import { createLog } from '../lib/log.ts'
import { loadCalendar, loadSla } from '../lib/sla.ts'
import { viewSlv } from '../slv/detail.ts'
import { explainSlvClocks } from './explain.ts'
import { listSlaChanges } from './list.ts'
import { updateCalendar } from './update-calendar.ts'

/** The current calendar, as the body of a change. */
const calendarNow = async ({ db }: Ctx): Promise<BusinessCalendarChange> => {
  const { cutOff, frames, holidays } = await loadCalendar(db)
  return { cutOff, frames, holidays }
}

const withHoliday = (
  calendar: BusinessCalendarChange,
  ...days: string[]
): BusinessCalendarChange => ({
  ...calendar,
  holidays: [
    ...calendar.holidays,
    ...days.map((day) => ({ day, name: 'The office moves' })),
  ],
})

/** A random calendar of early 2026: weekdays, cutoff and days off. */
const anyCalendar = (draw: () => number): BusinessCalendarChange => {
  const weekdays = [0, 1, 2, 3, 4, 5, 6].filter(() => draw() < 0.7)
  const days = Array.from({ length: 150 }, (_, n) =>
    new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10),
  )
  return {
    cutOff: `${String(8 + Math.floor(draw() * 12)).padStart(2, '0')}:00`,
    frames: (weekdays.length > 0 ? weekdays : [3]).map((weekday) => ({
      weekday,
      opens: '09:00',
      closes: '18:00',
    })),
    holidays: days
      .filter(() => draw() < 0.1)
      .map((day) => ({ day, name: 'Day off' })),
  }
}

const manager = (a: Makers) => a.underwriter('manageSla')

describe('a change of the calendar', () => {
  test('keeps columns equal to the intervals, over random walks and calendars', async ({
    a,
    as,
    db,
    now,
  }) => {
    const cast = await createPeople(a)
    const boss = await manager(a)
    const ids: string[] = []
    for (let walk = 0; walk < 6; walk++) {
      const draw = random(20_261_121 + walk)
      const people = {
        sellerId: cast.seller.id,
        underwriterId: cast.underwriter.id,
      }
      const { id } = await a.slv({ status: 'DRAFT', ...people })
      ids.push(id)
      let at = now.getTime()
      for (let taken = 0; taken < 14; taken++) {
        at += Math.ceil(draw() * 60) * hour
        if (draw() < 0.4)
          await updateCalendar(await as(boss, new Date(at)), anyCalendar(draw))
        if (!(await step(as, cast, id, new Date(at), draw))) break
      }
      for (const { id: slvId, columns, replay } of await columnsAndLedgers(db))
        expect(columns, slvId).toEqual(replay)
      for (const one of ids)
        for (const wait of [0, 30, 300]) {
          const ctx = await as(cast.underwriter, new Date(at + wait * hour))
          expect(await readExplainedClocks(ctx, one)).toEqual(
            await readShownClocks(ctx, one),
          )
        }
    }
  })

  test('shows the new figures to nodes with the old calendar', async ({
    a,
    as,
    now,
  }) => {
    const boss = await a.underwriter('manageSla', 'viewSlvDepartment')
    const { id } = await a.slv({ status: 'REVIEW' })
    const later = new Date(now.getTime() + 7 * 24 * hour)
    const unaware = await as(boss, later)
    const calendar = await calendarNow(unaware)
    await updateCalendar(unaware, {
      ...calendar,
      frames: calendar.frames.filter(({ weekday }) => weekday !== 5),
    })
    const aware = await as(boss, later)
    expect(aware.sla.version).toBe(unaware.sla.version + 1)
    expect((await viewSlv(aware, id)).slaDays).toBe(2)
    expect((await viewSlv(unaware, id)).slaDays).toBe(2)
  })

  test('keeps the figures of decided SLVs until they are reopened', async ({
    a,
    as,
    now,
  }) => {
    const { underwriter, ids } = await createPeople(a)
    const { id } = await a.slv({
      sellerId: ids.sellerId,
      underwriterId: underwriter.id,
    })
    const decided = await as(underwriter, new Date(now.getTime() + 48 * hour))
    await actions['make-final-decision'](decided, id, ids)
    expect(await viewSlv(decided, id)).toMatchObject({ finalProcessingTime: 2 })

    const boss = await as(await manager(a), decided.now)
    await updateCalendar(
      boss,
      withHoliday(await calendarNow(boss), '2026-03-05'),
    )
    const after = await as(underwriter, decided.now)
    expect(await viewSlv(after, id)).toMatchObject({ finalProcessingTime: 2 })
    expect(await explainSlvClocks(after, id)).toMatchObject({
      isEarlierCalendar: true,
      turnTimes: {
        turnTime: 2,
        finalProcessingTime: 2,
        intervals: [{ days: 2, holidays: [] }],
      },
    })

    await actions.reopen(after, id, ids)
    expect(await viewSlv(after, id)).toMatchObject({
      turnTime: 1,
      groupSlaStatus: { days: -1 },
    })
    expect(await explainSlvClocks(after, id)).toMatchObject({
      isEarlierCalendar: false,
      turnTimes: {
        turnTime: 1,
        intervals: [
          { days: 1, holidays: [{ day: '2026-03-05' }] },
          { days: 0 },
        ],
      },
    })
  })

  test('is recorded by what changed, and not recorded when nothing did', async ({
    a,
    as,
  }) => {
    const boss = await manager(a)
    const ctx = await as(boss)
    const calendar = await calendarNow(ctx)
    expect(await updateCalendar(ctx, calendar)).toMatchObject({ version: 1 })
    const shuffled = {
      ...calendar,
      frames: calendar.frames.toReversed(),
      holidays: calendar.holidays.toReversed(),
    }
    expect(await updateCalendar(ctx, shuffled)).toMatchObject({ version: 1 })
    expect(await listSlaChanges(ctx, { page: 1, size: 25 })).toMatchObject({
      items: [],
      total: 0,
    })

    const changed = await updateCalendar(ctx, {
      cutOff: '16:30',
      frames: [
        ...calendar.frames.filter(({ weekday }) => weekday !== 5),
        { weekday: 6, opens: '13:00', closes: '15:00' },
        { weekday: 6, opens: '09:00', closes: '12:00' },
      ],
      holidays: [
        ...calendar.holidays
          .filter(({ day }) => day !== '2026-10-12')
          .slice(0, -1),
        { day: '2035-12-25', name: 'Christmas' },
        { day: '2026-12-24', name: 'Christmas Eve' },
      ],
    })
    expect(changed).toMatchObject({
      version: 2,
      cutOff: '16:30',
      timeZone: 'America/New_York',
    })
    const changes = [
      { field: 'cutOff', before: '15:00', after: '16:30' },
      { field: 'frames.5', before: '09:00–18:00', after: null },
      { field: 'frames.6', before: null, after: '09:00–12:00, 13:00–15:00' },
      { field: 'holidays.2026-10-12', before: 'Columbus Day', after: null },
      { field: 'holidays.2026-12-24', before: null, after: 'Christmas Eve' },
      {
        field: 'holidays.2035-12-25',
        before: 'Christmas Day',
        after: 'Christmas',
      },
    ]
    const log = await listSlaChanges(ctx, { page: 1, size: 25 })
    expect(log).toMatchObject({
      total: 1,
      items: [{ actorName: boss.name, changes }],
    })
    const { days } = await loadSla(ctx.db)
    expect(days.isBusinessDay('2026-03-06')).toBe(false)
    expect(days.isBusinessDay('2026-03-07')).toBe(true)
  })
})

const change = { name: 'slvReview', targetDays: 3, warnDays: 1 }
const slaOf = async (asks: Caller, id: string) =>
  (await asks('GET', `/v1/proxy-loan/${id}/detailed`)).json()

test('a target applies to open work immediately, is recorded, and has a version', async ({
  made,
  signedIn,
}) => {
  const boss = await made.underwriter('manageSla', 'viewSlvDepartment')
  const { id } = await made.slv()
  const asks = await signedIn(boss)
  expect((await slaOf(asks, id)).groupSlaStatus).toMatchObject({
    days: -2,
    warn: false,
  })

  const answer = await asks('PATCH', '/v1/sla', {
    body: change,
    headers: { 'if-match': '"1"' },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    ...change,
    label: 'SLV review',
    area: 'SLV',
    version: 2,
  })
  expect((await slaOf(asks, id)).groupSlaStatus).toMatchObject({ days: -3 })

  const changes = [
    { field: 'slvReview.targetDays', before: 2, after: 3 },
    { field: 'slvReview.warnDays', before: 0, after: 1 },
  ]
  const log = (await asks('GET', '/v1/sla/changes')).json()
  expect(log).toMatchObject({
    total: 1,
    items: [{ actorName: boss.name, changes }],
  })
  const again = await asks('PATCH', '/v1/sla', {
    body: change,
    headers: { 'if-match': '"2"' },
  })
  expect(again.json().version).toBe(2)
  expect((await asks('GET', '/v1/sla/changes')).json().total).toBe(1)
})

test('a target is refused with a stale version, and bad input names its field', async ({
  made,
  signedIn,
}) => {
  const asks = await signedIn(await made.underwriter('manageSla'))
  const patch = (body: object, version = 1) =>
    asks('PATCH', '/v1/sla', { body, headers: { 'if-match': `"${version}"` } })
  expect((await patch(change)).statusCode).toBe(200)
  expect((await patch({ ...change, targetDays: 9 })).statusCode).toBe(412)
  for (const [body, field] of [
    [{ ...change, targetDays: 366 }, 'targetDays'],
    [{ ...change, targetDays: -1 }, 'targetDays'],
    [{ ...change, targetDays: 1.5 }, 'targetDays'],
    [{ ...change, warnDays: 4 }, 'warnDays'],
    [{ ...change, name: 'lunch' }, 'name'],
  ] as const) {
    const answer = await patch(body, 2)
    expect(answer.statusCode, field).toBe(400)
    expect(answer.json().details, field).toContainEqual(
      expect.objectContaining({ field }),
    )
  }
  const targets = (await asks('GET', '/v1/sla')).json()
  expect(targets).toHaveLength(9)
  expect(targets).toContainEqual(
    expect.objectContaining({ ...change, label: 'SLV review', version: 2 }),
  )
})

test('a target reaches other nodes immediately', async ({
  made,
  signedIn,
  startNode,
  signInAt,
  url,
}) => {
  const boss = await made.underwriter('manageSla', 'viewSlvDepartment')
  const { id } = await made.slv()
  const here = await signedIn(boss)
  const listener = openListener(url, createLog('silent'))
  onTestFinished(() => listener.stop())
  const there = await signInAt(await startNode(undefined, { listener }), boss)
  expect((await slaOf(there, id)).slaDays).toBe(-2)
  await here('PATCH', '/v1/sla', { body: change })
  await vi.waitFor(
    async () => expect((await slaOf(there, id)).slaDays).toBe(-3),
    { timeout: 30_000, interval: 10 },
  )
})

test('the calendar names each invalid field, and refuses a stale version', async ({
  made,
  signedIn,
}) => {
  const asks = await signedIn(await made.underwriter('manageSla'))
  const read = await asks('GET', '/v1/sla/calendar')
  expect(read.headers.etag).toBe('"1"')
  const { version: _, timeZone, today, ...calendar } = read.json()
  const frame = { weekday: 1, opens: '09:00', closes: '18:00' }
  const holiday = { day: '2026-12-24', name: 'Christmas Eve' }
  const patch = (body: object, version = '"1"') =>
    asks('PATCH', '/v1/sla/calendar', {
      body,
      headers: { 'if-match': version },
    })
  for (const [body, field] of [
    [{ ...calendar, cutOff: '25:00' }, 'cutOff'],
    [{ ...calendar, cutOff: '' }, 'cutOff'],
    [{ ...calendar, frames: [] }, 'frames'],
    [
      {
        ...calendar,
        frames: [frame, { ...frame, opens: '18:00', closes: '17:00' }],
      },
      'frames.1.closes',
    ],
    [
      {
        ...calendar,
        frames: [frame, { ...frame, weekday: 2 }, { ...frame, opens: '12:00' }],
      },
      'frames.2.opens',
    ],
    [{ ...calendar, frames: [{ ...frame, opens: '9:00' }] }, 'frames.0.opens'],
    [{ ...calendar, frames: [{ ...frame, weekday: 7 }] }, 'frames.0.weekday'],
    [
      { ...calendar, holidays: [{ day: '2026-02-30', name: 'No day' }] },
      'holidays.0.day',
    ],
    [{ ...calendar, holidays: [{ ...holiday, name: ' ' }] }, 'holidays.0.name'],
    [
      { ...calendar, holidays: [holiday, { ...holiday, name: 'Another' }] },
      'holidays.1.day',
    ],
  ] as const) {
    const answer = await patch(body)
    expect(answer.statusCode, field).toBe(400)
    expect(answer.json().details, field).toContainEqual(
      expect.objectContaining({ field }),
    )
  }
  const split = [
    { ...frame, closes: '12:00' },
    { ...frame, opens: '13:00' },
  ]
  const taken = await patch({ ...calendar, frames: split })
  expect(taken.json()).toEqual({
    ...calendar,
    frames: split,
    version: 2,
    timeZone,
    today,
  })
  expect(taken.headers.etag).toBe('"2"')
  expect((await patch(calendar)).statusCode).toBe(412)
})

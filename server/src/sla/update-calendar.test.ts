import { businessDays } from '@portal/contract/sla/calendar'
import type { BusinessCalendarChange } from '@portal/contract/sla/manage-api'
import { describe, expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { added, castOf, columnsAndLedgers, hour, random, shown, step } from '../../test/clock-walk.ts'
import { type Makers, test } from '../../test/makers.ts'
import type { Ctx } from '../lib/ctx.ts'
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

const withHoliday = (calendar: BusinessCalendarChange, ...days: string[]): BusinessCalendarChange => ({
  ...calendar,
  holidays: [...calendar.holidays, ...days.map((day) => ({ day, name: 'The office moves' }))],
})

/** A random calendar of early 2026: weekdays, cut-off and days off. */
const anyCalendar = (draw: () => number): BusinessCalendarChange => {
  const weekdays = [0, 1, 2, 3, 4, 5, 6].filter(() => draw() < 0.7)
  const days = Array.from({ length: 150 }, (_, n) => new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10))
  return {
    cutOff: `${String(8 + Math.floor(draw() * 12)).padStart(2, '0')}:00`,
    frames: (weekdays.length > 0 ? weekdays : [3]).map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' })),
    holidays: days.filter(() => draw() < 0.1).map((day) => ({ day, name: 'Day off' })),
  }
}

const manager = (a: Makers) => a.underwriter('manageSla')

describe('a change of the calendar', () => {
  test('keeps columns equal to the intervals, over random walks and calendars', async ({ a, as, db, now }) => {
    const cast = await castOf(a)
    const boss = await manager(a)
    const ids: string[] = []
    for (let walk = 0; walk < 6; walk++) {
      const draw = random(20_261_121 + walk)
      const people = { sellerId: cast.seller.id, underwriterId: cast.underwriter.id }
      const { id } = await a.slv({ status: 'DRAFT', ...people })
      ids.push(id)
      let at = now.getTime()
      for (let taken = 0; taken < 14; taken++) {
        at += Math.ceil(draw() * 60) * hour
        if (draw() < 0.4) await updateCalendar(await as(boss, new Date(at)), anyCalendar(draw))
        if (!(await step(as, cast, id, new Date(at), draw))) break
      }
      for (const { id: slvId, columns, replay } of await columnsAndLedgers(db)) expect(columns, slvId).toEqual(replay)
      for (const one of ids)
        for (const wait of [0, 30, 300]) {
          const ctx = await as(cast.underwriter, new Date(at + wait * hour))
          expect(await added(ctx, one)).toEqual(await shown(ctx, one))
        }
    }
  })

  test('shows the new figures to nodes with the old calendar', async ({ a, as, now }) => {
    const boss = await a.underwriter('manageSla', 'viewSlvDepartment')
    const { id } = await a.slv({ status: 'REVIEW' })
    const later = new Date(now.getTime() + 7 * 24 * hour)
    const unaware = await as(boss, later)
    const calendar = await calendarNow(unaware)
    await updateCalendar(unaware, { ...calendar, frames: calendar.frames.filter(({ weekday }) => weekday !== 5) })
    const aware = await as(boss, later)
    expect(aware.sla.version).toBe(unaware.sla.version + 1)
    expect((await viewSlv(aware, id)).slaDays).toBe(2)
    expect((await viewSlv(unaware, id)).slaDays).toBe(2)
  })

  test('keeps the figures of decided SLVs until they are reopened', async ({ a, as, now }) => {
    const { underwriter, ids } = await castOf(a)
    const { id } = await a.slv({ sellerId: ids.sellerId, underwriterId: underwriter.id })
    const decided = await as(underwriter, new Date(now.getTime() + 48 * hour))
    await actions['make-final-decision'](decided, id, ids)
    expect(await viewSlv(decided, id)).toMatchObject({ finalProcessingTime: 2 })

    const boss = await as(await manager(a), decided.now)
    await updateCalendar(boss, withHoliday(await calendarNow(boss), '2026-03-05'))
    const after = await as(underwriter, decided.now)
    expect(await viewSlv(after, id)).toMatchObject({ finalProcessingTime: 2 })
    expect(await explainSlvClocks(after, id)).toMatchObject({
      isEarlierCalendar: true,
      turnTimes: { turnTime: 2, finalProcessingTime: 2, intervals: [{ days: 2, holidays: [] }] },
    })

    await actions.reopen(after, id, ids)
    expect(await viewSlv(after, id)).toMatchObject({ turnTime: 1, groupSlaStatus: { days: -1 } })
    expect(await explainSlvClocks(after, id)).toMatchObject({
      isEarlierCalendar: false,
      turnTimes: { turnTime: 1, intervals: [{ days: 1, holidays: [{ day: '2026-03-05' }] }, { days: 0 }] },
    })
  })

  test('is recorded by what changed, and not recorded when nothing did', async ({ a, as }) => {
    const boss = await manager(a)
    const ctx = await as(boss)
    const calendar = await calendarNow(ctx)
    expect(await updateCalendar(ctx, calendar)).toMatchObject({ version: 1 })
    const shuffled = { ...calendar, frames: calendar.frames.toReversed(), holidays: calendar.holidays.toReversed() }
    expect(await updateCalendar(ctx, shuffled)).toMatchObject({ version: 1 })
    expect(await listSlaChanges(ctx, { page: 1, size: 25 })).toMatchObject({ items: [], total: 0 })

    const changed = await updateCalendar(ctx, {
      cutOff: '16:30',
      frames: [
        ...calendar.frames.filter(({ weekday }) => weekday !== 5),
        { weekday: 6, opens: '13:00', closes: '15:00' },
        { weekday: 6, opens: '09:00', closes: '12:00' },
      ],
      holidays: [
        ...calendar.holidays.filter(({ day }) => day !== '2026-10-12').slice(0, -1),
        { day: '2035-12-25', name: 'Christmas' },
        { day: '2026-12-24', name: 'Christmas Eve' },
      ],
    })
    expect(changed).toMatchObject({ version: 2, cutOff: '16:30', timeZone: 'America/New_York' })
    const changes = [
      { field: 'cutOff', before: '15:00', after: '16:30' },
      { field: 'frames.5', before: '09:00–18:00', after: null },
      { field: 'frames.6', before: null, after: '09:00–12:00, 13:00–15:00' },
      { field: 'holidays.2026-10-12', before: 'Columbus Day', after: null },
      { field: 'holidays.2026-12-24', before: null, after: 'Christmas Eve' },
      { field: 'holidays.2035-12-25', before: 'Christmas Day', after: 'Christmas' },
    ]
    const log = await listSlaChanges(ctx, { page: 1, size: 25 })
    expect(log).toMatchObject({ total: 1, items: [{ actorName: boss.name, changes }] })
    const { days } = await loadSla(ctx.db)
    expect(days.isBusinessDay('2026-03-06')).toBe(false)
    expect(days.isBusinessDay('2026-03-07')).toBe(true)
  })

  test('is refused with a stale version', async ({ a, as }) => {
    const ctx = await as(await manager(a))
    const calendar = await calendarNow(ctx)
    await updateCalendar(ctx, { ...calendar, cutOff: '16:00' }, 1)
    await expect(updateCalendar(ctx, { ...calendar, cutOff: '17:00' }, 1)).rejects.toMatchObject({ statusCode: 412 })
    expect(await loadCalendar(ctx.db)).toMatchObject({ cutOff: '16:00', version: 2 })
  })

  test('stores the replaced calendar', async ({ a, as }) => {
    const ctx = await as(await manager(a))
    const { version, ...before } = await loadCalendar(ctx.db)
    await updateCalendar(ctx, { ...(await calendarNow(ctx)), cutOff: '16:00' })
    const past = await ctx.db.selectFrom('businessCalendarPast').selectAll().executeTakeFirstOrThrow()
    expect(past).toEqual({ ...before, version, endedAt: ctx.now })
    expect(businessDays(past).ordinal('2026-03-04')).toBe(ctx.sla.days.ordinal('2026-03-04'))
  })
})

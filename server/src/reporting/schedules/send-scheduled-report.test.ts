import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { nowhere } from '../../../test/http.ts'
import { ctxFor } from '../../../test/makers.ts'
import { test as base, monday, publicUrl } from '../../../test/report-mail.ts'
import { setRows } from '../../../test/rows.ts'
import { openMailer } from '../../lib/integrations/mail.ts'
import type { Printer } from '../../lib/printing/printer.ts'
import { changeSchedule } from './create-schedule.ts'
import {
  claimDueSchedules,
  sendScheduledReport,
} from './send-scheduled-report.ts'

type Deps = Parameters<typeof sendScheduledReport>[0]
const later = new Date(monday.getTime() + 5000)

const test = base
  .extend('person', ({ made }) => made.underwriter())
  .extend('schedule', ({ plan, person }) => plan(person))
  .extend(
    'send',
    ({ deps }) =>
      ({ id }: { id: string }, change: Partial<Deps> = {}, isLast = false) =>
        sendScheduledReport(
          { ...deps, ...change },
          { scheduleId: id, dueAt: monday.toISOString(), isAsked: false },
          { isLast },
        ),
  )

/** A printer with something that happens between its print and the email. */
const printsWhile = (
  printer: Printer,
  happens: () => Promise<unknown>,
): Printer => ({
  ...printer,
  print: async (...order) => {
    const pdf = await printer.print(...order)
    await happens()
    return pdf
  },
})

describe('a due schedule', () => {
  test('is queued once, and gets its next time', async ({
    person,
    committed: db,
    plan,
    queued,
    stateOf,
  }) => {
    const schedules = await Promise.all([
      plan(person),
      plan(person),
      plan(person),
    ])
    await claimDueSchedules({ db, now: new Date(monday.getTime() - 1) })
    expect(await queued()).toEqual([])
    await Promise.all(
      Array.from({ length: 4 }, () =>
        claimDueSchedules({ db, now: monday }, 2),
      ),
    )
    await claimDueSchedules({ db, now: monday })
    const jobs = await queued()
    expect(jobs.map(({ scheduleId }) => scheduleId).toSorted()).toEqual(
      schedules.map(({ id }) => id).toSorted(),
    )
    expect(new Set(jobs.map(({ dueAt }) => dueAt))).toEqual(
      new Set([monday.toISOString()]),
    )
    for (const schedule of schedules)
      expect(await stateOf(schedule)).toMatchObject({
        state: 'QUEUED',
        nextAt: new Date('2026-03-16T11:00:00.000Z'),
      })
  })

  test('is queued once after a long pause', async ({
    person,
    schedule,
    committed: db,
    now,
    plan,
    queued,
    stateOf,
  }) => {
    const paused = await plan(person)
    await changeSchedule(await ctxFor(db, person, now), paused.id, {
      isPaused: true,
    })
    const weeksLater = new Date('2026-03-31T20:00:00.000Z')
    await claimDueSchedules({ db, now: weeksLater })
    await claimDueSchedules({ db, now: weeksLater })
    expect(await queued()).toEqual([
      { scheduleId: schedule.id, dueAt: monday.toISOString(), isAsked: false },
    ])
    expect((await stateOf(schedule)).nextAt).toEqual(
      new Date('2026-04-06T11:00:00.000Z'),
    )
    // Times missed during a pause aren't sent later.
    const resumed = await changeSchedule(
      await ctxFor(db, person, weeksLater),
      paused.id,
      { isPaused: false },
    )
    expect(resumed.nextAt).toBe('2026-04-06T11:00:00.000Z')
  })
})

describe('a scheduled email', () => {
  test('has the current view and a link to it', async ({
    made,
    person,
    send,
    plan,
    arrived,
    mailbox,
    stateOf,
  }) => {
    await made.slv({ type: 'PRE' })
    const schedule = await plan(person, {
      type: 'PRE',
      timeframe: 'LAST_15_DAYS',
      sellers: 'Cedar & Sons, LLC',
    })
    await send(schedule)
    const [mail, ...others] = await arrived(person)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Mondays · Reporting > SLVs · Buyer')
    expect(mail?.text).toContain(
      `${publicUrl}/reporting/single-loan-variance?type=PRE&timeframe=LAST_15_DAYS&sellers=Cedar+%26+Sons%2C+LLC`,
    )
    expect(mail?.attachments).toEqual([
      { name: 'Reporting-Slv.pdf', contentType: 'application/pdf' },
    ])
    const file = await mailbox.attachment(mail?.id)
    // The page is printed at the time of its portal: a Wednesday.
    const summary = {
      totalRequests: 0,
      days: { from: '2026-02-17', to: '2026-03-04' },
    }
    expect(await file.json()).toMatchObject({
      summary,
      capacity: { countBy: 'STATUS' },
    })
    expect(await stateOf(schedule)).toMatchObject({
      state: 'SENT',
      lastSentAt: monday,
    })
  })

  test('is sent once per due time, on however many nodes', async ({
    person,
    schedule,
    send,
    arrived,
  }) => {
    const runs = await Promise.allSettled(
      Array.from({ length: 5 }, () => send(schedule)),
    )
    expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true)
    await send(schedule)
    expect(await arrived(person)).toHaveLength(1)
  })

  test('is sent by another node once its lock has expired', async ({
    person,
    schedule,
    send,
    arrived,
    committed,
  }) => {
    const lockFor = (time: string) =>
      sql`update report_schedule set held_until = now() + ${time}::interval`.execute(
        committed,
      )
    await lockFor('1 minute')
    await expect(send(schedule)).rejects.toThrow('Another node')
    expect(await arrived(person)).toEqual([])
    await lockFor('-1 second')
    await send(schedule)
    expect(await arrived(person)).toHaveLength(1)
  })

  test('is not sent to people who lost reporting, the list or their account, even during the print', async ({
    made,
    person,
    schedule,
    send,
    printer,
    plan,
    arrived,
    committed,
    stateOf,
  }) => {
    const [moved, inactive] = [
      await made.underwriter(),
      await made.underwriter(),
    ]
    const listless = await made.underwriter('manageSlr')
    const schedules = [
      await plan(moved),
      await plan(inactive),
      await plan(listless, { tableMode: 'SLR' }),
    ]
    const setRole = (role: 'BDD' | 'SELLER', userId: string) =>
      setRows(committed, 'userRole', { userId }, { role })
    await setRole('BDD', moved.id)
    await setRows(
      committed,
      'appUser',
      { id: inactive.id },
      { status: 'INACTIVE' },
    )
    await committed
      .deleteFrom('userPermission')
      .where('userId', '=', listless.id)
      .execute()
    for (const one of schedules) {
      await send(one)
      expect(await stateOf(one)).toMatchObject({
        state: 'REFUSED',
        lastSentAt: null,
      })
    }
    await send(schedule, {
      printer: printsWhile(printer, () => setRole('SELLER', person.id)),
    })
    for (const one of [moved, inactive, listless, person])
      expect(await arrived(one)).toEqual([])
  })

  test('is not sent if its schedule changes', async ({
    person,
    send,
    printer,
    plan,
    arrived,
    committed,
    stateOf,
  }) => {
    const changed = await plan(person, { type: 'PRE' })
    const [paused, pausedBefore, deleted] = [
      await plan(person),
      await plan(person),
      await plan(person),
    ]
    const ctx = await ctxFor(committed, person, later)
    const pauseAndResume = async (id: string) => {
      await changeSchedule(ctx, id, { isPaused: true })
      await changeSchedule(ctx, id, { isPaused: false })
    }
    const changing = printsWhile(printer, () =>
      changeSchedule(ctx, changed.id, { view: { type: 'POST' } }),
    )
    await expect(send(changed, { printer: changing })).rejects.toThrow(
      'view changed',
    )
    await send(paused, {
      printer: printsWhile(printer, () => pauseAndResume(paused.id)),
    })
    await send(paused)
    await pauseAndResume(pausedBefore.id)
    await committed
      .deleteFrom('reportSchedule')
      .where('id', '=', deleted.id)
      .execute()
    for (const one of [pausedBefore, deleted]) await send(one)
    expect(await arrived(person)).toEqual([])
    expect(await stateOf(paused)).toMatchObject({
      state: null,
      lastSentAt: null,
    })
    await send(changed)
    expect((await arrived(person)).map(({ text }) => text)).toEqual([
      expect.stringContaining('?type=POST'),
    ])
  })

  test('does not undo a pause after it was accepted', async ({
    person,
    schedule,
    send,
    deps,
    committed,
    stateOf,
  }) => {
    const ctx = await ctxFor(committed, person, later)
    const mailer = {
      ...deps.mailer,
      send: async (mail: Parameters<typeof deps.mailer.send>[0]) => {
        const refusal = await deps.mailer.send(mail)
        await changeSchedule(ctx, schedule.id, { isPaused: true })
        return refusal
      },
    }
    await send(schedule, { mailer })
    expect(await stateOf(schedule)).toMatchObject({
      doneDue: later,
      state: 'SENT',
    })
  })

  test('that was refused stays refused until the view changes', async ({
    made,
    send,
    plan,
    committed,
    stateOf,
  }) => {
    const person = await made.underwriter('manageSlr')
    const schedule = await plan(person, { tableMode: 'SLR' })
    await committed
      .deleteFrom('userPermission')
      .where('userId', '=', person.id)
      .execute()
    await send(schedule)
    const ctx = await ctxFor(committed, person, monday)
    await changeSchedule(ctx, schedule.id, { name: 'Tuesdays' })
    expect((await stateOf(schedule)).state).toBe('REFUSED')
    await changeSchedule(ctx, schedule.id, { view: {} })
    expect((await stateOf(schedule)).state).toBeNull()
  })

  test('that failed is retried until the last try', async ({
    person,
    schedule,
    send,
    arrived,
    stateOf,
  }) => {
    const mailer = openMailer({
      url: nowhere.replace('http', 'smtp'),
      from: { name: 'Buyer Loan Review', address: 'no-reply@portal.example' },
    })
    await expect(send(schedule, { mailer })).rejects.toThrow()
    expect(await stateOf(schedule)).toMatchObject({
      state: 'RETRYING',
      lastSentAt: null,
    })
    await expect(send(schedule, { mailer }, true)).rejects.toThrow()
    expect((await stateOf(schedule)).state).toBe('FAILED')
    await send(schedule)
    expect(await arrived(person)).toHaveLength(1)
    expect((await stateOf(schedule)).state).toBe('SENT')
  })
})

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { ctxFor } from '../../test/house.ts'
import { nowhere } from '../../test/http.ts'
import { monday, publicUrl, test } from '../../test/mailing-house.ts'
import { makeMailer } from '../lib/mail.ts'
import type { Printer } from '../lib/printer.ts'
import { changeSchedule } from './change-schedule.ts'
import { sendScheduledReport } from './send-scheduled-report.ts'
import { takeDueSchedules } from './take-due-schedules.ts'

const tried = { isLast: false }

/** A house in which something happens after a PDF is printed and before it is mailed. */
const printedWhile = <House extends { printer: Printer }>(house: House, happens: () => Promise<unknown>): House => ({
  ...house,
  printer: {
    ...house.printer,
    print: async (...order) => {
      const pdf = await house.printer.print(...order)
      await happens()
      return pdf
    },
  },
})

describe('what is due', () => {
  test('is queued once, by whichever node looks, and goes on to its next day', async ({
    made,
    committed: db,
    plan,
    queued,
    stateOf,
  }) => {
    const person = await made.underwriter()
    const schedules = await Promise.all([plan(person), plan(person), plan(person)])
    const before = new Date(monday.getTime() - 1)
    await takeDueSchedules({ db, now: before })
    expect(await queued()).toEqual([])
    await Promise.all(Array.from({ length: 4 }, () => takeDueSchedules({ db, now: monday }, 2)))
    await takeDueSchedules({ db, now: monday })
    const jobs = await queued()
    expect(jobs.map(({ scheduleId }) => scheduleId).toSorted()).toEqual(schedules.map(({ id }) => id).toSorted())
    expect(new Set(jobs.map(({ dueAt }) => dueAt))).toEqual(new Set([monday.toISOString()]))
    for (const schedule of schedules)
      expect(await stateOf(schedule)).toMatchObject({ state: 'QUEUED', nextAt: new Date('2026-03-16T11:00:00.000Z') })
  })

  test('comes once when no node ran for weeks, and not at all while it is paused', async ({
    made,
    committed: db,
    now,
    plan,
    queued,
    stateOf,
  }) => {
    const person = await made.underwriter()
    const schedule = await plan(person)
    const paused = await plan(person)
    await changeSchedule(await ctxFor(db, person, now), paused.id, { isPaused: true })
    const later = new Date('2026-03-31T20:00:00.000Z')
    await takeDueSchedules({ db, now: later })
    await takeDueSchedules({ db, now: later })
    expect(await queued()).toEqual([{ scheduleId: schedule.id, dueAt: monday.toISOString(), isAsked: false }])
    expect((await stateOf(schedule)).nextAt).toEqual(new Date('2026-04-06T11:00:00.000Z'))
    // What was missed while it was paused is not made up for.
    const again = await changeSchedule(await ctxFor(db, person, later), paused.id, { isPaused: false })
    expect(again.nextAt).toBe('2026-04-06T11:00:00.000Z')
  })
})

describe('a mail', () => {
  const due = ({ id }: { id: string }) => ({ scheduleId: id, dueAt: monday.toISOString(), isAsked: false })

  test('has the view as it is now attached, with its relative timeframe, and a link to it', async ({
    made,
    house,
    plan,
    arrived,
    mailbox,
    stateOf,
  }) => {
    const person = await made.underwriter()
    await made.slv({ type: 'PRE' })
    const schedule = await plan(person, { type: 'PRE', timeframe: 'LAST_15_DAYS', sellers: 'Cedar & Sons, LLC' })
    await sendScheduledReport(house, due(schedule), tried)
    const [mail, ...others] = await arrived(person)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Mondays · Reporting > SLVs · Buyer')
    expect(mail?.text).toContain(
      `${publicUrl}/reporting/single-loan-variance?type=PRE&timeframe=LAST_15_DAYS&sellers=Cedar+%26+Sons%2C+LLC`,
    )
    expect(mail?.attachments).toEqual([{ name: 'Reporting-Slv.pdf', contentType: 'application/pdf' }])
    const file = await mailbox.attachment(mail?.id)
    // The page is printed at the clock of its portal: a Wednesday.
    expect(await file.json()).toMatchObject({
      summary: { totalRequests: 0, days: { from: '2026-02-17', to: '2026-03-04' } },
      capacity: { countBy: 'STATUS' },
    })
    expect(await stateOf(schedule)).toMatchObject({ state: 'SENT', lastSentAt: monday })
  })

  test('is one for a due time, on however many nodes its job runs, and when it is run again', async ({
    made,
    house,
    plan,
    arrived,
  }) => {
    const person = await made.underwriter()
    const schedule = await plan(person)
    const runs = await Promise.allSettled(
      Array.from({ length: 5 }, () => sendScheduledReport(house, due(schedule), tried)),
    )
    // The others look again later, in case that the one is killed.
    expect(runs.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    await sendScheduledReport(house, due(schedule), tried)
    expect(await arrived(person)).toHaveLength(1)
  })

  test('of a node that was killed is sent by another, once its hold is over', async ({
    made,
    house,
    plan,
    arrived,
    committed,
  }) => {
    const person = await made.underwriter()
    const schedule = await plan(person)
    const hold = (until: string) =>
      sql`update report_schedule set held_until = now() + ${until}::interval`.execute(committed)
    await hold('1 minute')
    await expect(sendScheduledReport(house, due(schedule), tried)).rejects.toThrow('Another node')
    expect(await arrived(person)).toEqual([])
    await hold('-1 second')
    await sendScheduledReport(house, due(schedule), tried)
    expect(await arrived(person)).toHaveLength(1)
  })

  test('goes to nobody who lost reporting, its list, or their account meanwhile', async ({
    made,
    house,
    plan,
    arrived,
    committed,
    stateOf,
  }) => {
    const [seller, off, listless] = [
      await made.underwriter(),
      await made.underwriter(),
      await made.underwriter('manageSlr'),
    ]
    const schedules = [await plan(seller), await plan(off), await plan(listless, { tableMode: 'SLR' })]
    await committed.updateTable('userRole').set({ role: 'BDD' }).where('userId', '=', seller.id).execute()
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', off.id).execute()
    await committed.deleteFrom('userPermission').where('userId', '=', listless.id).execute()
    for (const schedule of schedules) {
      await sendScheduledReport(house, due(schedule), tried)
      expect(await stateOf(schedule)).toMatchObject({ state: 'REFUSED', lastSentAt: null })
    }
    for (const person of [seller, off, listless]) expect(await arrived(person)).toEqual([])
  })

  test('goes to nobody who loses reporting while it is printed', async ({ made, house, plan, arrived, committed }) => {
    const person = await made.underwriter()
    const schedule = await plan(person)
    const losing = printedWhile(house, () =>
      committed.updateTable('userRole').set({ role: 'SELLER' }).where('userId', '=', person.id).execute(),
    )
    await sendScheduledReport(losing, due(schedule), tried)
    expect(await arrived(person)).toEqual([])
  })

  test('is not of a view that was changed, nor of what was paused, while it is printed', async ({
    made,
    house,
    plan,
    arrived,
    committed,
    stateOf,
  }) => {
    const person = await made.underwriter()
    const [changed, paused] = [await plan(person, { type: 'PRE' }), await plan(person)]
    const later = new Date(monday.getTime() + 5000)
    const ctx = await ctxFor(committed, person, later)
    const toPost = printedWhile(house, () => changeSchedule(ctx, changed.id, { view: { type: 'POST' } }))
    await expect(sendScheduledReport(toPost, due(changed), tried)).rejects.toThrow('view was changed')
    expect(await arrived(person)).toEqual([])
    await sendScheduledReport(house, due(changed), tried)
    expect((await arrived(person)).map(({ text }) => text)).toEqual([expect.stringContaining('?type=POST')])

    const onAndOff = printedWhile(house, async () => {
      await changeSchedule(ctx, paused.id, { isPaused: true })
      await changeSchedule(ctx, paused.id, { isPaused: false })
    })
    await sendScheduledReport(onAndOff, due(paused), tried)
    await sendScheduledReport(house, due(paused), tried)
    expect(await arrived(person)).toHaveLength(1)
    expect(await stateOf(paused)).toMatchObject({ state: null, lastSentAt: null })
  })

  test('that the mail server took before a pause does not undo it', async ({ made, house, plan, committed }) => {
    const person = await made.underwriter()
    const schedule = await plan(person)
    const later = new Date(monday.getTime() + 5000)
    const ctx = await ctxFor(committed, person, later)
    const mailer = {
      ...house.mailer,
      send: async (mail: Parameters<typeof house.mailer.send>[0]) => {
        await house.mailer.send(mail)
        await changeSchedule(ctx, schedule.id, { isPaused: true })
      },
    }
    await sendScheduledReport({ ...house, mailer }, due(schedule), tried)
    const rows = committed.selectFrom('reportSchedule').select(['doneDue', 'state']).where('id', '=', schedule.id)
    expect(await rows.executeTakeFirst()).toEqual({ doneDue: later, state: 'SENT' })
  })

  test('that was refused is not told of the view that takes its place', async ({
    made,
    house,
    plan,
    committed,
    stateOf,
  }) => {
    const person = await made.underwriter('manageSlr')
    const schedule = await plan(person, { tableMode: 'SLR' })
    await committed.deleteFrom('userPermission').where('userId', '=', person.id).execute()
    await sendScheduledReport(house, due(schedule), tried)
    const ctx = await ctxFor(committed, person, monday)
    await changeSchedule(ctx, schedule.id, { name: 'Tuesdays' })
    expect((await stateOf(schedule)).state).toBe('REFUSED')
    await changeSchedule(ctx, schedule.id, { view: {} })
    expect((await stateOf(schedule)).state).toBeNull()
  })

  test('that fails is told as such and tried again; the last try gives it up', async ({
    made,
    house,
    plan,
    arrived,
    stateOf,
  }) => {
    const person = await made.underwriter()
    const schedule = await plan(person)
    const away = makeMailer({ url: nowhere.replace('http', 'smtp'), from: 'Portal <no-reply@portal.example>' })
    const mail = (isLast: boolean) => sendScheduledReport({ ...house, mailer: away }, due(schedule), { isLast })
    await expect(mail(false)).rejects.toThrow()
    expect(await stateOf(schedule)).toMatchObject({ state: 'RETRYING', lastSentAt: null })
    await expect(mail(true)).rejects.toThrow()
    expect((await stateOf(schedule)).state).toBe('FAILED')
    await sendScheduledReport(house, due(schedule), tried)
    expect(await arrived(person)).toHaveLength(1)
    expect((await stateOf(schedule)).state).toBe('SENT')
  })

  test('does not come for what was paused or deleted after it was queued', async ({
    made,
    house,
    plan,
    arrived,
    committed,
  }) => {
    const person = await made.underwriter()
    const [paused, gone] = [await plan(person), await plan(person)]
    const ctx = await ctxFor(committed, person, monday)
    await changeSchedule(ctx, paused.id, { isPaused: true })
    await changeSchedule(ctx, paused.id, { isPaused: false })
    await committed.deleteFrom('reportSchedule').where('id', '=', gone.id).execute()
    for (const schedule of [paused, gone]) await sendScheduledReport(house, due(schedule), tried)
    expect(await arrived(person)).toEqual([])
  })
})

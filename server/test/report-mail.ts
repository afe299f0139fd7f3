import { printTicketHeader } from '@portal/contract/reporting/model'
import type { Actor } from '@portal/contract/user/model'
import { unavailable } from '../src/lib/errors.ts'
import type { Printer } from '../src/lib/printing/printer.ts'
import { createSchedule } from '../src/reporting/schedules/create-schedule.ts'
import { test as base } from './http.ts'
import { openMailbox } from './mailbox.ts'
import { ctxFor } from './makers.ts'
import { jobsOf, rowOf } from './rows.ts'

/** A Monday at 07:00 in New York. */
export const monday = new Date('2026-03-09T11:00:00.000Z')
export const publicUrl = 'https://portal.example'

/** The portal, a real mailbox, and in place of the browser what writes down what its page is answered. */
export const test = base
  .extend('mailbox', { scope: 'file' }, ({}, { onCleanup }) => openMailbox(onCleanup))
  .extend('clock', () => ({ now: monday }))
  .extend(
    'printer',
    ({ app }): Printer => ({
      print: async (order) => {
        const { address, calls } = await order()
        const said: string[] = []
        for (const { path, ticket } of calls) {
          const url = `${path}?${address.split('?')[1] ?? ''}`
          const answer = await app.inject({ url, headers: { [printTicketHeader]: ticket } })
          if (answer.statusCode !== 200) throw unavailable('The report could not be printed. Try again.')
          said.push(answer.body)
        }
        return Buffer.from(said.join('\n'))
      },
      stop: async () => undefined,
    }),
  )
  .extend('deps', ({ committed, mailbox: { mailer }, printer, clock }) => {
    return { db: committed, clock: () => clock.now, mailer, printer, brandName: 'Buyer', publicUrl }
  })
  .extend('plan', ({ committed, now }) => async (person: Actor, view: Record<string, string> = {}) => {
    const ctx = await ctxFor(committed, person, now)
    return createSchedule(ctx, { name: 'Mondays', view, cadence: 'WEEKLY', weekday: 1 })
  })
  .extend(
    'queued',
    ({ committed }) =>
      async () =>
        jobsOf(committed, 'send-scheduled-report'),
  )
  .extend(
    'arrived',
    ({ committed, mailbox }) =>
      (person: Actor) =>
        mailbox.mailsOf(committed, person),
  )
  .extend(
    'stateOf',
    ({ committed }) =>
      ({ id }: { id: string }) =>
        rowOf(committed, 'reportSchedule', { id }),
  )

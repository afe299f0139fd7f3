import { printTicketHeader } from '@portal/contract/reporting/model'
import type { Actor } from '@portal/contract/user/model'
import { unavailable } from '../src/lib/errors.ts'
import type { Printer } from '../src/lib/printing/printer.ts'
import { createSchedule } from '../src/reporting/schedules/create-schedule.ts'
import { test as base } from './http.ts'
import { openMailbox } from './mailbox.ts'
import { findRow, jobsOf } from './rows.ts'

/** A Monday at 07:00 in New York. */
export const monday = new Date('2026-03-09T11:00:00.000Z')
export const publicUrl = 'https://portal.example'

/**
 * The portal with a real mailbox and, instead of the browser, a printer that
 * writes down the responses its page gets.
 */
export const test = base
  .extend('mailbox', { scope: 'file' }, ({}, { onCleanup }) =>
    openMailbox(onCleanup),
  )
  .extend('clock', () => ({ now: monday }))
  .extend('printer', ({ app }): Printer => {
    const print: Printer['print'] = async (order) => {
      const { address, calls } = await order()
      const bodies: string[] = []
      for (const { path, ticket } of calls) {
        const url = `${path}?${address.split('?')[1] ?? ''}`
        const answer = await app.inject({
          url,
          headers: { [printTicketHeader]: ticket },
        })
        if (answer.statusCode !== 200)
          throw unavailable('The report could not be printed. Try again.')
        bodies.push(answer.body)
      }
      return Buffer.from(bodies.join('\n'))
    }
    return { print, stop: async () => undefined }
  })
  .extend('deps', ({ committed, mailbox: { mailer }, printer, clock }) => {
    return {
      db: committed,
      clock: () => clock.now,
      mailer,
      printer,
      brandName: 'Buyer',
      publicUrl,
    }
  })
  .extend(
    'plan',
    ({ ctxOf }) =>
      async (person: Actor, view: Record<string, string> = {}) => {
        return createSchedule(await ctxOf(person), {
          name: 'Mondays',
          view,
          cadence: 'WEEKLY',
          weekday: 1,
        })
      },
  )
  .extend(
    'queued',
    ({ committed }) =>
      async (name = 'send-scheduled-report') => {
        return jobsOf(committed, name)
      },
  )
  .extend('arrived', ({ committed, mailbox }) => (person: Actor) => {
    return mailbox.mailsOf(committed, person)
  })
  .extend('stateOf', ({ committed }) => async ({ id }: { id: string }) => {
    return findRow(committed, 'reportSchedule', { id })
  })

import { printTicketHeader } from '@portal/contract/reporting/model'
import type { Actor } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { appOn, test as base } from '../../../test/http.ts'
import { openPrintTicket } from './print-ticket.ts'
import { closeSession, hashOf, openSession } from './session.ts'

/** A ticket for one SLV, and calls that carry only it. */
const test = base
  .extend('ticketOf', ({ committed, now }) => async (actor: Actor, slvId: string) => {
    const session = hashOf(await openSession(committed, actor.id, now, 'test'))
    return { session, ticket: await openPrintTicket(committed, { sessionHash: session }, { slvId }, now) }
  })
  .extend(
    'shows',
    ({ app }) =>
      (ticket: string, path: string, method: 'GET' | 'POST' | 'HEAD' = 'GET') =>
        app.inject({ method, url: `/api/v1${path}`, headers: { [printTicketHeader]: ticket } }),
  )

describe('a print ticket', () => {
  test('opens the report of its SLV once', async ({ made, ticketOf, shows, committed }) => {
    const seller = await made.seller()
    const slv = await made.slv({ sellerId: seller.id, status: 'APPROVED', statusComment: 'CANARY' })
    const { ticket } = await ticketOf(seller, slv.id)
    const { tokenHash } = await committed.selectFrom('printTicket').select('tokenHash').executeTakeFirstOrThrow()
    expect(tokenHash).toEqual(hashOf(ticket))
    const first = await shows(ticket, `/proxy-loan/${slv.id}/report`)
    expect(first.json()).toMatchObject({ slv: { id: slv.id, status: 'APPROVED' }, askedBy: seller.name })
    expect(first.body).not.toContain('CANARY')
    expect((await shows(ticket, `/proxy-loan/${slv.id}/report`)).statusCode).toBe(401)
  })

  test('opens the page of figures once', async ({ made, committed, now, shows }) => {
    const underwriter = await made.underwriter()
    const session = hashOf(await openSession(committed, underwriter.id, now, 'test'))
    const open = () => openPrintTicket(committed, { sessionHash: session }, { opens: 'FIGURES' }, now)
    const used = await open()
    expect((await shows(used, '/reporting/slv/figures?type=POST')).json()).toMatchObject({
      summary: { totalRequests: 0 },
      capacity: { rows: [] },
    })
    for (const [ticket, path] of [
      [used, '/reporting/slv/figures'],
      [await open(), '/reporting/slv/summary'],
      [await open(), '/reporting/slv/table'],
      [await open(), `/proxy-loan/${(await made.slv()).id}/report`],
      [await open(), '/proxy-loans'],
    ] as const)
      expect((await shows(ticket, path)).statusCode, path).toBe(401)
  })

  test('used 20 times at once opens it once', async ({ made, ticketOf, shows }) => {
    const seller = await made.seller()
    const slv = await made.slv({ sellerId: seller.id })
    const { ticket } = await ticketOf(seller, slv.id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => shows(ticket, `/proxy-loan/${slv.id}/report`)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('opens no other SLV, call or method', async ({ made, ticketOf, shows }) => {
    const underwriter = await made.underwriter('viewSlvDepartment')
    const [slv, other] = [await made.slv(), await made.slv()]
    const calls = [
      [`/proxy-loan/${other.id}/report`, 'GET'],
      [`/proxy-loan/${slv.id}/detailed`, 'GET'],
      [`/proxy-loan/${slv.id}`, 'GET'],
      ['/auth/profile', 'GET'],
      ['/proxy-loans', 'GET'],
      ['/proxy-loans/download', 'GET'],
      ['/pdf-printer', 'POST'],
      ['/reporting/slv/summary', 'GET'],
      ['/reporting/slv/table', 'GET'],
      ['/reporting/slv/figures', 'GET'],
      [`/proxy-loan/${slv.id}/report`, 'HEAD'],
      ['/proxy-loan/no-id/report', 'GET'],
    ] as const
    for (const [path, method] of calls) {
      const { ticket } = await ticketOf(underwriter, slv.id)
      const { statusCode } = await shows(ticket, path, method)
      expect([401, 404].includes(statusCode), `${method} ${path}: ${statusCode}`).toBe(true)
    }
  })

  test('expires after 60 seconds, and with its session', async ({ made, ticketOf, committed, shows, now }) => {
    const seller = await made.seller()
    const slv = await made.slv({ sellerId: seller.id })
    const late = await appOn(committed, () => new Date(now.getTime() + 60_000))
    const { ticket } = await ticketOf(seller, slv.id)
    const url = `/api/v1/proxy-loan/${slv.id}/report`
    expect((await late.inject({ url, headers: { [printTicketHeader]: ticket } })).statusCode).toBe(401)
    await late.close()

    const other = await ticketOf(seller, slv.id)
    await closeSession(committed, other.session)
    expect((await shows(other.ticket, `/proxy-loan/${slv.id}/report`)).statusCode).toBe(401)
    expect(await committed.selectFrom('printTicket').selectAll().execute()).toEqual([])
  })

  test('has its owner’s current rights', async ({ made, ticketOf, committed, shows }) => {
    const underwriter = await made.underwriter('viewSlvDepartment')
    const slv = await made.slv()
    const { ticket } = await ticketOf(underwriter, slv.id)
    await committed.deleteFrom('userPermission').where('userId', '=', underwriter.id).execute()
    expect((await shows(ticket, `/proxy-loan/${slv.id}/report`)).statusCode).toBe(404)

    const next = await ticketOf(underwriter, slv.id)
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', underwriter.id).execute()
    expect((await shows(next.ticket, `/proxy-loan/${slv.id}/report`)).statusCode).toBe(403)
  })
})

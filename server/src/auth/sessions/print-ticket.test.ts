import { printTicketHeader } from '@portal/contract/reporting/model'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { test as base } from '../../../test/http.ts'
import { findRow, findRows } from '../../../test/rows.ts'
import { openPrintTicket } from './print-ticket.ts'
import { closeSession, hashToken, openSession } from './session.ts'

type Target = Parameters<typeof openPrintTicket>[2]

/** Makes tickets, and calls that carry only a ticket. */
const test = base
  .extend(
    'ticketOf',
    ({ committed, now }) =>
      async (actor: Actor, target: Target) => {
        const session = hashToken(
          await openSession(committed, actor.id, now, 'test'),
        )
        return {
          session,
          ticket: await openPrintTicket(
            committed,
            { sessionHash: session },
            target,
            now,
          ),
        }
      },
  )
  .extend(
    'call',
    ({ app }) =>
      async (
        ticket: string,
        path: string,
        method: 'GET' | 'POST' | 'HEAD' = 'GET',
      ) => {
        return app.inject({
          method,
          url: `/api/v1${path}`,
          headers: { [printTicketHeader]: ticket },
        })
      },
  )

test('a print ticket opens its SLV’s report once, also in parallel', async ({
  made,
  ticketOf,
  call,
  committed,
}) => {
  const seller = await made.seller()
  const slv = await made.slv({
    sellerId: seller.id,
    status: 'APPROVED',
    statusComment: 'CANARY',
  })
  const { ticket } = await ticketOf(seller, { slvId: slv.id })
  expect(await findRow(committed, 'printTicket')).toMatchObject({
    tokenHash: hashToken(ticket),
  })
  const first = await call(ticket, `/proxy-loan/${slv.id}/report`)
  expect(first.json()).toMatchObject({
    slv: { id: slv.id, status: 'APPROVED' },
    askedBy: seller.name,
  })
  expect(first.body).not.toContain('CANARY')
  expect((await call(ticket, `/proxy-loan/${slv.id}/report`)).statusCode).toBe(
    401,
  )
  const { ticket: next } = await ticketOf(seller, { slvId: slv.id })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(next, `/proxy-loan/${slv.id}/report`),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('a print ticket opens the page of figures once', async ({
  made,
  ticketOf,
  call,
}) => {
  const underwriter = await made.underwriter()
  const open = async () =>
    (await ticketOf(underwriter, { opens: 'FIGURES' })).ticket
  const used = await open()
  expect(
    (await call(used, '/reporting/slv/figures?type=POST')).json(),
  ).toMatchObject({
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
    expect((await call(ticket, path)).statusCode, path).toBe(401)
})

test('a print ticket opens no other SLV, call or method', async ({
  made,
  ticketOf,
  call,
}) => {
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
    const { ticket } = await ticketOf(underwriter, { slvId: slv.id })
    const { statusCode } = await call(ticket, path, method)
    expect(
      [401, 404].includes(statusCode),
      `${method} ${path}: ${statusCode}`,
    ).toBe(true)
  }
})

test('a print ticket expires after 60 seconds, and with its session', async ({
  made,
  ticketOf,
  startNode,
  committed,
  call,
  now,
}) => {
  const seller = await made.seller()
  const slv = await made.slv({ sellerId: seller.id })
  const late = await startNode(() => new Date(now.getTime() + 60_000))
  const { ticket } = await ticketOf(seller, { slvId: slv.id })
  const url = `/api/v1/proxy-loan/${slv.id}/report`
  expect(
    (await late.inject({ url, headers: { [printTicketHeader]: ticket } }))
      .statusCode,
  ).toBe(401)

  const other = await ticketOf(seller, { slvId: slv.id })
  await closeSession(committed, other.session)
  expect(
    (await call(other.ticket, `/proxy-loan/${slv.id}/report`)).statusCode,
  ).toBe(401)
  expect(await findRows(committed, 'printTicket')).toEqual([])
})

test('a print ticket has its owner’s current rights', async ({
  made,
  ticketOf,
  committed,
  call,
}) => {
  const underwriter = await made.underwriter('viewSlvDepartment')
  const slv = await made.slv()
  const { ticket } = await ticketOf(underwriter, { slvId: slv.id })
  await committed
    .deleteFrom('userPermission')
    .where('userId', '=', underwriter.id)
    .execute()
  expect((await call(ticket, `/proxy-loan/${slv.id}/report`)).statusCode).toBe(
    404,
  )

  const next = await ticketOf(underwriter, { slvId: slv.id })
  await made.deactivate(underwriter)
  expect(
    (await call(next.ticket, `/proxy-loan/${slv.id}/report`)).statusCode,
  ).toBe(403)
})

test('a print that waited until its sender signed out gets 401', async ({
  made,
  committed,
  now,
}) => {
  const seller = await made.seller()
  const slv = await made.slv({ sellerId: seller.id, status: 'APPROVED' })
  const session = hashToken(
    await openSession(committed, seller.id, now, 'test'),
  )
  await closeSession(committed, session)
  await expect(
    openPrintTicket(
      committed,
      { sessionHash: session },
      { slvId: slv.id },
      now,
    ),
  ).rejects.toMatchObject({
    statusCode: 401,
  })
})

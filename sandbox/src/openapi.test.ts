import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeAccounts } from './loan-dock/accounts.ts'
import { makeLoanDock } from './loan-dock/app.ts'
import { makeFaultSwitch } from './loan-dock/faults.ts'
import { openLoanBook } from './loan-dock/loan-book.ts'
import { makePortalOrigins } from './loan-dock/return-address.ts'
import { openTicketOffice } from './loan-dock/tickets.ts'
import { makeMailboxApp } from './mailbox/app.ts'
import { makePost } from './mailbox/post.ts'
import { runningSandbox } from './test/running.ts'

const sandbox = runningSandbox()
const now = () => new Date('2026-01-02T12:00:00Z')
const log = () => undefined

const Description = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ summary: z.string() }))),
})

const described = async (url: string) => {
  const { paths } = Description.parse(await (await fetch(`${url}/openapi.json`)).json())
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

/** Every route of the running router but the pages of the description itself and the assets. */
const routesOf = async (app: FastifyInstance) => {
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (/^\/(docs|assets)(\/|$)/.test(url)) return
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push(`${one} ${url.replace(/:(\w+)/g, '{$1}')}`)
  })
  await app.ready()
  await app.close()
  return routes
}

test('LoanDock describes every route that it has', async () => {
  const parts = {
    accounts: makeAccounts(),
    book: openLoanBook([]),
    tickets: await openTicketOffice(now),
    faults: makeFaultSwitch(),
    origins: makePortalOrigins([]),
    log,
    now,
  }
  const routes = await routesOf(makeLoanDock(parts))
  expect(routes).toContain('POST /loans/{number}/documents')
  expect(routes.length).toBeGreaterThanOrEqual(13)
  expect((await described(sandbox().loanDockUrl)).sort()).toEqual(routes.sort())
})

test('the mailbox describes every route that it has', async () => {
  const routes = await routesOf(makeMailboxApp(makePost(), log))
  expect(routes).toContain('DELETE /messages')
  expect((await described(sandbox().mailboxUrl)).sort()).toEqual(routes.sort())
})

test('a file that is sent stands in the description as one, and a loan with all of its fields', async () => {
  const text = await (await fetch(`${sandbox().loanDockUrl}/openapi.json`)).text()
  expect(text).toContain(
    '"multipart/form-data":{"schema":{"type":"object","required":["file"],"properties":{"file":{"type":"string","format":"binary"}}}}',
  )
  for (const field of ['hcltv', 'totalPostCloseReservesAmount', 'residualMoIncomeAmount', 'originalLockDate'])
    expect(text).toContain(`"${field}"`)
})

test('both have a page of their description', async () => {
  for (const url of [sandbox().loanDockUrl, sandbox().mailboxUrl]) {
    const answer = await fetch(`${url}/docs/`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('swagger-ui')
  }
})

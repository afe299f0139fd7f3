import { randomUUID } from 'node:crypto'
import type { StoredEvaluation } from '@portal/contract/guideline/answers'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { openListener } from '../src/lib/database/listen.ts'
import { createLog } from '../src/lib/log.ts'
import { test as base } from './http.ts'
import { addRow } from './rows.ts'

/** A statement as pg's client receives it. */
type Sent = string | { text: string }

/**
 * What is not counted: the statement that reads the session of each request;
 * and what a node sends by the clock, the listener's pings and, at most once a
 * second, the calendar, the SLA targets and the settings of a queue of jobs.
 */
const isUncounted = (text: string) =>
  text === 'select' ||
  text.includes('from "session"') ||
  text.includes('FROM pgboss.queue q') ||
  /from "(business_calendar|sla_item)"$/.test(text)

/** Records every statement of pg's clients, BEGIN, COMMIT and SET included. */
const test = base
  .extend('statements', async ({}, { onCleanup }) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onCleanup(() => query.mockRestore())
    const list = () =>
      query.mock.calls
        .map(([sent]) => sent as Sent)
        .map((sent) => (typeof sent === 'string' ? sent : sent.text))
        .filter((text) => !isUncounted(text))
    const expectAtMost = (most: number) =>
      expect(list().length, list().join('\n')).toBeLessThanOrEqual(most)
    return { list, expectAtMost, clear: () => query.mockClear() }
  })
  .extend('portal', async ({ url, startNode }, { onCleanup }) => {
    const listener = openListener(url, createLog('silent'))
    onCleanup(() => listener.stop())
    const node = await startNode(undefined, { listener })
    await expect
      .poll(() => listener.receivedAllSince(performance.now()))
      .toBe(true)
    return node
  })
  .extend('signIn', ({ portal, signInAt }) => (actor: { id: string }) => {
    return signInAt(portal, actor)
  })

/** As sending the request keeps it; no version evaluated it. */
const evaluation: StoredEvaluation = {
  asOf: '2026-03-04',
  versionId: null,
  versionNumber: null,
  program: null,
  verdict: 'INCOMPLETE',
  findings: [],
  factors: [],
}

test('a decision sends at most 12 statements, with those that queue its email and notify the nodes', async ({
  committed,
  made,
  signIn,
  statements,
}) => {
  const underwriter = await made.underwriter('myOwn')
  const slv = await made.slv({
    status: 'REVIEW',
    underwriterId: underwriter.id,
    evaluation: JSON.stringify(evaluation),
  })
  await addRow(committed, 'slvDecisionRequest', {
    slvId: slv.id,
    slvRequestId: slv.requestId,
    decision: 'APPROVED',
  })
  const call = await signIn(underwriter)

  statements.clear()
  const path = `/v1/proxy-loan/underwriter/${slv.id}/make-final-decision`
  const response = await call('POST', path, {
    headers: { 'idempotency-key': randomUUID() },
    body: { decision: 'APPROVED', decisionComment: 'Reserves', reserves: 12 },
  })
  expect(response.json()).toMatchObject({ status: 'APPROVED' })
  await expect
    .poll(() => statements.list().at(-1))
    .toContain("pg_notify('change'")
  statements.expectAtMost(12)
})

test('an autosave sends at most 3 statements', async ({
  made,
  signIn,
  statements,
}) => {
  const seller = await made.seller()
  const { id: sellerId, companyId } = seller
  const slv = await made.slv({ status: 'DRAFT', sellerId, companyId })
  const call = await signIn(seller)

  statements.clear()
  const response = await call('PATCH', `/v1/proxy-loan/${slv.id}`, {
    body: { loanAmount: 410_000 },
  })
  expect(response.json()).toMatchObject({ loanAmount: 410_000 })
  statements.expectAtMost(3)
})

test('a list sends at most 3 statements', async ({
  made,
  signIn,
  statements,
}) => {
  const underwriter = await made.underwriter('myOwn')
  const slv = await made.slv({
    status: 'REVIEW',
    underwriterId: underwriter.id,
  })
  const call = await signIn(underwriter)

  statements.clear()
  const response = await call('GET', '/v1/proxy-loans?tableMode=MY_OWN')
  expect(response.body).toContain(slv.id)
  statements.expectAtMost(3)
})

test('a poll of unchanged notifications sends no statement', async ({
  made,
  signIn,
  statements,
}) => {
  const call = await signIn(await made.underwriter('myOwn'))
  const first = await call('GET', '/v1/notifications')

  statements.clear()
  const again = await call('GET', '/v1/notifications', {
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  statements.expectAtMost(0)
})

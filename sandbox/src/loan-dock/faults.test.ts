import { Loan } from '@portal/contract/loan/model'
import { afterEach, expect, test } from 'vitest'
import {
  fetchJson,
  jsonRequest,
  portal,
  runningSandbox,
} from '../test/running.ts'

const sandbox = runningSandbox()
const toUrl = (path: string) => `${sandbox().loanDockUrl}${path}`
const setFaults = (faults: unknown) =>
  fetchJson(toUrl('/faults'), jsonRequest('PUT', faults))

afterEach(() => sandbox().faults.set({ mode: 'none' }))

const affected = [
  '/loans/7001234',
  '/loans?size=1',
  '/loans/7001234/documents',
  '/accounts',
  '/.well-known/jwks.json',
  '/sso/accounts',
  `/sso/authorize?return_to=${portal}/`,
]

test('error answers 503 and down breaks the connection, but never for health, docs and the switch itself', async () => {
  expect((await setFaults({ mode: 'error' })).status).toBe(200)
  for (const path of affected)
    expect((await fetch(toUrl(path))).status, path).toBe(503)
  await setFaults({ mode: 'down' })
  for (const path of affected)
    await expect(fetch(toUrl(path)), path).rejects.toThrow('fetch failed')
  for (const path of ['/health', '/faults', '/openapi.json', '/docs/'])
    expect((await fetch(toUrl(path))).status).toBe(200)
  expect(await setFaults({ mode: 'none' })).toEqual({
    status: 200,
    body: { mode: 'none' },
  })
  expect((await fetch(toUrl('/loans/7001234'))).status).toBe(200)
})

test('slow answers late but correctly', async () => {
  await setFaults({ mode: 'slow', delayMs: 200 })
  const started = performance.now()
  const { body } = await fetchJson(toUrl('/loans/7001234'))
  expect(Loan.parse(body).loanNumber).toBe('7001234')
  expect(performance.now() - started).toBeGreaterThan(190)
})

test('garbage answers 200 with broken JSON, then with JSON of the wrong shape', async () => {
  await setFaults({ mode: 'garbage' })
  await expect(fetchJson(toUrl('/loans/7001234'))).rejects.toThrow(SyntaxError)
  const { status, body } = await fetchJson(toUrl('/loans/7001234'))
  expect(status).toBe(200)
  expect(Loan.safeParse(body).success).toBe(false)
})

test('a fault can be limited to the loans or to sign-in', async () => {
  const readStatus = async (path: string) => (await fetch(toUrl(path))).status
  const statuses = async () => [
    await readStatus('/loans/7001234'),
    await readStatus('/sso/accounts'),
    await readStatus('/accounts'),
  ]
  await setFaults({ mode: 'error', only: 'loans' })
  expect(await statuses()).toEqual([503, 200, 200])
  await setFaults({ mode: 'error', only: 'sso' })
  expect(await statuses()).toEqual([200, 503, 200])
  for (const wrong of [{}, { mode: 'sideways' }, { mode: 'slow', delayMs: -1 }])
    expect((await setFaults(wrong)).status).toBe(400)
  expect(await statuses()).toEqual([200, 503, 200])
})

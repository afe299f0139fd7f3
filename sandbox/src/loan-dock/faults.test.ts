import { Loan } from '@portal/contract/loan/model'
import { afterEach, expect, test } from 'vitest'
import {
  fetchJson,
  jsonRequest,
  portal,
  runningSandbox,
} from '../test/running.ts'

const sandbox = runningSandbox()
const at = (path: string) => `${sandbox().loanDockUrl}${path}`
const set = (faults: unknown) =>
  fetchJson(at('/faults'), jsonRequest('PUT', faults))

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
  expect((await set({ mode: 'error' })).status).toBe(200)
  for (const path of affected)
    expect((await fetch(at(path))).status, path).toBe(503)
  await set({ mode: 'down' })
  for (const path of affected)
    await expect(fetch(at(path)), path).rejects.toThrow('fetch failed')
  for (const path of ['/health', '/faults', '/openapi.json', '/docs/'])
    expect((await fetch(at(path))).status).toBe(200)
  expect(await set({ mode: 'none' })).toEqual({
    status: 200,
    body: { mode: 'none' },
  })
  expect((await fetch(at('/loans/7001234'))).status).toBe(200)
})

test('slow answers late but correctly', async () => {
  await set({ mode: 'slow', delayMs: 200 })
  const started = performance.now()
  expect(
    Loan.parse((await fetchJson(at('/loans/7001234'))).body).loanNumber,
  ).toBe('7001234')
  expect(performance.now() - started).toBeGreaterThan(190)
})

test('garbage answers 200 with broken JSON, then with JSON of the wrong shape', async () => {
  await set({ mode: 'garbage' })
  await expect(fetchJson(at('/loans/7001234'))).rejects.toThrow(SyntaxError)
  const { status, body } = await fetchJson(at('/loans/7001234'))
  expect(status).toBe(200)
  expect(Loan.safeParse(body).success).toBe(false)
})

test('a fault can be limited to the loans or to sign-in', async () => {
  const statuses = () =>
    Promise.all(
      ['/loans/7001234', '/sso/accounts', '/accounts'].map(
        async (path) => (await fetch(at(path))).status,
      ),
    )
  await set({ mode: 'error', only: 'loans' })
  expect(await statuses()).toEqual([503, 200, 200])
  await set({ mode: 'error', only: 'sso' })
  expect(await statuses()).toEqual([200, 503, 200])
  for (const wrong of [{}, { mode: 'sideways' }, { mode: 'slow', delayMs: -1 }])
    expect((await set(wrong)).status).toBe(400)
  expect(await statuses()).toEqual([200, 503, 200])
})

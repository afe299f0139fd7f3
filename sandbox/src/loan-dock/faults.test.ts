import { afterEach, expect, test } from 'vitest'
import { ask, freshSandbox, portal, runningSandbox, sending } from '../test/running.ts'
import { Loan } from './model.ts'

const sandbox = runningSandbox()
const at = (path: string) => `${sandbox().loanDockUrl}${path}`
const set = (faults: unknown) => ask(at('/faults'), sending('PUT', faults))

afterEach(() => sandbox().faults.set({ mode: 'none' }))

const struck = [
  '/loans/7001234',
  '/loans?size=1',
  '/loans/7001234/documents',
  '/accounts',
  '/.well-known/jwks.json',
  '/sso/accounts',
  `/sso/authorize?return_to=${portal}/`,
]
const spared = ['/health', '/faults', '/openapi.json', '/docs/']

test('nothing is wrong at first, and again once it is switched off', async () => {
  expect((await ask(at('/faults'))).body).toEqual({ mode: 'none' })
  await set({ mode: 'error' })
  expect((await fetch(at('/loans/7001234'))).status).toBe(503)
  expect(await set({ mode: 'none' })).toEqual({ status: 200, body: { mode: 'none' } })
  expect((await fetch(at('/loans/7001234'))).status).toBe(200)
})

test.each(struck)('error: %s answers 503', async (path) => {
  await set({ mode: 'error' })
  expect(await ask(at(path))).toEqual({ status: 503, body: { error: expect.any(String) } })
})

test('slow: the answer comes late but right, and a client that waits less gives up', async () => {
  await set({ mode: 'slow', delayMs: 400 })
  const started = performance.now()
  const { status, body } = await ask(at('/loans/7001234'))
  expect(performance.now() - started).toBeGreaterThan(390)
  expect(status).toBe(200)
  expect(Loan.parse(body).loanNumber).toBe('7001234')
  await expect(fetch(at('/loans/7001234'), { signal: AbortSignal.timeout(80) })).rejects.toMatchObject({
    name: 'TimeoutError',
  })
})

test('garbage: 200, by turns broken JSON and whole JSON of the wrong shape', async () => {
  await set({ mode: 'garbage' })
  const [first, second] = [await fetch(at('/loans/7001234')), await fetch(at('/loans/7001234'))]
  expect([first.status, second.status]).toEqual([200, 200])
  await expect(first.json()).rejects.toThrow(SyntaxError)
  expect(Loan.safeParse(await second.json()).success).toBe(false)
})

test.each(struck)('down: the connection to %s breaks without an answer', async (path) => {
  await set({ mode: 'down' })
  await expect(fetch(at(path))).rejects.toThrow('fetch failed')
})

test.each(spared)('%s never fails', async (path) => {
  for (const mode of ['error', 'garbage', 'down'] as const) {
    await set({ mode })
    const answer = await fetch(at(path))
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('70012')
  }
})

test('a fault for the loans alone leaves sign-in whole, and the other way round', async () => {
  const statuses = async () => [
    (await fetch(at('/loans/7001234'))).status,
    (await fetch(at('/sso/accounts'))).status,
    (await fetch(at('/accounts'))).status,
  ]
  await set({ mode: 'error', only: 'loans' })
  expect(await statuses()).toEqual([503, 200, 200])
  await set({ mode: 'error', only: 'sso' })
  expect(await statuses()).toEqual([200, 503, 200])
})

test.each([{}, { mode: 'sideways' }, { mode: 'slow', delayMs: -1 }, { mode: 'slow', only: 'mail' }])(
  '%j is no fault',
  async (faults) => {
    await set({ mode: 'slow', delayMs: 1 })
    expect((await set(faults)).status).toBe(400)
    expect(sandbox().faults.get()).toEqual({ mode: 'slow', delayMs: 1 })
  },
)

test('the sandbox stops at once even while a slow answer is under way', async () => {
  const other = await freshSandbox()
  other.faults.set({ mode: 'slow', delayMs: 60_000 })
  const waiting = expect(fetch(`${other.loanDockUrl}/loans/7001234`)).rejects.toThrow('fetch failed')
  await fetch(`${other.loanDockUrl}/health`)
  const started = performance.now()
  await other.stop()
  await waiting
  expect(performance.now() - started).toBeLessThan(3_000)
})

import { createServer, type RequestListener } from 'node:http'
import { type Sandbox, startSandbox } from '@portal/sandbox/start'
import {
  afterAll,
  afterEach,
  beforeAll,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { listen } from '../../../test/listen.ts'
import { createLoanDock } from './loan-dock.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({
    loanDockPort: 0,
    smtpPort: 0,
    mailboxPort: 0,
    portalOrigins: [],
  })
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.faults.set({ mode: 'none' }))

const unreachable = {
  code: 'loan_dock_failed',
  statusCode: 502,
  message: 'LoanDock cannot be reached',
}
const unexpected = {
  code: 'loan_dock_failed',
  statusCode: 502,
  message: 'LoanDock returned an unexpected response',
}
const asked = (timeLimitMs?: number) =>
  createLoanDock({
    url: sandbox.loanDockUrl,
    ...(timeLimitMs && { timeLimitMs }),
  })

/** A LoanDock with a given listener, which stops when the test ends. */
const answering = async (listener: RequestListener) => {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    listener(request, response)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    requests: () => requests,
  }
}

test("a loan is found by the buyer's and by the seller's number", async () => {
  const loan = await asked().findLoan('7001234')
  expect(loan).toMatchObject({
    loanNumber: '7001234',
    seller: { corrId: expect.stringMatching(/^C\d+$/) },
  })
  expect(await asked().findLoan(loan?.sellerLoanNumber ?? '')).toEqual(loan)
})

test.for([
  '9999999',
  '.',
  '..',
  '',
  '../accounts',
  'a/b?c#d',
  '%2e%2e',
  '\u0000',
  '\ud800',
])('a loan is none where LoanDock has none: %j', async (number) => {
  expect(await asked().findLoan(number)).toBeNull()
})

test('a failing LoanDock by an error, a wrong or incomplete response, or a lost connection is reported as such', async () => {
  const loanDock = asked()
  sandbox.faults.set({ mode: 'error' })
  await expect(loanDock.findLoan('7001234')).rejects.toMatchObject(unreachable)
  sandbox.faults.set({ mode: 'garbage' })
  await expect(loanDock.findLoan('7001234')).rejects.toMatchObject(unexpected)
  await expect(loanDock.findLoan('7001234')).rejects.toMatchObject(unexpected)
  sandbox.faults.set({ mode: 'down' })
  await expect(loanDock.findLoan('7001234')).rejects.toMatchObject(unreachable)
})

test('a failing LoanDock by slowness is given up after the time limit', async () => {
  sandbox.faults.set({ mode: 'slow', delayMs: 60_000 })
  await expect(asked(100).findLoan('7001234')).rejects.toMatchObject(
    unreachable,
  )
  const { url } = await answering((_, response) =>
    response.writeHead(200).write('{"loanNumber":'),
  )
  await expect(
    createLoanDock({ url, timeLimitMs: 100 }).findLoan('7001234'),
  ).rejects.toMatchObject(unreachable)
})

test('a failing LoanDock by a redirect is not followed', async () => {
  const target = await answering((_, response) => response.end('{}'))
  const { url } = await answering((_, response) =>
    response.writeHead(302, { location: target.url }).end(),
  )
  await expect(
    createLoanDock({ url }).findLoan('7001234'),
  ).rejects.toMatchObject(unexpected)
  expect(target.requests()).toBe(0)
})

test('a failing LoanDock by an endless response is read no further than a megabyte', async () => {
  let sent = 0
  const { url } = await answering((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)))
        sent += 65_536
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  await expect(
    createLoanDock({ url, timeLimitMs: 60_000 }).findLoan('7001234'),
  ).rejects.toMatchObject(unexpected)
  expect(sent).toBeLessThan(20_000_000)
})

test('a failing LoanDock five times in a row is not called for ten seconds, then tried once', async () => {
  let clock = 0
  let works = false
  const loan = await asked().findLoan('7001234')
  const { url, requests } = await answering((_, response) =>
    works ? response.end(JSON.stringify(loan)) : response.writeHead(503).end(),
  )
  const loanDock = createLoanDock({ url, clock: () => clock })
  const fails = () =>
    expect(loanDock.findLoan('7001234')).rejects.toMatchObject(unreachable)

  for (let count = 0; count < 7; count++) await fails()
  expect(requests()).toBe(5)
  clock += 9_999
  await fails()
  expect(requests()).toBe(5)
  clock += 1
  await fails() // the one try
  await fails()
  expect(requests()).toBe(6)
  clock += 10_000
  works = true
  expect(await loanDock.findLoan('7001234')).toEqual(loan)
  expect(await loanDock.findLoan('7001234')).toEqual(loan)
  expect(requests()).toBe(8)
})

test('a failing LoanDock is called again after a success resets the count', async () => {
  let count = 0
  const { url, requests } = await answering((_, response) =>
    response.writeHead(count++ % 5 === 4 ? 404 : 500).end(),
  )
  const loanDock = createLoanDock({ url, clock: () => 0 })
  for (let ask = 0; ask < 20; ask++)
    await loanDock.findLoan('7001234').catch(() => undefined)
  expect(requests()).toBe(20)
})

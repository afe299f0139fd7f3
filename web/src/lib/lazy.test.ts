import { afterEach, expect, test, vi } from 'vitest'
import { loadCode } from './lazy.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The server answers, or cannot be reached. */
const connect = (isConnected: () => boolean) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('fetch', async () => {
    if (!isConnected()) throw new TypeError('Failed to fetch')
    return Response.json({ name: 'Buyer', logoUrl: null, color: null, loanDockUrl: 'https://loandock.example' })
  })
}

/** The result of a promise, or the message of its error, while time passes. */
const settle = async (promise: Promise<string>) => {
  let outcome: string | undefined
  const ended = (text: string) => {
    outcome = text
  }
  promise.then(ended, (error: Error) => ended(error.message))
  while (outcome === undefined) await vi.advanceTimersByTimeAsync(1000)
  return outcome
}

test('code that is missing on a server that answers fails after two tries', async () => {
  connect(() => true)
  let tries = 0
  const load = () => {
    tries += 1
    return Promise.reject<string>(new Error('This chunk is gone'))
  }
  expect(await settle(loadCode(load))).toBe('This chunk is gone')
  expect(tries).toBe(2)
})

test('code waits for a connection without being asked for', async () => {
  const from = Date.now()
  connect(() => Date.now() > from + 20_000)
  let tries = 0
  const load = async () => {
    tries += 1
    return 'the part'
  }
  expect(await settle(loadCode(load))).toBe('the part')
  expect(tries).toBe(1)
})

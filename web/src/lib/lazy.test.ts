import { afterEach, expect, test, vi } from 'vitest'
import { loadCode } from './lazy.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Simulates a server that answers while `isConnected` returns true. */
const connect = (isConnected: () => boolean) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('fetch', async () => {
    if (!isConnected()) throw new TypeError('Failed to fetch')
    return Response.json({ name: 'Buyer', logoUrl: null, color: null, loanDockUrl: 'https://loandock.example' })
  })
}

/** The result of a promise or its error message; lets time pass until then. */
const settle = async (promise: Promise<string>) => {
  let outcome: string | undefined
  const ended = (text: string) => {
    outcome = text
  }
  promise.then(ended, (error: Error) => ended(error.message))
  while (outcome === undefined) await vi.advanceTimersByTimeAsync(1000)
  return outcome
}

test('code that the server does not have fails after two tries', async () => {
  connect(() => true)
  let tries = 0
  const load = () => {
    tries += 1
    return Promise.reject<string>(new Error('This chunk is gone'))
  }
  expect(await settle(loadCode(load))).toBe('This chunk is gone')
  expect(tries).toBe(2)
})

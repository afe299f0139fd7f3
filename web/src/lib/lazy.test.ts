import { afterEach, expect, test, vi } from 'vitest'
import { loadCode } from './lazy.tsx'

const branding = {
  name: 'Buyer',
  logoUrl: null,
  color: null,
  loanDockUrl: 'https://loandock.example',
  oidcLabel: null,
  supportEmail: null,
  supportPhone: null,
  sendsEmail: true,
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('code that the server does not have fails after two tries', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('fetch', async () => Response.json(branding))
  const load = vi.fn(() => Promise.reject(new Error('This chunk is gone')))
  const outcome = expect(loadCode(load)).rejects.toThrow('This chunk is gone')
  await vi.advanceTimersByTimeAsync(10_000)
  await outcome
  expect(load).toHaveBeenCalledTimes(2)
})

test('parts that load at the same time test the connection once', async () => {
  const fetch = vi.fn(async () => Response.json(branding))
  vi.stubGlobal('fetch', fetch)
  const load = async () => 'code'
  await Promise.all([loadCode(load), loadCode(load)])
  expect(fetch).toHaveBeenCalledTimes(1)
  await loadCode(load)
  expect(fetch).toHaveBeenCalledTimes(2)
})

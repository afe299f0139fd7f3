import { afterEach, expect, test, vi } from 'vitest'
import { loadCode } from './lazy.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('code that the server does not have fails after two tries', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const branding = {
    name: 'Buyer',
    logoUrl: null,
    color: null,
    loanDockUrl: 'https://loandock.example',
    oidcLabel: null,
    supportEmail: null,
    supportPhone: null,
  }
  vi.stubGlobal('fetch', async () => Response.json(branding))
  const load = vi.fn(() => Promise.reject(new Error('This chunk is gone')))
  const outcome = expect(loadCode(load)).rejects.toThrow('This chunk is gone')
  await vi.advanceTimersByTimeAsync(10_000)
  await outcome
  expect(load).toHaveBeenCalledTimes(2)
})

import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { disconnectedText, outageNotice, outageText } from './outage.ts'
import { queryClient } from './query-client.ts'

let works = false
let leave = () => {}
const queryFn = () =>
  works ? 1 : Promise.reject(new CallError('refused', { status: 500 }))
/** A query that a screen shows; it fails until `works`. */
const shown = async (key: string, options: object = {}) => {
  works = false
  const observer = new QueryObserver(queryClient, {
    queryKey: [key],
    queryFn,
    retry: false,
    ...options,
  })
  leave = observer.subscribe(() => {})
  await observer.refetch()
  return observer
}
const fetchOther = (key: string) =>
  queryClient.fetchQuery({
    queryKey: [key],
    queryFn: () => 1,
    staleTime: 0,
    meta: { quiet: true },
  })

afterEach(async () => {
  leave()
  // A success drops the failures that no screen shows any more.
  await fetchOther('last')
})

test.each([
  ['a query on the screen', {}, outageText],
  [
    'a poll',
    { refetchInterval: 60_000, meta: { quiet: true } },
    disconnectedText,
  ],
])(
  '%s that fails shows a notice until it succeeds, even if others succeed',
  async (name, options, notice) => {
    const observer = await shown(name, options)
    await fetchOther('other')
    expect(outageNotice()).toBe(notice)
    works = true
    await observer.refetch()
    expect(outageNotice()).toBeNull()
  },
)

test('a failed query that no screen shows any more is dropped at the next success', async () => {
  await shown('gone')
  expect(outageNotice()).toBe(outageText)
  leave()
  await fetchOther('next')
  expect(outageNotice()).toBeNull()
})

test('a failed query runs again when a poll that failed too succeeds, but not at every success', async () => {
  const list = await shown('of-screen')
  const before = list.getCurrentResult().errorUpdateCount
  await fetchOther('works')
  expect(list.getCurrentResult()).toMatchObject({
    errorUpdateCount: before,
    fetchStatus: 'idle',
  })

  const poll = {
    queryKey: ['poll'],
    queryFn,
    retry: false,
    staleTime: 0,
    meta: { quiet: true },
  }
  await queryClient.fetchQuery(poll).catch(() => {})
  works = true
  await queryClient.fetchQuery(poll)
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true)
  expect(outageNotice()).toBeNull()
})

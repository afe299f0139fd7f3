import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import {
  disconnectedText,
  onReconnect,
  outageNotice,
  outageText,
  reportConnected,
  reportDisconnected,
} from './outage.ts'
import { queryClient } from './query-client.ts'

// A success drops what failed and is on no screen any more.
afterEach(() => queryClient.fetchQuery({ queryKey: ['last'], queryFn: () => 1, staleTime: 0 }))

const broken = () => Promise.reject(new CallError('refused', { status: 500 }))

test('a query that fails on the screen is out until it succeeds, though others succeed', async () => {
  let works = false
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: () => (works ? 1 : broken()),
    retry: false,
  })
  const leave = observer.subscribe(() => {})
  await observer.refetch()
  await queryClient.fetchQuery({ queryKey: ['other'], queryFn: () => 1 })
  expect(outageNotice()).toBe(outageText)

  works = true
  await observer.refetch()
  expect(outageNotice()).toBeNull()
  leave()
})

test('a query that failed and is no longer on the screen is forgotten with the next success', async () => {
  await queryClient.fetchQuery({ queryKey: ['gone'], queryFn: broken, retry: false }).catch(() => {})
  expect(outageNotice()).toBe(outageText)
  await queryClient.fetchQuery({ queryKey: ['next'], queryFn: () => 1 })
  expect(outageNotice()).toBeNull()
})

test('what a screen could not read is read again when a poll that failed too has its answer', async () => {
  let works = false
  const answer = () => (works ? 1 : broken())
  const list = new QueryObserver(queryClient, { queryKey: ['of-screen'], queryFn: answer, retry: false })
  const poll = { queryKey: ['poll'], queryFn: answer, retry: false, staleTime: 0, meta: { quiet: true } }
  const leave = list.subscribe(() => {})
  await list.refetch()
  await queryClient.fetchQuery(poll).catch(() => {})
  works = true
  const isRead = new Promise<void>((resolve) => {
    const stop = list.subscribe(({ isSuccess }) => {
      if (!isSuccess) return
      stop()
      resolve()
    })
  })
  await queryClient.fetchQuery(poll)
  await isRead
  expect(outageNotice()).toBeNull()
  leave()
})

test('a list that is broken alone is not asked again with each answer to something else', async () => {
  let asked = 0
  const queryFn = () => {
    asked += 1
    return broken()
  }
  const list = new QueryObserver(queryClient, { queryKey: ['broken'], queryFn, retry: false })
  const leave = list.subscribe(() => {})
  await list.refetch()
  const before = asked
  await queryClient.fetchQuery({ queryKey: ['works'], queryFn: () => 1 })
  expect(asked).toBe(before)
  leave()
})

test('a failed poll shows that there is no connection until it succeeds', async () => {
  let works = false
  const poll = new QueryObserver(queryClient, {
    queryKey: ['bell'],
    queryFn: () => (works ? 1 : broken()),
    retry: false,
    refetchInterval: 60_000,
    meta: { quiet: true },
  })
  const leave = poll.subscribe(() => {})
  await poll.refetch()
  expect(outageNotice()).toBe(disconnectedText)
  works = true
  await poll.refetch()
  expect(outageNotice()).toBeNull()
  leave()
})

test('retries run as soon as any call succeeds', () => {
  let tries = 0
  const stop = onReconnect(() => {
    tries += 1
  })
  reportConnected()
  expect(tries).toBe(0)
  reportDisconnected()
  expect(outageNotice()).toBe(disconnectedText)
  reportConnected()
  reportConnected()
  expect([tries, outageNotice()]).toEqual([1, null])
  stop()
})

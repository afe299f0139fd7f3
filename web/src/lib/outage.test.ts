import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { isOut } from './outage.ts'
import { queryClient } from './query-client.ts'

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
  expect(isOut()).toBe(true)

  works = true
  await observer.refetch()
  expect(isOut()).toBe(false)
  leave()
})

test('a query that failed and is no longer on the screen is forgotten with the next success', async () => {
  await queryClient.fetchQuery({ queryKey: ['gone'], queryFn: broken, retry: false }).catch(() => {})
  expect(isOut()).toBe(true)
  await queryClient.fetchQuery({ queryKey: ['next'], queryFn: () => 1 })
  expect(isOut()).toBe(false)
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
  expect(isOut()).toBe(false)
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

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

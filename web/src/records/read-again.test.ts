import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CallError } from '../lib/call-error.ts'
import { readAgain } from './read-again.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'

/** Screens that show these queries; `answer` says what the server answers. */
const show = async (
  queryClient: QueryClient,
  keys: readonly (readonly unknown[])[],
  answer: (key: readonly unknown[]) => unknown,
) => {
  const asked: string[] = []
  for (const queryKey of keys)
    new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => {
        asked.push(queryKey.slice(0, 3).join(' '))
        return answer(queryKey)
      },
      retry: false,
    }).subscribe(() => {})
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  asked.length = 0
  return asked
}

const gone = () => {
  throw new CallError('refused', { status: 404 })
}

test('once an SLV is gone, only the SLV itself is asked for, and other items as before', async () => {
  const queryClient = new QueryClient()
  let isGone = false
  const asked = await show(
    queryClient,
    [
      ['slv', 'history', id],
      ['slv', 'documents', id],
      ['slv', 'detail', id],
      ['slv', 'detail', other],
      ['slv', 'documents', other],
      ['slv', 'list'],
      ['conversation', 'SLV', id],
    ],
    (key) => (isGone && key.includes(id) ? gone() : { key }),
  )

  await readAgain(queryClient, () => true)
  expect(asked).toHaveLength(7)
  expect(asked.slice(0, 2)).toEqual([`slv detail ${id}`, `slv detail ${other}`])

  isGone = true
  asked.length = 0
  await readAgain(queryClient, () => true)
  expect(asked).toEqual([
    `slv detail ${id}`,
    `slv detail ${other}`,
    `slv documents ${other}`,
    'slv list',
  ])
})

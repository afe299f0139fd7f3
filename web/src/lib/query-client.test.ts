import { type MutationOptions, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { failureText, queryClient } from './query-client.ts'
import { toast } from './toast.ts'

const messages = () => toast.list().map(({ message }) => message)

afterEach(() => {
  for (const { id } of toast.list()) toast.dismiss(id)
})

/** Runs a mutation of the portal's query client. */
const run = <V>(
  mutationFn: (variables: V) => Promise<unknown>,
  variables: V,
  options: MutationOptions<unknown, Error, V>,
) =>
  queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn, retry: false, ...options })
    .execute(variables)

test('a query in flight during a mutation is fetched again', async () => {
  let director = 'No one'
  const answers: (() => void)[] = []
  const queryFn = () => {
    const read = director
    return new Promise<string>((resolve) => answers.push(() => resolve(read)))
  }
  const row = new QueryObserver(queryClient, { queryKey: ['row'], queryFn })
  const leave = row.subscribe(() => {})
  const change = async () => {
    director = 'Owen Fairbanks'
  }
  const onSuccess = () =>
    void queryClient.invalidateQueries({ queryKey: ['row'] })
  await run(change, undefined, { meta: { failed: null }, onSuccess })
  answers[0]?.()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await expect.poll(() => row.getCurrentResult().data).toBe('Owen Fairbanks')
  leave()
})

test('a mutation’s failure text can depend on its variables', async () => {
  const refuse = () => Promise.reject(new CallError('refused', { status: 409 }))
  await expect(
    run(refuse, 'reviewer', {
      meta: { failed: (kind: string) => `Failed to set ${kind}` },
    }),
  ).rejects.toThrow()
  expect(messages()).toEqual(['Failed to set reviewer'])
})

test('a failed query shows one toast with the server’s message until it succeeds', async () => {
  const meta = {
    quiet: true,
    failed: 'Failed to get the report table',
    prefers: 'reason' as const,
  }
  const read = (reason: string | null) => {
    const queryFn = () =>
      reason === null
        ? 'rows'
        : Promise.reject(new CallError('refused', { status: 400, reason }))
    return queryClient.fetchQuery({
      queryKey: ['table'],
      queryFn,
      meta,
      retry: false,
      staleTime: 0,
    })
  }
  await expect(read('No such view')).rejects.toThrow()
  await expect(read('Still no such view')).rejects.toThrow()
  expect(messages()).toEqual(['Still no such view'])
  await read(null)
  expect(messages()).toEqual([])
})

test('a success dismisses only the error toast of the same write', async () => {
  const write = (id: string, works: boolean) => {
    const refuse = async () =>
      works || Promise.reject(new CallError('refused', { status: 500 }))
    return run(refuse, undefined, {
      meta: { failed: 'Failed to start review' },
      scope: { id },
    })
  }
  await expect(write('slv-1', false)).rejects.toThrow()
  await expect(write('slv-2', false)).rejects.toThrow()
  expect(messages()).toHaveLength(2)
  await write('slv-1', true)
  expect(messages()).toHaveLength(1)
  await expect(write('slv-2', false)).rejects.toThrow()
  expect(messages()).toHaveLength(1)
  await write('slv-2', true)
  expect(messages()).toEqual([])
})

const approved = 'The SLV is now Approved'

test.each([
  [
    'Failed to start review',
    approved,
    undefined,
    `Failed to start review. Reason: ${approved}`,
  ],
  ['Failed to start review', null, undefined, 'Failed to start review'],
  ['Login failed', 'Login failed', undefined, 'Login failed'],
  ['Failed to set reviewer', 'Not a reviewer', 'reason', 'Not a reviewer'],
  ['Failed to set reviewer', null, 'reason', 'Failed to set reviewer'],
] as const)(
  '%s with the reason %j reads as one text',
  (message, reason, prefers, text) =>
    expect(failureText(message, reason, prefers)).toBe(text),
)

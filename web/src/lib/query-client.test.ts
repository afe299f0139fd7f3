import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

test('what was asked for before a change and answered after it is read again', async () => {
  let director = 'Nobody'
  const answers: (() => void)[] = []
  const row = new QueryObserver(queryClient, {
    queryKey: ['row'],
    queryFn: () => {
      const read = director
      return new Promise<string>((resolve) => answers.push(() => resolve(read)))
    },
  })
  const leave = row.subscribe(() => {})
  const change = queryClient.getMutationCache().build(queryClient, {
    mutationFn: async () => {
      director = 'Owen Fairbanks'
    },
    meta: { failed: null },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['row'] }),
  })
  await change.execute(undefined)
  answers[0]?.()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await expect.poll(() => row.getCurrentResult().data).toBe('Owen Fairbanks')
  leave()
})

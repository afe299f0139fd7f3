import { expect, test } from 'vitest'
import { createToasts, visibleToasts } from './toast.ts'

test('a success hides after two seconds, a failure stays until dismissed, oldest first', () => {
  const toasts = createToasts()
  toasts.failure('Failed to start review')
  toasts.success('Review was successfully started')
  expect(toasts.list()).toMatchObject([
    { message: 'Failed to start review', tone: 'failure', duration: null },
    { message: 'Review was successfully started', tone: 'success', duration: 2000 },
  ])
  toasts.dismiss(toasts.list()[0]?.id ?? 0)
  expect(toasts.list()).toMatchObject([{ tone: 'success' }])
})

test('four errors leave room for a success; then they are all shown again', () => {
  const toasts = createToasts()
  for (const name of ['A', 'B', 'C', 'D', 'E']) toasts.failure(name)
  const shown = () => visibleToasts(toasts.list()).map(({ message }) => message)
  expect(shown()).toEqual(['A', 'B', 'C', 'D'])
  toasts.success('Saved')
  toasts.success('Sent')
  expect(shown()).toEqual(['A', 'B', 'C', 'Saved'])
  for (const { id, tone } of toasts.list()) if (tone === 'success') toasts.dismiss(id)
  expect(shown()).toEqual(['A', 'B', 'C', 'D'])
  for (const { id } of toasts.list()) toasts.dismiss(id)
  for (const name of ['1', '2', '3', '4', '5']) toasts.success(name)
  expect(shown()).toEqual(['1', '2', '3', '4'])
})

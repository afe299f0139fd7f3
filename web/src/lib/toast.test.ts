import { expect, test, vi } from 'vitest'
import { createToasts, shownOf } from './toast.ts'

test('a success stands two seconds, a failure until dismissed, in the order told', () => {
  const toasts = createToasts()
  const heard = vi.fn()
  const stop = toasts.subscribe(heard)
  toasts.failure('Failed to start review')
  toasts.success('Review was successfully started')
  expect(toasts.standing()).toMatchObject([
    { message: 'Failed to start review', tone: 'failure', standsFor: null },
    { message: 'Review was successfully started', tone: 'success', standsFor: 2000 },
  ])
  toasts.dismiss(toasts.standing()[0]?.id ?? 0)
  expect(toasts.standing()).toMatchObject([{ tone: 'success' }])
  stop()
  toasts.success('Nobody listens')
  expect(heard).toHaveBeenCalledTimes(3)
})

test('four errors leave room for a success; then they are all shown again', () => {
  const toasts = createToasts()
  for (const name of ['A', 'B', 'C', 'D', 'E']) toasts.failure(name)
  const shown = () => shownOf(toasts.standing()).map(({ message }) => message)
  expect(shown()).toEqual(['A', 'B', 'C', 'D'])
  toasts.success('Saved')
  toasts.success('Sent')
  expect(shown()).toEqual(['A', 'B', 'C', 'Saved'])
  for (const { id, tone } of toasts.standing()) if (tone === 'success') toasts.dismiss(id)
  expect(shown()).toEqual(['A', 'B', 'C', 'D'])
  for (const { id } of toasts.standing()) toasts.dismiss(id)
  for (const name of ['1', '2', '3', '4', '5']) toasts.success(name)
  expect(shown()).toEqual(['1', '2', '3', '4'])
})

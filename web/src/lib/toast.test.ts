import { expect, test, vi } from 'vitest'
import { createToasts } from './toast.ts'

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

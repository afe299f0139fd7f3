import { expect, test } from 'vitest'
import { createToasts, visibleToasts } from './toast.ts'

test('a success hides after two seconds, a failure stays until dismissed, oldest first', () => {
  const toasts = createToasts()
  toasts.failure('Failed to start review')
  toasts.success('Review was successfully started')
  expect(toasts.list()).toMatchObject([
    { message: 'Failed to start review', tone: 'failure', duration: null },
    {
      message: 'Review was successfully started',
      tone: 'success',
      duration: 2000,
    },
  ])
  toasts.dismiss(toasts.list()[0]?.id ?? 0)
  expect(toasts.list()).toMatchObject([{ tone: 'success' }])
})

test('four errors leave room for a success; then they are all shown again', () => {
  const toasts = createToasts()
  const shown = () =>
    visibleToasts(toasts.list())
      .map(({ message }) => message)
      .join('')
  const dismiss = (isGone: (tone: string) => boolean) => {
    for (const { id, tone } of toasts.list())
      if (isGone(tone)) toasts.dismiss(id)
  }
  for (const name of 'ABCDE') toasts.failure(name)
  expect(shown()).toBe('ABCD')
  for (const name of 'xy') toasts.success(name)
  expect(shown()).toBe('ABCy')
  dismiss((tone) => tone === 'success')
  expect(shown()).toBe('ABCD')
  dismiss(() => true)
  for (const name of '12345') toasts.failure(name)
  expect(shown()).toBe('1234')
})

test('a success replaces the one before it, but no failure', () => {
  const toasts = createToasts()
  toasts.failure('Failed to add the comment')
  toasts.offer('Reassigned', { label: 'Undo', run: () => {} }, 10_000)
  toasts.success('Status was successfully set')
  expect(toasts.list()).toMatchObject([
    { message: 'Failed to add the comment' },
    { message: 'Status was successfully set' },
  ])
})

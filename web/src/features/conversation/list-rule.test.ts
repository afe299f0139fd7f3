import type { Comment, CommentType } from '@portal/contract/conversation/model'
import { describe, expect, test } from 'vitest'
import { afterAdd, afterEdit, commentsOf, without } from './list-rule.ts'

const comment = (id: string, type: CommentType, message = id): Comment => ({
  id,
  proxyLoanId: 'slv',
  type,
  message,
  authorId: 'me',
  authorName: 'Me',
  authorSide: 'BUYER',
  createdAt: '2026-03-04T15:00:00.000Z',
  editedAt: null,
  mentions: [],
  availableActions: ['edit', 'delete'],
})
const pagesOf = (...pages: Comment[][]) => pages.map((items) => ({ items, total: pages.flat().length }))
const shown = (pages: { items: Comment[]; total: number }[]) =>
  pages.map(({ items, total }) => [total, ...items.map(({ message }) => message)])

describe('after an edit a comment', () => {
  const one = comment('one', 'INTERNAL')
  const two = comment('two', 'INTERNAL')
  const pages = pagesOf([one], [two])

  test.each([
    ['ALL', 'INTERNAL', true],
    ['ALL', 'EXTERNAL', true],
    ['INTERNAL', 'INTERNAL', true],
    ['INTERNAL', 'EXTERNAL', false],
    ['EXTERNAL', 'EXTERNAL', true],
    ['EXTERNAL', 'INTERNAL', false],
  ] as const)('of a list of %s that was saved as %s stays: %s', (filter, type, stays) => {
    const after = afterEdit(pages, comment('two', type, 'new words'), filter)
    expect(shown(after)).toEqual(
      stays
        ? [
            [2, 'one'],
            [2, 'new words'],
          ]
        : [[1, 'one'], [1]],
    )
  })

  test('stands where it stood, and a list that does not have it is as it was', () => {
    expect(afterEdit(pages, comment('three', 'INTERNAL'), 'EXTERNAL')).toEqual(pages)
    expect(without(pages, 'three')).toEqual(pages)
  })
})

test('a new comment comes first in the lists that hold its type, once', () => {
  const pages = pagesOf([comment('one', 'EXTERNAL')], [comment('two', 'EXTERNAL')])
  const added = comment('new', 'EXTERNAL')
  expect(shown(afterAdd(pages, added, 'ALL'))).toEqual([
    [3, 'new', 'one'],
    [3, 'two'],
  ])
  expect(afterAdd(pages, added, 'INTERNAL')).toEqual(pages)
  expect(afterAdd(pages, comment('two', 'EXTERNAL'), 'ALL')).toEqual(pages)
})

test('a comment that two pages hold is shown once, at its first place', () => {
  const pages = pagesOf([comment('one', 'EXTERNAL'), comment('two', 'EXTERNAL')], [comment('two', 'EXTERNAL')])
  expect(commentsOf(pages).map(({ id }) => id)).toEqual(['one', 'two'])
})

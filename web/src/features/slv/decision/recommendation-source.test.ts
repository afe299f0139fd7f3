import type { HistoryAction, HistoryEntry } from '@portal/contract/history/api'
import { expect, test } from 'vitest'
import { priceAuthor, readDeskComments } from './recommendation-source.ts'

const entry = (
  action: HistoryAction,
  comment: string,
  more: Partial<HistoryEntry> = {},
): HistoryEntry => ({
  id: '1',
  at: '2026-11-24T15:00:00.000Z',
  actorId: '0195c2d4-7b1e-7c3a-9f00-1234567890ab',
  actorName: 'Tara Desk',
  action,
  fromStatus: 'TD_REVIEW',
  toStatus: 'TD_COMPLETED',
  resubmitCount: 0,
  comment,
  changes: [],
  ...more,
})

test('recommendations have their price, author, date and comment', () => {
  const price = { field: 'priceAdjustment', before: null, after: -25 }
  const { tradeDesk, slr, last } = readDeskComments(
    [
      entry('set-td-completed', 'Sells at −25', { changes: [price] }),
      entry('set-td-pending', 'Please price'),
      entry('set-slr-completed', 'Fine with me', { actorName: 'Sam Lead' }),
    ],
    0,
  )
  expect(tradeDesk).toEqual({
    author: 'Tara Desk',
    at: '2026-11-24T15:00:00.000Z',
    comment: 'Sells at −25',
    price: -25,
  })
  expect(slr).toMatchObject({
    author: 'Sam Lead',
    comment: 'Fine with me',
    price: null,
  })
  // The last comment is the recommendation itself.
  expect(last).toBeNull()
})

test('the last comment has an author, and an earlier round has none', () => {
  const entries = [
    entry('set-slr-pending-info', 'Which lease?'),
    entry('set-slr-completed', 'Fine with me'),
  ]
  expect(readDeskComments(entries, 0).last).toMatchObject({
    author: 'Tara Desk',
    comment: 'Which lease?',
  })
  expect(readDeskComments(entries, 1)).toEqual({
    slr: null,
    tradeDesk: null,
    last: null,
  })
})

test('a price belongs to the trade desk until someone changes it', () => {
  const { tradeDesk } = readDeskComments(
    [
      entry('set-td-completed', '', {
        changes: [{ field: 'priceAdjustment', before: null, after: -25 }],
      }),
    ],
    0,
  )
  expect(priceAuthor({ priceAdjustment: -25 }, tradeDesk)).toBe('Tara Desk')
  expect(priceAuthor({ priceAdjustment: -12.5 }, tradeDesk)).toBeNull()
  expect(priceAuthor({ priceAdjustment: -25 }, null)).toBeNull()
})

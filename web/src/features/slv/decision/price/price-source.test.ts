import type { StoryItem } from '@portal/contract/history/story'
import { expect, test } from 'vitest'
import { priceAuthor } from './price-source.ts'

test('a price belongs to the trade desk until someone changes it', () => {
  const advice: StoryItem = {
    kind: 'TRADE_DESK',
    title: 'Trade Desk recommendation',
    by: 'Tara Desk',
    at: '2026-11-24T15:00:00.000Z',
    text: null,
    decision: 'APPROVED',
    price: -25,
  }
  expect(priceAuthor({ priceAdjustment: -25 }, [advice])).toBe('Tara Desk')
  expect(priceAuthor({ priceAdjustment: -12.5 }, [advice])).toBeNull()
  expect(priceAuthor({ priceAdjustment: -25 }, [])).toBeNull()
  const unpriced = { ...advice, price: null }
  expect(priceAuthor({ priceAdjustment: null }, [unpriced])).toBeNull()
})

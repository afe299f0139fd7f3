import { expect, test } from 'vitest'
import { tabCountText } from './tab-text.ts'

/** As the server counts the tabs of each table. */
const counts = {
  ACTIVE: { NEW: 6, REVIEW_PENDING: 3, COMPLETE: 10, ALL: 19 },
  PURCHASED_POST_PURCHASED: { NEW: 6, COMPLETE: 10, ALL: 19 },
}

test('the tabs add up: All names what no tab has', () => {
  const text = (
    tab: 'NEW' | 'ALL',
    mode: 'ACTIVE' | 'PURCHASED_POST_PURCHASED',
  ) => tabCountText(tab, mode, { counts: counts[mode], cutTabs: [] })
  expect(text('NEW', 'PURCHASED_POST_PURCHASED')).toBe('6')
  expect(text('ALL', 'PURCHASED_POST_PURCHASED')).toBe('19 (3 Review Pending)')
  expect(text('ALL', 'ACTIVE')).toBe('19')
  expect(
    tabCountText('ALL', 'ACTIVE', {
      counts: { ALL: 10_000 },
      cutTabs: ['ALL'],
    }),
  ).toBe('10,000+')
})

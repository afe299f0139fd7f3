import { expect, test } from 'vitest'
import {
  arranged,
  checkWidth,
  startPrefs,
} from '../../ui/data-table/columns.ts'
import { reviewerLayout, tdocColumnsFor } from './columns.tsx'

test('a reviewer’s first columns fit a screen of 1440 pixels and have the response', () => {
  const all = tdocColumnsFor({
    brandName: 'Buyer',
    refused: new Map(),
    isNarrow: false,
    role: 'TPR',
  })
  const prefs = startPrefs(all, reviewerLayout)
  const shown = arranged(all, prefs).filter(
    ({ key, isSticky }) => isSticky || prefs.shown[key],
  )
  expect(shown.map(({ key }) => key)).toContain('tprResponse')
  expect(
    shown.reduce((sum, { width = 0 }) => sum + width, checkWidth),
  ).toBeLessThanOrEqual(1244)
})

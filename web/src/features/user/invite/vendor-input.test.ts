import { expect, test } from 'vitest'
import { similarVendorProblem } from './vendor-input.tsx'

const orchid = { name: 'Orchid Review' }

test('a part of an existing name asks whether that vendor is meant', () => {
  expect(similarVendorProblem('orchid', [orchid])).toBe(
    'Orchid Review is there already: choose from the list, or say that orchid is a new vendor.',
  )
  expect(similarVendorProblem('orchid', [orchid, { name: 'Orchid West' }])).toContain(
    'Orchid Review and 1 more are there',
  )
})

test('an existing name and a unique one ask nothing', () => {
  expect(similarVendorProblem('orchid review', [{ name: 'Orchid Review East' }, orchid])).toBe(null)
  expect(similarVendorProblem('Fern', [])).toBe(null)
})

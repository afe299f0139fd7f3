import { expect, test } from 'vitest'
import { vendorTwins } from './vendors.ts'

const orchid = { name: 'Orchid Review' }

test('a part of the name of a vendor asks whether it is that one', () => {
  expect(vendorTwins('orchid', [orchid])).toBe(
    'Orchid Review is there already: choose from the list, or say that orchid is a new vendor.',
  )
  expect(vendorTwins('orchid', [orchid, { name: 'Orchid West' }])).toContain('Orchid Review and 1 more are there')
})

test('the whole name of a vendor, and a name like no other, ask nothing', () => {
  expect(vendorTwins('orchid review', [{ name: 'Orchid Review East' }, orchid])).toBe(null)
  expect(vendorTwins('Fern', [])).toBe(null)
})

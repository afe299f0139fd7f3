import { expect, test } from 'vitest'
import { similarVendorProblem } from './invite-dialog.tsx'

const [orchid, west] = [{ name: 'Orchid Review' }, { name: 'Orchid West' }]

test.each([
  [
    'orchid',
    [orchid],
    /^Orchid Review already exists\. Choose one from the list, or confirm that orchid is a new vendor\.$/,
  ],
  ['orchid', [orchid, west], /Orchid Review and 1 more already exist/],
])(
  '%s, a part of existing names, asks whether one of them is meant',
  (name, vendors, text) =>
    expect(similarVendorProblem(name, vendors)).toMatch(text),
)

test.each([
  ['orchid review', [west, orchid]],
  ['Fern', []],
])('%s asks nothing', (name, vendors) =>
  expect(similarVendorProblem(name, vendors)).toBe(null),
)

import { expect, test } from 'vitest'
import { needActionLabel } from './needs.ts'

test.each([
  ['its owner', 'SELLER', true, ['Send documents', 'Resubmit']],
  ['a colleague', 'SELLER', false, ['View documents', 'View decision']],
  ['a BDD', 'BDD', false, ['View documents', 'View decision']],
] as const)(
  'what needs the seller offers %s only what they may do',
  (_, role, isOwner, labels) => {
    expect([
      needActionLabel('DOCUMENTS', { role, isOwner }),
      needActionLabel('DENIED', { role, isOwner }),
    ]).toEqual(labels)
  },
)

test('sellers answer comments of their company, and a BDD reads them', () => {
  const label = (role: 'SELLER' | 'BDD') =>
    needActionLabel('COMMENT', { role, isOwner: false })
  expect(label('SELLER')).toBe('Answer')
  expect(label('BDD')).toBe('Read the comment')
})

import { expect, test } from 'vitest'
import { afterDenialText, listFits } from './texts.ts'

test('a denial names the nearest change that needs no variance, unless a variance has no figure', () => {
  const nearest = {
    field: 'loanAmount' as const,
    from: 1_000_000,
    to: 970_507,
    ltv: 85,
    missing: [],
  }
  const fit =
    'At a loan amount of $970,507 (LTV 85.00%), no variance is needed.'
  expect(afterDenialText([{ parameter: 'LTV' }], nearest)).toContain(fit)
  expect(
    afterDenialText([{ parameter: 'LTV' }, { parameter: null }], nearest),
  ).not.toContain(fit)
  expect(afterDenialText([{ parameter: 'LTV' }], null)).toMatch(
    /^You can resubmit .* conversation\.$/,
  )
})

test('what would fit names other programs and the nearest change, unless a variance has no figure', () => {
  const evaluation = {
    nearest: {
      field: 'loanAmount' as const,
      from: 1_000_000,
      to: 970_507,
      ltv: 70,
      missing: [],
    },
    alternatives: [{ code: 'DM', name: 'DSCR Multi' }],
  }
  expect(listFits([{ parameter: 'LTV' }], evaluation)).toEqual([
    'Fits DSCR Multi as is.',
    'At a loan amount of $970,507 (LTV 70.00%), no variance is needed.',
  ])
  expect(
    listFits([{ parameter: 'LTV' }, { parameter: null }], evaluation),
  ).toEqual([])
  expect(
    listFits([{ parameter: 'LTV' }], { nearest: null, alternatives: [] }),
  ).toEqual([])
})

test('a much smaller loan is not suggested, but more reserves are', () => {
  const figure = [{ parameter: 'LTV' }] as const
  const smaller = {
    field: 'loanAmount' as const,
    from: 2_455_000,
    to: 1_000_000,
    ltv: 30.8,
    missing: [],
  }
  expect(listFits(figure, { nearest: smaller, alternatives: [] })).toEqual([])
  expect(afterDenialText(figure, smaller)).not.toContain('$1,000,000')
  const least = { ...smaller, to: 0.8 * smaller.from }
  expect(listFits(figure, { nearest: least, alternatives: [] })).toHaveLength(1)
  const reserves = {
    ...smaller,
    field: 'totalPostCloseReservesAmount' as const,
    from: 10_000,
    to: 40_000,
    ltv: null,
  }
  expect(
    listFits(figure, { nearest: reserves, alternatives: [] }),
  ).toHaveLength(1)
})

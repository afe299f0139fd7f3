import { expect, test } from 'vitest'
import { afterDenialText, listFits } from './texts.ts'

test('a denial names the nearest change that needs no variance, unless a variance has no figure', () => {
  const nearest = {
    field: 'loanAmount',
    to: 970_507,
    ltv: 85,
    missing: [],
  } as const
  const fit =
    'At a loan amount of $970,507 (LTV 85.00%), no variance is needed.'
  expect(
    afterDenialText([{ parameter: 'LTV' }], { ...nearest, missing: [] }),
  ).toContain(fit)
  expect(
    afterDenialText([{ parameter: 'LTV' }, { parameter: null }], {
      ...nearest,
      missing: [],
    }),
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

import { expect, test } from 'vitest'
import {
  newDraft,
  readDraft,
  relaxedLimit,
  toDraft,
  usedTexts,
} from './variance-draft.ts'

const stored = {
  id: '01990000-0000-7000-8000-000000000001',
  code: 'V-12',
  sellerId: '01990000-0000-7000-8000-000000000002',
  sellerName: 'ACME',
  programs: ['BS12'],
  parameter: 'LOAN_AMOUNT_MAX' as const,
  value: 3_500_000,
  version: 4,
  scope: {
    states: ['CA'],
    ltv: { min: 60, max: null },
    isExperiencedInvestor: false,
  },
  from: '2026-01-01',
  to: '2026-12-31',
  capLoans: 25,
  capAmount: 5_000_000,
  usedLoans: 3,
  usedAmount: 1_204_000,
}

test('what is stored is typed and read back as it was', () => {
  const { id, sellerName, usedLoans, usedAmount, version, ...body } = stored
  const draft = toDraft(stored)
  expect(draft).toMatchObject({
    value: '3,500,000',
    capAmount: '5,000,000',
    bands: { ltv: { min: '60', max: '' } },
  })
  expect(readDraft(draft)).toEqual({ body, problems: [] })
})

test('emptied parts of a scope are left out', () => {
  const { bands } = newDraft()
  const draft = {
    ...toDraft(stored),
    bands,
    scope: { states: [], isExperiencedInvestor: undefined },
  }
  expect(readDraft(draft).body?.scope).toEqual({})
})

test('each wrong field is named as the server names it', () => {
  const { bands } = newDraft()
  const wrong = {
    ...newDraft(),
    code: ' ',
    value: 'much',
    from: '',
    capLoans: '1.5',
    capAmount: '-1',
    bands: {
      ...bands,
      creditScore: { min: '700', max: '650' },
      ltv: { min: 'x', max: '' },
    },
  }
  expect(readDraft(wrong)).toEqual({
    body: null,
    problems: [
      { field: 'code', error: 'Required' },
      { field: 'sellerId', error: 'Required' },
      { field: 'parameter', error: 'Required' },
      {
        field: 'scope.creditScore',
        error: 'The upper end must not be below the lower end',
      },
      { field: 'scope.ltv.min', error: 'Must be a number' },
      { field: 'value', error: 'Must be a number' },
      { field: 'from', error: 'Invalid Date' },
      { field: 'capLoans', error: 'Whole numbers only' },
      { field: 'capAmount', error: 'No less than 0' },
    ],
  })
})

test('limits and uses are short', () => {
  expect(relaxedLimit('CREDIT_SCORE', 650)).toBe('≥ 650')
  expect(relaxedLimit('LTV', 82.5)).toBe('≤ 82.5%')
  expect(relaxedLimit('RESERVES_MONTHS', 4)).toBe('≥ 4 months')
  expect(usedTexts(stored)).toEqual(['3 of 25 loans', '$1.2M of $5M'])
  expect(
    usedTexts({ ...stored, capLoans: null, capAmount: null, usedLoans: 1 }),
  ).toEqual(['1 loan'])
})

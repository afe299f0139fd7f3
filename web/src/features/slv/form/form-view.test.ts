import { describe, expect, test } from 'vitest'
import { formValues } from './editor-state.ts'
import { noEdits, typeInto } from './edits.ts'
import { computedFor, isOnForm, ltvBasis, viewOf } from './form-view.ts'
import { readField, shownValue } from './read-field.ts'
import { slvOf } from './test/memory-server.ts'

const viewWith = (over: Record<string, unknown>, typed: Record<string, string> = {}) =>
  viewOf(
    Object.entries(typed).reduce(
      (edits, [name, value]) => typeInto(edits, name, value, readField),
      noEdits(formValues(slvOf(over))),
    ),
    '7001234',
  )

describe('what stands on the form', () => {
  test('is DSCR or DTI by the program, and never hides what was filled in', () => {
    const dscr = viewWith({ buyerNonAgencyProgram: 'DSCR Prime' })
    expect([isOnForm('dscr', dscr), isOnForm('dti', dscr)]).toEqual([true, false])
    expect(isOnForm('dti', viewWith({ buyerNonAgencyProgram: 'DSCR Prime', dti: 40 }))).toBe(true)
    expect(isOnForm('dti', viewWith({ buyerNonAgencyProgram: 'DSCR Prime' }, { dti: '4x' }))).toBe(true)
  })

  test('has a price for a purchase and a note date once closed', () => {
    expect(isOnForm('purchasePriceAmount', viewWith({ purpose: 'Cash-Out' }))).toBe(false)
    expect(viewWith({ purpose: 'Purchase' }).required.has('purchasePriceAmount')).toBe(true)
    expect(isOnForm('noteDate', viewWith({ isLoanClosed: false }))).toBe(false)
    expect(viewWith({ isLoanClosed: true }).required.has('noteDate')).toBe(true)
  })
})

describe('computed figures', () => {
  const purchase = {
    purpose: 'Purchase',
    loanAmount: 400_000,
    purchasePriceAmount: 500_000,
    appraisedValueAmount: 520_000,
  }

  test('follow what is being typed', () => {
    expect(computedFor('ltv', viewWith(purchase).form)).toBe(80)
    expect(computedFor('ltv', viewWith(purchase, { loanAmount: '450,000' }).form)).toBe(90)
    expect(computedFor('ltv', viewWith(purchase, { loanAmount: '4x' }).form)).toBeNull()
    expect(computedFor('city', viewWith(purchase).form)).toBeUndefined()
  })

  test('say which value LTV was taken of', () => {
    expect(ltvBasis(viewWith(purchase).form)).toEqual({ amount: 500_000, isPrice: true, isLower: true })
    expect(ltvBasis(viewWith({ ...purchase, purpose: 'R&T' }).form)).toEqual({
      amount: 520_000,
      isPrice: false,
      isLower: false,
    })
  })
})

test('typed text that cannot be read is the problem that is told, before anything that is missing', () => {
  const { problems, unsavable } = viewWith({}, { email: 'maya@', loanAmount: 'lots' })
  expect(Object.fromEntries(unsavable)).toEqual({ email: 'Invalid e-mail address', loanAmount: 'Not a number' })
  expect(problems.find(({ field }) => field === 'email')).toEqual({ field: 'email', error: 'Invalid e-mail address' })
  expect(problems.find(({ field }) => field === 'city')).toEqual({ field: 'city', error: 'Required' })
})

test.for([
  ['loanAmount', 640_000, '640,000'],
  ['loanAmount', 640_000.5, '640,000.50'],
  ['ltv', 72.5, '72.50'],
  ['dscr', 1.1, '1.100'],
  ['creditScore', 655, '655'],
  ['noteDate', '2026-03-01', '03/01/2026'],
  ['requestorPhoneNumber', '2135550142', '(213) 555-0142'],
  ['city', null, ''],
] as const)('%s %s shows as %s', ([name, value, shown]) => {
  expect(shownValue(name, value)).toBe(shown)
})

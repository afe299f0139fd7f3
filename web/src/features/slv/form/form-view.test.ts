import { formSections } from '@portal/contract/slv/form'
import { describe, expect, test } from 'vitest'
import { noEdits, typeInto } from '../../../lib/autosave/edits.ts'
import { formValues } from './editor.ts'
import { computedFor, isOnForm, ltvBasis, sectionsFor, viewOf } from './form-view.ts'
import { formCodec, readDay } from './read-field.ts'
import { slvOf } from './test/memory-server.ts'

const viewWith = (over: Record<string, unknown>, typed: Record<string, string> = {}) =>
  viewOf(
    Object.entries(typed).reduce(
      (edits, [name, value]) => typeInto(edits, name, value, formCodec.read),
      noEdits(formValues(slvOf(over))),
    ),
  )

describe('fields on the form', () => {
  test('are DSCR or DTI by the program, and never hidden once filled in', () => {
    const dscr = viewWith({ buyerNonAgencyProgram: 'DSCR Prime' })
    expect([isOnForm('dscr', dscr), isOnForm('dti', dscr)]).toEqual([true, false])
    expect(isOnForm('dti', viewWith({ buyerNonAgencyProgram: 'DSCR Prime', dti: 40 }))).toBe(true)
    expect(isOnForm('dti', viewWith({ buyerNonAgencyProgram: 'DSCR Prime' }, { dti: '4x' }))).toBe(true)
  })

  test('are a price for a purchase, and a note date once the loan is closed', () => {
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

  test('include the value that LTV is based on', () => {
    expect(ltvBasis(viewWith(purchase).form)).toEqual({ amount: 500_000, isPrice: true, isLower: true })
    expect(ltvBasis(viewWith({ ...purchase, purpose: 'R&T' }).form)).toEqual({
      amount: 520_000,
      isPrice: false,
      isLower: false,
    })
  })
})

test('text that cannot be read is the problem of its field, before anything that is missing', () => {
  const { problems, unsavable } = viewWith({}, { email: 'maya@', loanAmount: 'lots' })
  expect(Object.fromEntries(unsavable)).toEqual({ email: 'Invalid email address', loanAmount: 'Must be a number' })
  expect(problems.find(({ field }) => field === 'email')).toEqual({ field: 'email', error: 'Invalid email address' })
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
  expect(formCodec.show(name, value)).toBe(shown)
})

test.for([
  ['3/1/2026', '2026-03-01'],
  ['03-01-2026', '2026-03-01'],
  ['03012026', '2026-03-01'],
  ['2026-3-1', '2026-03-01'],
  [' 12.31.1999 ', '1999-12-31'],
  ['02/30/2026', null],
  ['1/1/26', null],
  ['soon', null],
] as const)('"%s" is read as the day %s', ([typed, day]) => {
  expect(readDay(typed)).toBe(day)
})

test('a seller has requested documents first while one is missing; an underwriter has them beside the request', () => {
  const ids = (role: 'SELLER' | 'UNDERWRITER', receivedAt: string | null) =>
    sectionsFor(role, {
      pendingDocuments: [{ id: '0191d2a0-0000-7000-8000-000000000001', name: 'Bank statement', note: '', receivedAt }],
    }).map(({ id }) => id)
  const all = formSections.map(({ id }) => id)
  expect(ids('SELLER', null)[0]).toBe('documents')
  expect(ids('SELLER', '2026-03-02T15:00:00.000Z')).toEqual(all)
  expect(ids('UNDERWRITER', null)).toEqual(all.filter((id) => id !== 'documents'))
})

import { formSections } from '@portal/contract/slv/form'
import { expect, test } from 'vitest'
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
    [{ name: 'DSCR Prime', qualifiesBy: 'DSCR', products: [] }],
  )

const dscr = { buyerNonAgencyProgram: 'DSCR Prime' }

test.for([
  ['dscr', dscr, {}, true],
  ['dti', dscr, {}, false],
  ['dti', { ...dscr, dti: 40 }, {}, true],
  ['dti', dscr, { dti: '4x' }, true],
  ['purchasePriceAmount', { purpose: 'Cash-Out' }, {}, false],
  ['noteDate', { isLoanClosed: false }, {}, false],
] as const)('the field %s of %o with %o typed: is it on the form? %s', ([name, over, typed, isShown]) => {
  expect(isOnForm(name, viewWith(over, typed))).toBe(isShown)
})

const purchase = {
  ...{ purpose: 'Purchase', loanAmount: 400_000 },
  ...{ purchasePriceAmount: 500_000, appraisedValueAmount: 520_000 },
}

test('computed figures follow what is being typed', () => {
  const ltvFor = (loanAmount: string) => computedFor('ltv', viewWith(purchase, { loanAmount }).form)
  expect(computedFor('ltv', viewWith(purchase).form)).toBe(80)
  expect([ltvFor('450,000'), ltvFor('4x')]).toEqual([90, null])
  expect(computedFor('city', viewWith(purchase).form)).toBeUndefined()
})

test('the value that LTV is based on', () => {
  const basisOf = (purpose: string) => ltvBasis(viewWith({ ...purchase, purpose }).form)
  expect(basisOf('Purchase')).toEqual({ amount: 500_000, isPrice: true, isLower: true })
  expect(basisOf('R&T')).toEqual({ amount: 520_000, isPrice: false, isLower: false })
})

test('text that can’t be read is the problem of its field, before anything that is missing', () => {
  const { problems, unsavable } = viewWith({}, { email: 'maya@', loanAmount: 'lots' })
  expect(Object.fromEntries(unsavable)).toEqual({ email: 'Invalid email address', loanAmount: 'Must be a number' })
  expect(problems).toContainEqual({ field: 'email', error: 'Invalid email address' })
  expect(problems).toContainEqual({ field: 'city', error: 'Required' })
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

const all = formSections.map(({ id }) => id)

test.for([
  ['SELLER', null, ['documents', ...all.filter((id) => id !== 'documents')]],
  ['SELLER', '2026-03-02T15:00:00.000Z', all],
  ['UNDERWRITER', null, all.filter((id) => id !== 'documents')],
] as const)('the sections for a %s with a requested document received at %s', ([role, receivedAt, sections]) => {
  const document = { id: '0191d2a0-0000-7000-8000-000000000001', name: 'Bank statement', note: '', receivedAt }
  expect(sectionsFor(role, { pendingDocuments: [document] }).map(({ id }) => id)).toEqual(sections)
})

import { wrongDay, wrongSeparators } from '@portal/contract/lib/typed-values'
import { type FormFieldName, formSections } from '@portal/contract/slv/form'
import { expect, test } from 'vitest'
import { fieldIn, noEdits, typeInto } from '../../../lib/autosave/edits.ts'
import { formValues } from './editor.ts'
import {
  computedFor,
  isOnForm,
  ltvBasis,
  sectionsFor,
  viewOf,
} from './form-view.ts'
import { formCodec } from './read-field.ts'
import { slvOf } from './test/memory-server.ts'

const viewWith = (
  over: Record<string, unknown>,
  typed: Record<string, string> = {},
) =>
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
] as const)(
  'the field %s of %o with %o typed: is it on the form? %s',
  ([name, over, typed, isShown]) => {
    expect(isOnForm(name, viewWith(over, typed))).toBe(isShown)
  },
)

const purchase = {
  purpose: 'Purchase',
  loanAmount: 400_000,
  purchasePriceAmount: 500_000,
  appraisedValueAmount: 520_000,
}

test('computed figures follow what is being typed', () => {
  const ltvFor = (loanAmount: string) =>
    computedFor('ltv', viewWith(purchase, { loanAmount }).form)
  expect(computedFor('ltv', viewWith(purchase).form)).toBe(80)
  expect([ltvFor('450,000'), ltvFor('4x')]).toEqual([90, null])
  expect(computedFor('city', viewWith(purchase).form)).toBeUndefined()
})

test('the value that LTV is based on', () => {
  const basisOf = (purpose: string) =>
    ltvBasis(viewWith({ ...purchase, purpose }).form)
  expect(basisOf('Purchase')).toEqual({
    amount: 500_000,
    isPrice: true,
    isLower: true,
  })
  expect(basisOf('R&T')).toEqual({
    amount: 520_000,
    isPrice: false,
    isLower: false,
  })
})

test('text that can’t be read is the problem of its field, before anything that is missing', () => {
  const { problems, unsavable } = viewWith(
    {},
    { email: 'maya@', loanAmount: 'lots' },
  )
  expect(Object.fromEntries(unsavable)).toEqual({
    email: 'Invalid email address',
    loanAmount: 'Must be a number',
  })
  expect(problems).toContainEqual({
    field: 'email',
    error: 'Invalid email address',
  })
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
  ['requestorPhoneNumber', '2135550142 x12', '(213) 555-0142 x12'],
  ['city', null, ''],
] as const)('%s %s shows as %s', ([name, value, shown]) => {
  expect(formCodec.show(name, value)).toBe(shown)
})

test.for<[FormFieldName, string, ReturnType<typeof formCodec.read>]>([
  ['loanAmount', '$ 480,000', { value: 480_000 }],
  ['loanAmount', '450k', { value: 450_000 }],
  ['loanAmount', '480.000,00', { error: wrongSeparators }],
  ['loanAmount', '(1,000)', { error: 'No less than 0' }],
  ['ltv', '0.8', { error: 'Did you mean 80%?', suggestions: ['80%', '0.8%'] }],
  ['dscr', '1.25x', { value: 1.25 }],
  ['noteDate', '11/5/26', { value: '2026-11-05' }],
  ['noteDate', ' 12.31.1999 ', { value: '1999-12-31' }],
  ['noteDate', '02/30/2026', { error: wrongDay }],
  [
    'requestorPhoneNumber',
    '\u202a213-555-0142 ext. 12\u202c',
    { value: '213-555-0142 x12' },
  ],
  ['sellerLoan', '="7007125"', { value: '7007125' }],
  ['borrowerLastName', '\u200eMuñoz', { value: 'Muñoz' }],
  ['zip', '94103.0', { value: '94103' }],
])('%s reads %j', ([name, typed, reading]) => {
  expect(formCodec.read(name, typed)).toMatchObject(reading)
})

test('text that may mean two things stays in its input, with what it may mean', () => {
  const edits = typeInto(
    noEdits(formValues(slvOf({ ltv: null }))),
    'ltv',
    '0.8',
    formCodec.read,
  )
  expect(fieldIn(edits, 'ltv', formCodec)).toMatchObject({
    shown: '0.8',
    suggestions: ['80%', '0.8%'],
  })
})

const all = formSections.map(({ id }) => id)

test.for([
  ['SELLER', null, ['documents', ...all.filter((id) => id !== 'documents')]],
  ['SELLER', '2026-03-02T15:00:00.000Z', all],
  ['UNDERWRITER', null, all.filter((id) => id !== 'documents')],
] as const)(
  'the sections for a %s with a requested document received at %s',
  ([role, receivedAt, sections]) => {
    const document = {
      id: '0191d2a0-0000-7000-8000-000000000001',
      name: 'Bank statement',
      note: '',
      receivedAt,
      answer: null,
      outcome: null,
      remindedAt: null,
    }
    expect(
      sectionsFor(role, { pendingDocuments: [document] }).map(({ id }) => id),
    ).toEqual(sections)
  },
)

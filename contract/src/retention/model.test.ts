import { expect, test } from 'vitest'
import { formFieldNames, formFields } from '../slv/form.ts'
import { Erasure, erasedFields, NewHold } from './model.ts'

test('every text field of the form is erased, except the loan number', () => {
  const textKinds = ['text', 'longText', 'email', 'phone', 'zip', 'loanNumber']
  const typed = formFieldNames.filter((name) =>
    textKinds.includes(formFields[name].kind),
  )
  const erased: readonly string[] = erasedFields
  expect(
    typed.filter((name) => !erased.includes(name)),
    'Add text fields to erasedFields',
  ).toEqual(['sellerLoan'])
})

test('an erasure requires the typed loan number, and a hold is on either a loan or a seller', () => {
  const typed = {
    loanNumber: '7001234',
    reason: 'Request',
    confirmation: '7001235',
  }
  expect(Erasure.safeParse(typed).error?.issues).toMatchObject([
    { path: ['confirmation'] },
  ])
  expect(
    Erasure.safeParse({ ...typed, confirmation: ' 7001234 ' }).success,
  ).toBe(true)
  expect(NewHold.safeParse({ reason: 'Litigation' }).success).toBe(false)
  expect(
    NewHold.safeParse({ reason: 'Litigation', loanNumber: '1' }).success,
  ).toBe(true)
})

import { formFieldNames, formFields } from '@portal/contract/slv/form'
import { expect, test } from 'vitest'
import { changeLabel, fieldText } from './field-text.ts'

test.each(formFieldNames.filter((name) => formFields[name].kind === 'day'))(
  '%s is shown as a day',
  (name) => {
    expect(fieldText(name, '2026-03-04')).toBe('03/04/2026')
  },
)

test.each([
  ['APPROVED', 'Decision Subject To'],
  ['DECLINED', 'Reason'],
  ['NOT_NEEDED', 'Reason'],
  ['REVIEW', 'Decision Subject To'],
] as const)(
  'the history names the comment of %s as the decision does: %s',
  (status, label) => {
    expect(changeLabel('decisionComment', status, 'Buyer')).toBe(label)
  },
)

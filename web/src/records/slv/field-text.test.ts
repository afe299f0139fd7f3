import { formFieldNames, formFields } from '@portal/contract/slv/form'
import { expect, test } from 'vitest'
import { fieldText } from './field-text.ts'

test.each(formFieldNames.filter((name) => formFields[name].kind === 'day'))(
  '%s is shown as a day',
  (name) => {
    expect(fieldText(name, '2026-03-04')).toBe('03/04/2026')
  },
)

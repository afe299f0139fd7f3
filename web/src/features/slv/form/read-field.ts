import { invalidDate } from '@portal/contract/lib/fields'
import { type FormFieldName, formFieldNames, formFields } from '@portal/contract/slv/form'
import * as format from '../../../lib/format.ts'
import { readNumber, writeNumber } from '../../../lib/number-text.ts'
import { readDay } from './civil-day.ts'
import type { Read, Reading, Typed, Value } from './values.ts'

export const isFormField = (name: string): name is FormFieldName => formFieldNames.some((known) => known === name)

type Kind = (typeof formFields)[FormFieldName]['kind']

/** Decimals that a kind of number shows: at least and at most. Cents stand only where there are some. */
const decimalsOf = (kind: Kind, value: number): { min: number; max: number } => {
  if (kind === 'money') return { min: Number.isInteger(value) ? 0 : 2, max: 2 }
  return kind === 'percent' ? { min: 2, max: 2 } : { min: 3, max: 3 }
}

const isNumeric = (kind: Kind) => kind === 'money' || kind === 'percent' || kind === 'coverage' || kind === 'integer'

/** Understands one field of the form by its kind, and asks the contract whether it will do. */
export const readField: Read = (name, typed) => {
  if (!isFormField(name)) return { error: 'Unknown field' }
  const plain = plainValue(formFields[name].kind, typed)
  if (!('value' in plain) || plain.value === null) return plain
  const parsed = formFields[name].schema.safeParse(plain.value)
  return parsed.success ? { value: parsed.data } : { error: parsed.error.issues[0]?.message ?? 'Invalid' }
}

const plainValue = (kind: Kind, typed: Typed): Reading => {
  if (typed === null || typeof typed === 'boolean') return { value: typed }
  if (typeof typed !== 'string') return { error: 'Invalid' }
  const text = typed.trim()
  if (text === '') return { value: null }
  if (kind === 'day') {
    const day = readDay(text)
    return day === null ? { error: invalidDate } : { value: day }
  }
  if (!isNumeric(kind)) return { value: text }
  const number = readNumber(text)
  return number === 'wrong' ? { error: 'Not a number' } : { value: number }
}

/** A server's value as its input shows it when nobody types there. */
export const shownValue = (name: FormFieldName, value: Value | undefined): Typed => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value
  const { kind } = formFields[name]
  if (typeof value === 'number') return kind === 'integer' ? String(value) : writeNumber(value, decimalsOf(kind, value))
  if (kind === 'day') return format.day(String(value))
  if (kind === 'phone') return format.phone(String(value))
  return String(value)
}

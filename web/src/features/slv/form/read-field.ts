import { invalidDate, isCivilDay } from '@portal/contract/lib/fields'
import { type FormFieldName, formFieldNames, formFields } from '@portal/contract/slv/form'
import type { Read, Typed, Value } from '../../../lib/autosave/edits.ts'
import * as format from '../../../lib/text/format.ts'
import { readNumber, writeNumber } from '../../../lib/text/number-text.ts'

export const isFormField = (name: string): name is FormFieldName => formFieldNames.some((known) => known === name)

type Kind = (typeof formFields)[FormFieldName]['kind']

/** '3/1/2026', '03-01-2026', '03012026' or '2026-03-01' as 'yyyy-MM-dd'; null for anything that isn't a calendar day. */
export const readDay = (typed: string): string | null => {
  const text = typed.trim()
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  const [, month = isoMonth, day = isoDay, year = isoYear] =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? []
  if (!year || !month || !day) return null
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCivilDay(iso) ? iso : null
}

const decimalsOf = (kind: Kind, value: number): { min: number; max: number } => {
  if (kind === 'money') return { min: Number.isInteger(value) ? 0 : 2, max: 2 }
  return kind === 'percent' ? { min: 2, max: 2 } : { min: 3, max: 3 }
}

const isNumeric = (kind: Kind) => kind === 'money' || kind === 'percent' || kind === 'coverage' || kind === 'integer'

export const readField: Read = (name, typed) => {
  if (!isFormField(name)) return { error: 'Unknown field' }
  const plain = plainValue(formFields[name].kind, typed)
  if (!('value' in plain) || plain.value === null) return plain
  const parsed = formFields[name].schema.safeParse(plain.value)
  return parsed.success ? { value: parsed.data } : { error: parsed.error.issues[0]?.message ?? 'Invalid' }
}

const plainValue = (kind: Kind, typed: Typed): ReturnType<Read> => {
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
  return number === 'wrong' ? { error: 'Must be a number' } : { value: number }
}

export const shownValue = (name: FormFieldName, value: Value): Typed => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value
  const { kind } = formFields[name]
  if (typeof value === 'number') return kind === 'integer' ? String(value) : writeNumber(value, decimalsOf(kind, value))
  if (kind === 'day') return format.day(String(value))
  if (kind === 'phone') return format.phone(String(value))
  return String(value)
}

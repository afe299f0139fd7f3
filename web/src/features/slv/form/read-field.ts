import { invalidDate, isCivilDay } from '@portal/contract/lib/fields'
import { keysOf, tableOf } from '@portal/contract/lib/typed'
import { formFieldNames, formFields } from '@portal/contract/slv/form'
import type { ZodType } from 'zod'
import type { Read, Typed, Value } from '../../../lib/autosave/edits.ts'
import * as format from '../../../lib/text/format.ts'
import { readNumber, writeNumber } from '../../../lib/text/number-text.ts'

/** What an input of a form edits: how its text is parsed, and how a value is written into it. */
export type FieldKind = (typeof formFields)[keyof typeof formFields]['kind'] | 'number' | 'months' | 'bps' | 'factors'

type FieldRule = { kind: FieldKind; schema: ZodType<Value | undefined> }

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

/** How the numbers of each numeric kind are written. */
const numberTexts: Partial<Record<FieldKind, (value: number) => string>> = {
  money: (value) => writeNumber(value, { min: Number.isInteger(value) ? 0 : 2, max: 2 }),
  percent: (value) => writeNumber(value, { min: 2, max: 2 }),
  coverage: (value) => writeNumber(value, { min: 3, max: 3 }),
  integer: String,
  number: (value) => writeNumber(value, { min: 0, max: 3 }),
  months: (value) => writeNumber(value, { min: 0, max: 1 }),
  bps: format.signed,
}

const plainValue = (kind: FieldKind, typed: Typed): ReturnType<Read> => {
  if (typed === null || typeof typed === 'boolean') return { value: typed }
  if (typeof typed === 'object')
    return { value: typed.filter(({ factor = '', value = '' }) => factor.trim() !== '' || value.trim() !== '') }
  const text = typed.trim()
  if (text === '') return { value: kind === 'longText' ? '' : null }
  if (kind === 'day') {
    const day = readDay(text)
    return day === null ? { error: invalidDate } : { value: day }
  }
  if (!numberTexts[kind]) return { value: text }
  const number = readNumber(text)
  return number === 'wrong' ? { error: 'Must be a number' } : { value: number }
}

/** Reads and shows the inputs of these fields. */
export const createCodec = <Name extends string>(fields: Readonly<Record<Name, FieldRule>>) => {
  const isField = (name: string): name is Name => Object.hasOwn(fields, name)
  return {
    names: keysOf(fields),
    isField,
    read: (name: string, typed: Typed): ReturnType<Read> => {
      if (!isField(name)) return { error: 'Unknown field' }
      const plain = plainValue(fields[name].kind, typed)
      if (!('value' in plain)) return plain
      const parsed = fields[name].schema.safeParse(plain.value)
      return parsed.success ? { value: parsed.data ?? null } : { error: parsed.error.issues[0]?.message ?? 'Invalid' }
    },
    show: (name: Name, value: Value): Typed => {
      const { kind } = fields[name]
      if (value === null) return ''
      if (typeof value === 'number') return numberTexts[kind]?.(value) ?? String(value)
      if (kind === 'day') return format.day(String(value))
      return kind === 'phone' ? format.phone(String(value)) : value
    },
  }
}

/** The fields of the request form. */
export const formCodec = createCodec(
  tableOf(formFieldNames, (name): FieldRule => {
    const { kind, schema } = formFields[name]
    return { kind, schema: schema.nullable() }
  }),
)

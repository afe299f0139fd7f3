import { getKeys, isOneOf, toRecord } from '@portal/contract/lib/typed'
import {
  formatTypedNumber,
  type NumberKind,
  numberKinds,
  parseTyped,
  type TypedKind,
} from '@portal/contract/lib/typed-values'
import { formFieldNames, formFields } from '@portal/contract/slv/form'
import type { ZodType } from 'zod'
import type { Reading, Typed, Value } from '../../../lib/autosave/edits.ts'
import * as format from '../../../lib/text/format.ts'

/**
 * What an input of a form edits: how its text is parsed, and how a value is
 * written into it.
 */
export type FieldKind =
  | (typeof formFields)[keyof typeof formFields]['kind']
  | 'number'
  | 'months'
  | 'bps'
  | 'factors'
  | 'rows'

type FieldRule = { kind: FieldKind; schema: ZodType<Value | undefined> }

/**
 * How the text of each kind of field is parsed; the other kinds have values
 * that aren't typed.
 */
const typedKinds: Partial<Record<FieldKind, TypedKind>> = {
  money: 'money',
  percent: 'percent',
  coverage: 'coverage',
  integer: 'integer',
  number: 'number',
  months: 'months',
  bps: 'bps',
  day: 'day',
  phone: 'phone',
  loanNumber: 'loanNumber',
  zip: 'zip',
  email: 'text',
  text: 'text',
}

const isNumberKind = (kind: FieldKind): kind is NumberKind =>
  isOneOf(numberKinds, kind)

const plainValue = (kind: FieldKind, typed: Typed): Reading => {
  if (typed === null || typeof typed === 'boolean') return { value: typed }
  if (typeof typed === 'object' && kind === 'rows') return { value: typed }
  if (typeof typed === 'object')
    return {
      value: typed.filter(
        ({ factor = '', value = '' }) =>
          factor.trim() !== '' || value.trim() !== '',
      ),
    }
  const text = typed.trim()
  if (text === '') return { value: kind === 'longText' ? '' : null }
  const typedKind = typedKinds[kind]
  return typedKind === undefined ? { value: text } : parseTyped(typedKind, text)
}

/** Reads and shows the inputs of these fields. */
export const createCodec = <Name extends string>(
  fields: Readonly<Record<Name, FieldRule>>,
) => {
  const isField = (name: string): name is Name => Object.hasOwn(fields, name)
  return {
    names: getKeys(fields),
    isField,
    read: (name: string, typed: Typed): Reading => {
      if (!isField(name)) return { error: 'Unknown field' }
      const plain = plainValue(fields[name].kind, typed)
      if (!('value' in plain)) return plain
      const parsed = fields[name].schema.safeParse(plain.value)
      return parsed.success
        ? { value: parsed.data ?? null }
        : { error: parsed.error.issues[0]?.message ?? 'Invalid' }
    },
    show: (name: Name, value: Value): Typed => {
      const { kind } = fields[name]
      if (value === null) return ''
      if (typeof value === 'number')
        return isNumberKind(kind)
          ? formatTypedNumber(kind, value)
          : String(value)
      if (kind === 'day') return format.day(String(value))
      return kind === 'phone' ? format.phone(String(value)) : value
    },
  }
}

/** The fields of the request form. */
export const formCodec = createCodec(
  toRecord(formFieldNames, (name): FieldRule => {
    const { kind, schema } = formFields[name]
    return { kind, schema: schema.nullable() }
  }),
)

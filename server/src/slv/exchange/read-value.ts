import { invalidDate, notAChoice } from '@portal/contract/lib/fields'
import { type FormFieldName, formFields } from '@portal/contract/slv/form'
import type { ImportedField } from '@portal/contract/slv/import-api'
import { occupancyLabels, propertyTypeLabels, purposes, states } from '@portal/contract/slv/model'
import { byLabel, parseDay, plain } from '../../lib/spreadsheets/read-rows.ts'

/** A value of a file for a field of the form. `keeps` are values of the draft that the file doesn't contradict. */
export type ReadValue = {
  source: string
  field: FormFieldName
  value: string | number | boolean
  keeps: readonly string[]
  note: string | null
}

/** A file's data on one loan: its values, and what can't be used. */
export type ReadLoan = { values: ReadValue[]; unused: ImportedField[] }

export const invalid = (source: string, field: FormFieldName, value: string, reason: string): ImportedField => ({
  ...{ source, field, value: value.slice(0, 200), reason },
  ...{ outcome: 'INVALID', previous: null },
})

const sameName = (values: readonly string[]) => new Map(values.map((value) => [plain(value), value]))

/** The codes of choices, by code and by label. Program and product are free text, checked when the request is sent. */
const choices: Partial<Record<FormFieldName, ReadonlyMap<string, string>>> = {
  propertyType: byLabel(propertyTypeLabels),
  occupancy: byLabel(occupancyLabels),
  purpose: sameName(purposes),
  state: sameName(states),
}
const flags: Readonly<Record<string, boolean>> = { yes: true, y: true, true: true, no: false, n: false, false: false }

type Parsed = { value: string | number | boolean } | { problem: string }

/** Parses the text of a cell or an element by the kind of its field; the form's schema decides whether it is valid. */
export function parseValue(field: FormFieldName, text: string): Parsed {
  const { kind, schema } = formFields[field]
  const value = convert(field, kind, text)
  if (value === undefined) return { problem: problemByKind[kind] ?? notAChoice }
  const parsed = schema.safeParse(value)
  return parsed.success ? { value: parsed.data } : { problem: parsed.error.issues[0]?.message ?? 'Invalid value' }
}

type Kind = (typeof formFields)[FormFieldName]['kind']

const noNumber = 'Must be a number'
const problemByKind: Partial<Record<Kind, string>> = {
  ...{ money: noNumber, percent: noNumber, integer: noNumber, coverage: noNumber },
  ...{ day: invalidDate, flag: 'Must be yes or no' },
}

function convert(field: FormFieldName, kind: Kind, text: string): string | number | boolean | undefined {
  switch (kind) {
    case 'money':
    case 'percent':
    case 'integer':
    case 'coverage':
      return parseNumber(text)
    case 'day':
      return parseDay(text)
    case 'flag':
      return flags[text.toLowerCase()]
    case 'choice':
      return choices[field] ? choices[field].get(plain(text)) : text
    default:
      return text
  }
}

/** '$480,000.00', '75%' and '-12.5' are numbers. */
function parseNumber(text: string): number | undefined {
  const bare = text.replace(/^(-?)\$/, '$1').replace(/\s?%$/, '')
  return /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(bare) ? Number(bare.replaceAll(',', '')) : undefined
}

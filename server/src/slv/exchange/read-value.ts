import { trimMarks } from '@portal/contract/lib/clean-text'
import { replacementCharacter } from '@portal/contract/lib/text-encoding'
import { parseTyped, type TypedValue } from '@portal/contract/lib/typed-values'
import { type FormFieldName, formFields } from '@portal/contract/slv/form'
import type { ImportedField } from '@portal/contract/slv/import-api'
import {
  occupancyLabels,
  propertyTypeLabels,
  purposes,
  states,
} from '@portal/contract/slv/model'
import {
  byLabel,
  parseSheetDay,
  plain,
} from '../../lib/spreadsheets/read-rows.ts'

/**
 * A value of a file for a field of the form. `keeps` are values of the draft
 * that the file doesn't contradict.
 */
export type ReadValue = {
  source: string
  field: FormFieldName
  value: string | number | boolean
  keeps: readonly string[]
  /** A value of the draft that says more than the file's stays. */
  keepsMore: boolean
  note: string | null
}

/** Fields that can't be zero: a zero in a file means no value. */
const neverZero: ReadonlySet<FormFieldName> = new Set([
  'loanAmount',
  'purchasePriceAmount',
  'appraisedValueAmount',
  'ltv',
  'cltv',
  'hcltv',
  'creditScore',
  'dti',
  'dscr',
  'incomeUsedAmount',
  'proposedHousingPaymentAmount',
  'financedProperties',
] as const)

export const noValue = 'A zero means that the file has no value'

/**
 * Whether the text of a cell or an element is a placeholder for a value that is
 * missing.
 */
export function isPlaceholder(field: FormFieldName, text: string): boolean {
  if (!neverZero.has(field)) return false
  const parsed = parseTyped('number', text)
  return 'value' in parsed && parsed.value === 0
}

/** A value in the file that isn't imported. */
export const notUsed = (
  source: string,
  reason: string,
  field: FormFieldName | null = null,
  value: ImportedField['value'] = null,
): ImportedField => ({
  source,
  field,
  outcome: 'NOT_USED',
  value,
  previous: null,
  reason,
})

/** A file's data on one loan: its values, and what can't be used. */
export type ReadLoan = { values: ReadValue[]; unused: ImportedField[] }

export const invalid = (
  source: string,
  field: FormFieldName,
  value: string,
  reason: string,
): ImportedField => ({
  source,
  field,
  value: value.slice(0, 200),
  reason,
  outcome: 'INVALID',
  previous: null,
})

const sameName = (values: readonly string[]) =>
  new Map(values.map((value) => [plain(value), value]))

/**
 * The codes of choices, by code and by label. Program and product are free
 * text, checked when the request is sent.
 */
const choices: Partial<Record<FormFieldName, ReadonlyMap<string, string>>> = {
  propertyType: byLabel(propertyTypeLabels),
  occupancy: byLabel(occupancyLabels),
  purpose: sameName(purposes),
  state: sameName(states),
}
const flags: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  true: true,
  '1': true,
  no: false,
  n: false,
  false: false,
  '0': false,
}

type Parsed =
  | { value: string | number | boolean; note: string | null }
  | { problem: string }

/**
 * Parses the text of a cell or an element by the kind of its field; the form's
 * schema decides whether it is valid.
 */
export function parseValue(field: FormFieldName, text: string): Parsed {
  if (text.includes(replacementCharacter))
    return {
      problem: `"${replacementCharacter}" marks a lost character. Enter the text here.`,
    }
  const converted = convert(field, text)
  if ('error' in converted) return { problem: converted.error }
  const parsed = formFields[field].schema.safeParse(converted.value)
  if (!parsed.success)
    return { problem: parsed.error.issues[0]?.message ?? 'Invalid value' }
  return { value: parsed.data, note: converted.note ?? null }
}

function convert(
  field: FormFieldName,
  text: string,
): TypedValue<string | number | boolean> {
  const { kind } = formFields[field]
  switch (kind) {
    case 'flag':
      return readFlag(text)
    case 'choice':
      return readChoice(field, text)
    case 'day':
      return parseSheetDay(text)
    case 'email':
    case 'longText':
      return parseTyped('text', text)
    default:
      return parseTyped(kind, text)
  }
}

function readFlag(text: string): TypedValue<boolean> {
  const value = flags[text.toLowerCase()]
  return value === undefined ? { error: 'Must be yes or no' } : { value }
}

function readChoice(field: FormFieldName, text: string): TypedValue<string> {
  const known = choices[field]
  if (!known) return { value: trimMarks(text) }
  const value = known.get(plain(text))
  // The report is read by people, who don't know the codes.
  return value === undefined
    ? { error: 'Choose one of the options' }
    : { value }
}

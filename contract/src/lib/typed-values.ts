import { cleanText, trimMarks, unwrapTextCell } from './clean-text.ts'
import { dayOfInstant, invalidDate, isCivilDay } from './fields.ts'
import { splitPhone } from './phone.ts'

/**
 * Reads what people type, and what files contain, for a field of the portal.
 * Web inputs, CSV, XLSX and MISMO all use this module. Text that could mean two
 * things is refused with a message, never guessed.
 */

/** How the text of a field is read. */
export type TypedKind =
  | NumberKind
  | 'day'
  | 'phone'
  | 'loanNumber'
  | 'zip'
  | 'text'
export const numberKinds = [
  'money',
  'percent',
  'coverage',
  'integer',
  'number',
  'months',
  'bps',
] as const
export type NumberKind = (typeof numberKinds)[number]

/**
 * The value, with a note if it was rounded; or what is wrong, with texts that
 * the person may have meant.
 */
export type TypedValue<T = string | number> =
  | { value: T; note?: string }
  | { error: string; suggestions?: readonly string[] }

export const notANumber = 'Must be a number'
export const wrongSeparators =
  'Use commas for thousands and a point for decimals, such as 480,000.00'
export const wrongDay = `${invalidDate}. Use MM/DD/YYYY, such as 03/04/2026`
export const shortenedNumber =
  'A spreadsheet shortened this number. Format the column as text.'

/** Reads the text of a field. The text isn't empty. */
export function parseTyped(kind: TypedKind, text: string): TypedValue {
  switch (kind) {
    case 'day':
      return parseDay(text)
    case 'phone':
      return { value: parsePhone(text) }
    case 'loanNumber':
      return parseLoanNumber(text)
    case 'zip':
      return { value: withoutZeroDecimals(unwrapTextCell(cleanText(text))) }
    case 'text':
      return { value: trimMarks(text) }
    default:
      return parseNumber(kind, text)
  }
}

// Numbers

type Unit = '$' | '%' | 'x' | 'months' | 'bps'

/**
 * The units that a number of each kind may be written with. A unit is never
 * required.
 */
const unitsByKind: Record<NumberKind, readonly Unit[]> = {
  money: ['$'],
  percent: ['%'],
  coverage: ['x', '%'],
  integer: [],
  number: ['$', '%', 'x', 'months', 'bps'],
  months: ['months'],
  bps: ['bps'],
}

const unitWords: readonly { unit: Unit; pattern: RegExp }[] = [
  { unit: '%', pattern: /(?:%|percent|pct)$/ },
  { unit: 'x', pattern: /x$/ },
  { unit: 'months', pattern: /(?:months?|mos?\.?)$/ },
  { unit: 'bps', pattern: /(?:bps?|basis points?)$/ },
  { unit: '$', pattern: /(?:usd|dollars?)$/ },
]

/** Powers of ten of the words that shorten an amount. */
const scaleWords: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mm: 6,
  mil: 6,
  million: 6,
}

/**
 * A number as it was written: its digits without separators, and the unit if
 * there was one.
 */
type WrittenNumber = { digits: string; scale: number; unit: Unit | null }

/** Reads a number: '$ 480,000', '.5', '450k', '(1,000)', '1.25x'. */
export function parseNumber(
  kind: NumberKind,
  text: string,
): TypedValue<number> {
  const written = readWritten(kind, text)
  if ('error' in written) return written
  const value = toNumber(written)
  if (kind === 'percent') return askIfFraction(value, written)
  if (kind === 'coverage') return readCoverage(value, written, text)
  return { value }
}

/** Adding 0 makes '-0' a plain zero. */
const toNumber = ({ digits, scale }: WrittenNumber): number =>
  Number(`${digits}e${scale}`) + 0

function readWritten(
  kind: NumberKind,
  text: string,
): WrittenNumber | { error: string } {
  const { body, isNegative } = readSign(cleanText(text).toLowerCase())
  const { rest, unit } = readUnit(body)
  if (unit !== null && !unitsByKind[kind].includes(unit))
    return { error: notANumber }
  const { rest: number, scale } = readScale(rest, kind)
  const digits = readDigits(number)
  if (digits === null)
    return { error: looksLikeNumber(number) ? wrongSeparators : notANumber }
  if (kind === 'money' && scale === 0 && isGroupOrDecimals(digits))
    return { error: wrongSeparators }
  return { digits: isNegative ? `-${digits}` : digits, scale, unit }
}

/** '(1,000)', '-1,000', '-$1,000' and '$-1,000' are negative. */
function readSign(text: string): { body: string; isNegative: boolean } {
  const inner = /^\$? ?\((.+)\)$/.exec(text)?.[1]
  if (inner !== undefined) return { body: inner.trim(), isNegative: true }
  const [, currency = '', sign = '', amount = ''] =
    /^((?:us)?\$ ?|usd ?)?([+-]) ?(.*)$/.exec(text) ?? []
  if (sign === '') return { body: text, isNegative: false }
  return { body: `${currency}${amount}`.trim(), isNegative: sign === '-' }
}

function readUnit(text: string): { rest: string; unit: Unit | null } {
  const withoutDollar = text.replace(/^(?:(?:us)?\$|usd) ?/, '')
  if (withoutDollar !== text)
    return { rest: withoutDollar.replace(/ ?usd$/, ''), unit: '$' }
  for (const { unit, pattern } of unitWords) {
    if (pattern.test(text))
      return { rest: text.replace(pattern, '').trim(), unit }
  }
  return { rest: text, unit: null }
}

/** '450k' and '1.2 million' are amounts; other kinds have no such words. */
function readScale(
  text: string,
  kind: NumberKind,
): { rest: string; scale: number } {
  const [, rest = '', word = ''] = /^([\d.,]+) ?([a-z]+)$/.exec(text) ?? []
  const scale =
    kind === 'money' || kind === 'number' ? scaleWords[word] : undefined
  return scale === undefined ? { rest: text, scale: 0 } : { rest, scale }
}

/**
 * The digits of a number with groups of three, or none; null for anything else.
 */
function readDigits(text: string): string | null {
  if (/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return text
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text))
    return text.replaceAll(',', '')
  return /^[1-9]\d{0,2}(?: \d{3})+(?:\.\d*)?$/.test(text)
    ? text.replaceAll(' ', '')
    : null
}

const looksLikeNumber = (text: string): boolean =>
  /\d/.test(text) && /^[\d.,' ]+$/.test(text)

/** '480.000' is 480 in America and 480,000 in Europe. */
const isGroupOrDecimals = (digits: string): boolean =>
  /^[1-9]\d{0,2}\.\d{3}$/.test(digits)

/**
 * Below this, a percentage without its sign is probably a fraction: 0.8 for
 * 80%.
 */
const minPercent = 2
const isFraction = (value: number): boolean => value > 0 && value < minPercent

function askIfFraction(
  value: number,
  written: WrittenNumber,
): TypedValue<number> {
  if (written.unit === '%' || !isFraction(value)) return { value }
  const meant = `${toNumber({ ...written, scale: 2 })}%`
  return { error: `Did you mean ${meant}?`, suggestions: [meant, `${value}%`] }
}

/**
 * Above this, a coverage ratio without its sign is probably a percentage: 120
 * for 1.2.
 */
const maxCoverage = 10
const coverageDecimals = 3

/** '1.25', '1.25x' and '125%' are the same ratio. */
function readCoverage(
  value: number,
  written: WrittenNumber,
  text: string,
): TypedValue<number> {
  const { ratio, isRounded } = percentToRatio(written)
  if (written.unit === '%') {
    if (!isRounded) return { value: ratio }
    return { value: ratio, note: `Rounded from ${text.trim()}` }
  }
  if (written.unit === 'x' || value <= maxCoverage) return { value }
  return {
    error: `Did you mean ${ratio}?`,
    suggestions: [`${ratio}`, `${value}x`],
  }
}

function percentToRatio({ digits }: WrittenNumber): {
  ratio: number
  isRounded: boolean
} {
  const exact = Number(`${digits}e-2`)
  const thousandths = Math.round(Number(`${digits}e1`))
  const ratio = Number(`${thousandths}e-${coverageDecimals}`)
  return { ratio, isRounded: ratio !== exact }
}

// Days

const monthNames = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
]
const fullMonthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * A time after a day. It is ignored unless it has an offset, which can move the
 * day.
 */
const timePattern = String.raw`(?:\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[ap]m)?)`
const timeAtEnd = new RegExp(`[t ,]{1,5}${timePattern}$`)
const instant = new RegExp(
  `^\\d{4}-\\d{2}-\\d{2}[t ]${timePattern} ?(?:z|utc|[+-]\\d{2}:?\\d{2})$`,
)
const weekdayAtStart =
  /^(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? /

/**
 * Reads a day: '11/5/26', '2026-03-04T00:00', 'Mar 4, 2026', '03042026'. Months
 * come before days.
 */
export function parseDay(text: string): TypedValue<string> {
  const cleaned = unwrapTextCell(cleanText(text)).toLowerCase()
  if (instant.test(cleaned)) return checkDay(readInstant(cleaned))
  const day = cleaned.replace(weekdayAtStart, '').replace(timeAtEnd, '')
  return checkDay(readNumericDay(day) ?? readNamedDay(day))
}

const checkDay = (day: string | null): TypedValue<string> =>
  day !== null && isCivilDay(day) ? { value: day } : { error: wrongDay }

/**
 * The day of an instant such as '2026-03-04 05:00:00 UTC' or
 * '2026-03-04T05:00+0000'.
 */
function readInstant(text: string): string | null {
  const iso = text
    .replace(/^(\S{10}) /, '$1T')
    .replace(/ ?utc$/, 'z')
    .replaceAll(' ', '')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
  return dayOfInstant(iso.toUpperCase())
}

/** Two-digit years are 1970 to 2069. */
function toYear(digits: string): string {
  if (digits.length === 4) return digits
  return Number(digits) < 70 ? `20${digits}` : `19${digits}`
}

const toIso = (year: string, month: string, day: string): string =>
  `${toYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** The first pattern that matches decides which part is the month. */
const numericDayPatterns = [
  /** 2026-03-04 */
  /^(?<year>\d{4})(?<separator>[-/.])(?<month>\d{1,2})\k<separator>(?<day>\d{1,2})$/,
  /** 20260304 */
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/,
  /** 3/4/26 */
  /^(?<month>\d{1,2})(?<separator>[/.\- ])(?<day>\d{1,2})\k<separator>(?<year>\d{4}|\d{2})$/,
  /** 03042026 */
  /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4})$/,
]

function readNumericDay(text: string): string | null {
  for (const pattern of numericDayPatterns) {
    const groups = pattern.exec(text)?.groups
    if (!groups) continue
    const { year = '', month = '', day = '' } = groups
    return toIso(year, month, day)
  }
  return null
}

const monthFirst =
  /^(?<month>[a-z]+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/
const dayFirst =
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<month>[a-z]+)\.?,?[ -](?<year>\d{4}|\d{2})$/

/** 'Mar 4, 2026' and '4-Mar-2026'. */
function readNamedDay(text: string): string | null {
  const match = monthFirst.exec(text) ?? dayFirst.exec(text)
  const { month = '', day = '', year = '' } = match?.groups ?? {}
  const monthNumber = toMonth(month)
  return monthNumber === null ? null : toIso(year, String(monthNumber), day)
}

function toMonth(name: string): number | null {
  const short = name === 'sept' ? 'sep' : name
  const index =
    short.length === 3
      ? monthNames.indexOf(short)
      : fullMonthNames.indexOf(short)
  return index < 0 ? null : index + 1
}

// Phone and loan numbers

/**
 * A phone number without invisible characters; its extension is written as
 * 'x12'. The schema checks it.
 */
function parsePhone(text: string): string {
  const withoutPrefix = cleanText(text).replace(/^tel: ?/i, '')
  const { number, extension } = splitPhone(withoutPrefix)
  return extension === null ? number : `${number} x${extension}`
}

const withoutZeroDecimals = (text: string): string =>
  /^\d+\.0+$/.test(text) ? text.replace(/\.0+$/, '') : text

/**
 * A loan number as LoanDock knows it: `="7007125"`, '7007125.0' and '#7007125'
 * are 7007125.
 */
export function parseLoanNumber(text: string): TypedValue<string> {
  const number = unwrapTextCell(cleanText(text))
    .trim()
    .replace(/^['#] ?/, '')
  if (/^\d(?:\.\d+)?e\+\d+$/i.test(number)) return { error: shortenedNumber }
  return { value: withoutZeroDecimals(number) }
}

/**
 * The loan number to look up. Text that can't be one is returned as it is, and
 * isn't found.
 */
export function toLoanNumber(text: string): string {
  const parsed = parseLoanNumber(text)
  return 'value' in parsed ? parsed.value : text.trim()
}

// Formats for inputs, which are read back as the same value

const writeDecimals = (value: number, min: number, max: number): string =>
  value.toLocaleString('en-US', {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
  })

const signOf = (value: number): string => {
  if (value > 0) return '+'
  return value < 0 ? '−' : ''
}

/**
 * A number as its input shows it. It has its unit where the parser would
 * otherwise ask what is meant.
 */
export function formatTypedNumber(kind: NumberKind, value: number): string {
  switch (kind) {
    case 'money':
      return writeDecimals(value, Number.isInteger(value) ? 0 : 2, 2)
    case 'percent':
      return `${writeDecimals(value, 2, 2)}${isFraction(value) ? '%' : ''}`
    case 'coverage': {
      const digits = writeDecimals(value, coverageDecimals, coverageDecimals)
      return value > maxCoverage ? `${digits}x` : digits
    }
    case 'integer':
      return String(value)
    case 'months':
      return writeDecimals(value, 0, 1)
    case 'bps':
      return `${signOf(value)}${writeDecimals(Math.abs(value), 0, 2)}`
    default:
      return writeDecimals(value, 0, 3)
  }
}

/** A civil day as its input shows it: 03/04/2026. */
export function formatTypedDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

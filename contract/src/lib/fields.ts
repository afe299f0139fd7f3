import { z } from 'zod'
import { civil } from '../sla/calendar.ts'
import { splitPhone } from './phone.ts'

/** Texts of spec.md §5. */
export const required = 'Required'
const noLessThan = (n: number) => `No less than ${n} characters`
const noMoreThan = (n: number) => `No more than ${n} characters`
export const invalidDate = 'Invalid Date'

/** At most this many values are listed for a wrong one. */
const maxListed = 10

/**
 * Says what a value may be: 'Choose one of: A, B'. Of many values, it lists the
 * first ten.
 */
export function describeChoices(values: readonly unknown[]): string {
  if (values.length === 1) return `Must be ${values[0]}`
  const listed = values.slice(0, maxListed).join(', ')
  const more = values.length - maxListed
  return more > 0
    ? `Choose one of: ${listed}, and ${more} more`
    : `Choose one of: ${listed}`
}

/** The error of a missing value is 'Required', of any other `message`. */
const requiredOr =
  (message: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? required : message

/** Days must be between these two (spec.md §9), which are themselves refused. */
export const minDate = '1970-01-01'
export const maxDate = '2099-01-01'

const storable = (value: string) =>
  value.isWellFormed() && !value.includes('\0')
const badText = 'Contains characters that cannot be stored'

/** Trimmed text that PostgreSQL can store. */
export const text = (max: number, min = 0) =>
  z
    .string({ error: requiredOr('Must be text') })
    .trim()
    .min(min, min === 1 ? required : noLessThan(min))
    .max(max, noMoreThan(max))
    .refine(storable, { error: badText, abort: true })

/**
 * Control characters, line breaks, direction marks and invisible characters.
 * Not joiners (U+200C, U+200D): file names in some scripts need them.
 */
export const hiddenCharacters =
  /(?![\u200c\u200d])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu
/** Emoji of several characters, some of them invisible. */
const emoji = /\p{RGI_Emoji}/gv
/**
 * Joiners between letters of these scripts, where they change how the letters
 * are written. Between other letters they would be invisible.
 */
const writtenJoiners =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}])[\u200c\u200d](?=\p{L})/gu

function isVisible(value: string): boolean {
  const rest = value.replace(emoji, '').replace(writtenJoiners, '')
  return rest.search(hiddenCharacters) < 0 && !/[\u200c\u200d]/.test(rest)
}

/**
 * A name without hidden characters, so that two names that look the same are
 * the same.
 */
export const name = (max: number, min = 0) =>
  text(max, min).refine(isVisible, 'Contains control or invisible characters')

/** A choice among fixed values. */
export const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: requiredOr(describeChoices(values)) })

/** Whether a number has at most so many decimals. */
const hasAtMostDecimals = (value: number, places: number) => {
  const scaled = value * 10 ** places
  return Math.abs(scaled - Math.round(scaled)) < 1e-4
}

/** A number within closed bounds with at most so many decimals. */
export const decimal = (min: number, max: number, places: number) =>
  z
    .number({ error: requiredOr('Must be a number') })
    // The messages are functions because formatting the limits of all fields at
    // startup took as long as drawing the first screen.
    .min(min, { error: () => `No less than ${min.toLocaleString('en-US')}` })
    .max(max, { error: () => `No more than ${max.toLocaleString('en-US')}` })
    .refine(
      (value) => hasAtMostDecimals(value, places),
      places === 0 ? 'Whole numbers only' : `No more than ${places} decimals`,
    )

/** Dollars: 0 or more, under a billion, cents at most. */
export const money = decimal(0, 999_999_999.99, 2)
/** Percent, 0–200, two decimals. */
export const percent = decimal(0, 200, 2)
/** Debt service coverage: rent over payment, three decimals. */
export const coverage = decimal(0, 200, 3)
export const fico = decimal(300, 850, 0)

/** A civil day, 'yyyy-MM-dd'. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, invalidDate)
  .refine(
    (value) => isCivilDay(value) && value > minDate && value < maxDate,
    invalidDate,
  )

const dayMs = 86_400_000
/**
 * The day of an ISO date-time with offset; null if it is none. Date pickers
 * write a local day as midnight UTC.
 */
export const dayOfInstant = (value: string): string | null => {
  const date = new Date(value)
  const isValid =
    isCivilDay(value.slice(0, 10)) && !Number.isNaN(date.getTime())
  if (!isValid) return null
  const isMidnightUtc = date.getTime() % dayMs === 0
  return isMidnightUtc ? date.toISOString().slice(0, 10) : civil(date).day
}

/**
 * A day: 'yyyy-MM-dd', or an ISO date-time with offset. Midnight UTC is that
 * UTC day, any other instant its New York day (product.md §1).
 */
export const dayInput = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/,
    invalidDate,
  )
  .transform((value) => dayOfInstant(value) ?? invalidDate)
  .pipe(day)

/** Rejects a range of days that ends before it starts. */
export const inOrder =
  <From extends string, To extends string>(first: From, last: To) =>
  (
    range: { [Name in From | To]?: string | undefined },
    ctx: z.RefinementCtx,
  ) => {
    const [from, to]: (string | undefined)[] = [range[first], range[last]]
    if (from && to && from > to)
      ctx.addIssue({ code: 'custom', path: [first], message: invalidDate })
  }

/** Whether the calendar has this day. */
export const isCivilDay = (value: string) => {
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

export const email = text(254).pipe(z.email('Invalid email address'))
export const zip = text(10).refine(
  (value) => /^\d{5}(-?\d{4})?$/.test(value),
  '5 or 9 digits',
)

/**
 * A US phone number: ten digits in any format, with an optional leading 1 and
 * an optional extension.
 */
export const phone = text(25).refine(isUsPhone, 'Enter a US phone number')

/** Whether it is a US phone number, in any usual spelling. */
export function isUsPhone(typed: string): boolean {
  const tenDigits = /^[2-9]\d{9}$/
  const { number } = splitPhone(typed)
  const withoutCountry = number.replace(/^\+?1(?=\D*\d{3})/, '')
  const withoutSeparators = withoutCountry.replace(/[\s().-]/g, '')
  const onlyDigits = number.replace(/\D/g, '')
  return tenDigits.test(withoutSeparators) || tenDigits.test(onlyDigits)
}

export const flag = z.boolean({ error: requiredOr('Must be true or false') })

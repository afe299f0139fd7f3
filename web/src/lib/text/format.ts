import { splitPhone } from '@portal/contract/lib/phone'

/** Shown for missing values (spec.md §2). */
export const none = '—'

type Maybe<T> = T | null | undefined

const isMissing = (
  value: Maybe<number | string>,
): value is null | undefined | '' =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'number' && !Number.isFinite(value))

/** A formatter that shows the dash for a missing number. */
const number =
  (format: (value: number) => string) =>
  (value: Maybe<number>): string =>
    isMissing(value) ? none : format(value)

const fixed = (decimals: number) =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format
const twoDecimals = fixed(2)
const upToOneDecimal = new Intl.NumberFormat('en-US', {
  maximumFractionDigits: 1,
}).format
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
}).format
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
}).format
const upToTwoDecimals = new Intl.NumberFormat('en-US', {
  maximumFractionDigits: 2,
}).format

/** Dollars as '$640,000', with cents only if there are any: '$640,000.50'. */
export const money = number((value) =>
  (Number.isInteger(value) ? wholeDollars : dollars)(value),
)

/** Dollars with cents, the exact value of an average: '$640,000.25'. */
export const cents = number(dollars)

/** Dollars without cents, for averages and totals: '$640,000'. */
export const roundMoney = number(wholeDollars)

/** A percentage with 2 decimals: 72.5 reads '72.50%'. */
export const percent = number((value) => `${twoDecimals(value)}%`)

/** Debt service coverage with 3 decimals: '1.180'. */
export const coverage = number(fixed(3))

/** An average of counts, scores or ratios with 2 decimals: '1.38', '712.40'. */
export const decimals = number(twoDecimals)

/** A count with thousands separators: '1,280'. */
export const count = number(fixed(0))

const [kilo, mega] = [1024, 1024 * 1024]

/** Bytes as '640 B', '12 kB', '1.2 MB', in the units of the 50 MB limit. */
export const fileSize = number((bytes) => {
  if (bytes < kilo) return `${bytes} B`
  const kilobytes = Math.round(bytes / kilo)
  return kilobytes < kilo
    ? `${kilobytes} kB`
    : `${upToOneDecimal(bytes / mega)} MB`
})

/** A number with its sign and a true minus: '−2', '+3', '0'. */
export const signed = (value: number): string =>
  `${signFor(value)}${upToTwoDecimals(Math.abs(value))}`

/** A true minus, a plus, or nothing for 0. */
export const signFor = (value: number): '+' | '−' | '' => {
  if (value === 0) return ''
  return value > 0 ? '+' : '−'
}

/** Basis points, always with their sign: '−25 bps', '+12.5 bps', '0 bps'. */
export const bps = number((value) => `${signed(value)} bps`)

const formatDayCount = (text: string, value: number) =>
  `${text} ${Math.abs(value) === 1 ? 'Day' : 'Days'}`

/** '1 Day', '0 Days', '12 Days' (spec.md §5). */
export const days = number((value) =>
  formatDayCount(upToTwoDecimals(value), value),
)

/** An average of days with 2 decimals: '2.10 Days', '1.00 Day'. */
export const averageDays = number((value) =>
  formatDayCount(twoDecimals(value), value),
)

/** Days over (+) or left (−): '+1 Day', '−2 Days', '0 Days'. */
export const signedDays = number((value) =>
  formatDayCount(signed(value), value),
)

/** Any text, or the dash. */
export const text = (value: Maybe<string | number>): string =>
  isMissing(value) ? none : String(value)

/**
 * A formatter of instants on New York's clock that shows the dash for a missing
 * or invalid one.
 */
export const instant = (options: Intl.DateTimeFormatOptions) => {
  const { format } = new Intl.DateTimeFormat('en-US', {
    ...options,
    timeZone: 'America/New_York',
  })
  return (value: Maybe<string | Date>): string => {
    const at = new Date(value || Number.NaN)
    return Number.isNaN(at.getTime()) ? none : format(at).replaceAll(/\s/g, ' ')
  }
}
const dateParts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const timeParts = { hour: 'numeric', minute: '2-digit' } as const

/**
 * The New York day of an instant, MM/dd/yyyy. For civil days ('2026-03-01') use
 * `day`.
 */
export const date = instant(dateParts)

/** An instant on New York's clock: '03/01/2026, 2:05 PM'. */
export const dateTime = instant({ ...dateParts, ...timeParts })

/** The time of an instant on New York's clock: '2:05 PM'. */
export const time = instant(timeParts)

const timeOfDay = new Intl.DateTimeFormat('en-US', {
  ...timeParts,
  timeZone: 'UTC',
})

/** A time of the business calendar, in New York: '3:00 PM ET' for '15:00'. */
export const calendarTime = (clock: string): string =>
  `${timeOfDay.format(new Date(`1970-01-01T${clock}Z`)).replaceAll(/\s/g, ' ')} ET`

/** The day of the week of an instant in New York: 'Wednesday'. */
export const weekday = instant({ weekday: 'long' })

/** A civil day 'yyyy-MM-dd' as MM/dd/yyyy. No time zone shifts it. */
export const day = (value: Maybe<string>): string => {
  const [, year, month, dayOfMonth] =
    /^(\d{4})-(\d{2})-(\d{2})$/.exec(value ?? '') ?? []
  return year ? `${month}/${dayOfMonth}/${year}` : none
}

/**
 * Ten digits as '(213) 555-0142', with an extension as '(213) 555-0142 x12';
 * other text is returned unchanged.
 */
export const phone = (value: Maybe<string>): string => {
  if (isMissing(value)) return none
  const { number: digits, extension } = splitPhone(value)
  const [, area, office, line] =
    /^1?(\d{3})(\d{3})(\d{4})$/.exec(digits.replaceAll(/\D/g, '')) ?? []
  if (!area) return value
  return `(${area}) ${office}-${line}${extension === null ? '' : ` x${extension}`}`
}

/**
 * Groups things by the New York day on which they happened, in the order given.
 */
export const byDay = <T extends { at: string }>(
  items: readonly T[],
): { day: string; items: T[] }[] =>
  [...Map.groupBy(items, ({ at }) => date(at))].map(([day, ofDay]) => ({
    day,
    items: ofDay,
  }))

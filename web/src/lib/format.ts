/** What stands where a value is missing (spec.md §2). */
export const none = '—'

type Maybe<T> = T | null | undefined

const isMissing = (value: Maybe<number | string>): value is null | undefined | '' =>
  value === null || value === undefined || value === '' || (typeof value === 'number' && !Number.isFinite(value))

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const plain = (decimals: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
const twoDecimals = plain(2)
const threeDecimals = plain(3)
const counting = plain(0)
const oneDecimal = plain(1)
const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Dollars as '$640,000', with cents only where there are some: '$640,000.50'. */
export const money = (value: Maybe<number>): string =>
  isMissing(value) ? none : (Number.isInteger(value) ? wholeDollars : dollars).format(value)

/** Dollars with their cents, for averages that stand under each other: '$640,000.00'. */
export const cents = (value: Maybe<number>): string => (isMissing(value) ? none : dollars.format(value))

/** A percentage with 2 decimals: 72.5 reads '72.50%'. */
export const percent = (value: Maybe<number>): string => (isMissing(value) ? none : `${twoDecimals.format(value)}%`)

/** Debt service coverage with 3 decimals: '1.180'. */
export const coverage = (value: Maybe<number>): string => (isMissing(value) ? none : threeDecimals.format(value))

/** An average of counts, scores or ratios with 2 decimals: '1.38', '712.40'. */
export const decimals = (value: Maybe<number>): string => (isMissing(value) ? none : twoDecimals.format(value))

/** A count with thousands separators: '1,280'. */
export const count = (value: Maybe<number>): string => (isMissing(value) ? none : counting.format(value))

const [kilo, mega] = [1024, 1024 * 1024]

/** Bytes for people, counted as the limit of 50 MB is: '640 B', '12 kB', '1.2 MB'. */
export const fileSize = (bytes: Maybe<number>): string => {
  if (isMissing(bytes)) return none
  if (bytes < kilo) return `${bytes} B`
  const kilobytes = Math.round(bytes / kilo)
  return kilobytes < kilo ? `${kilobytes} kB` : `${oneDecimal.format(bytes / mega)} MB`
}

/** Basis points, always with their sign: '−25 bps', '+12.5 bps', '0 bps'. */
export const bps = (value: Maybe<number>): string => (isMissing(value) ? none : `${signed(value)} bps`)

/** A number with its sign and a true minus: '−2', '+3', '0'. */
export const signed = (value: number): string => `${signOf(value)}${points.format(Math.abs(value))}`

const signOf = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '')

/** '1 Day', '0 Days', '12 Days' (spec.md §5). */
export const days = (value: Maybe<number>): string =>
  isMissing(value) ? none : `${points.format(value)} ${value === 1 ? 'Day' : 'Days'}`

/** An average of days with 2 decimals: '2.10 Days', '1.00 Day'. */
export const averageDays = (value: Maybe<number>): string =>
  isMissing(value) ? none : `${twoDecimals.format(value)} ${value === 1 ? 'Day' : 'Days'}`

/** Days over (+) or left (−): '+1 Day', '−2 Days', '0 Days'. */
export const signedDays = (value: Maybe<number>): string =>
  isMissing(value) ? none : `${signed(value)} ${Math.abs(value) === 1 ? 'Day' : 'Days'}`

/** Any text, or the dash. */
export const text = (value: Maybe<string | number>): string => (isMissing(value) ? none : String(value))

const newYork = 'America/New_York'
const dateParts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const instantDate = new Intl.DateTimeFormat('en-US', { ...dateParts, timeZone: newYork })
const instantDateTime = new Intl.DateTimeFormat('en-US', {
  ...dateParts,
  hour: 'numeric',
  minute: '2-digit',
  timeZone: newYork,
})

const instantTime = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: newYork })
const instantWeekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: newYork })

const parsedInstant = (value: Maybe<string | Date>) => {
  const instant = value instanceof Date ? value : new Date(value || Number.NaN)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** The New York day of an instant, MM/dd/yyyy. For civil days ('2026-03-01') use `day`. */
export const date = (value: Maybe<string | Date>): string => {
  const instant = parsedInstant(value)
  return instant ? instantDate.format(instant) : none
}

/** An instant on New York's clock: '03/01/2026, 2:05 PM'. */
export const dateTime = (value: Maybe<string | Date>): string => {
  const instant = parsedInstant(value)
  return instant ? instantDateTime.format(instant).replaceAll(/\s/g, ' ') : none
}

/** The time of an instant on New York's clock: '2:05 PM'. */
export const time = (value: Maybe<string | Date>): string => {
  const instant = parsedInstant(value)
  return instant ? instantTime.format(instant).replaceAll(/\s/g, ' ') : none
}

/** The day of the week of an instant in New York: 'Wednesday'. */
export const weekday = (value: Maybe<string | Date>): string => {
  const instant = parsedInstant(value)
  return instant ? instantWeekday.format(instant) : none
}

/** A civil day 'yyyy-MM-dd' as MM/dd/yyyy. It is no instant: no time zone moves it. */
export const day = (value: Maybe<string>): string => {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value ?? '') ?? []
  return year ? `${month}/${dayOfMonth}/${year}` : none
}

/** Ten digits as '(213) 555-0142'; anything else stays as it is. */
export const phone = (value: Maybe<string>): string => {
  if (isMissing(value)) return none
  const [, area, office, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(value.replaceAll(/\D/g, '')) ?? []
  return area ? `(${area}) ${office}-${line}` : value
}

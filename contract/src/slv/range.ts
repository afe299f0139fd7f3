import { z } from 'zod'

/** The unit of a range, for its text. POINTS is any plain number. */
export type RangeUnit = 'MONEY' | 'POINTS' | 'PERCENT'

/** Both ends are inclusive; null means open. */
export type NumberRange = { min: number | null; max: number | null }

const pattern = /^(\d{1,12}(?:\.\d{1,3})?)?\.\.(\d{1,12}(?:\.\d{1,3})?)?$/

/**
 * Reads '300000..500000', '660..' or '..70'; null for any other text, and for
 * ends in the wrong order.
 */
export const readRange = (text: string): NumberRange | null => {
  const match = pattern.exec(text)
  if (!match) return null
  const [, from, to] = match
  const min = from === undefined ? null : Number(from)
  const max = to === undefined ? null : Number(to)
  if (min === null && max === null) return null
  return min !== null && max !== null && min > max ? null : { min, max }
}

/**
 * Writes a range for an address or a call; null for a range that is open at
 * both ends.
 */
export const writeRange = ({ min, max }: NumberRange): string | null =>
  min === null && max === null ? null : `${min ?? ''}..${max ?? ''}`

/** A range in a query. */
export const RangeText = z
  .string()
  .max(40)
  .refine(
    (text) => readRange(text) !== null,
    'Use a range such as 300000..500000, 660.. or ..70',
  )

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

const valueText = (value: number, unit: RangeUnit): string => {
  if (unit === 'MONEY') return `$${number.format(value)}`
  return unit === 'PERCENT' ? `${number.format(value)}%` : String(value)
}

/**
 * '$300,000 – $500,000', 'from 660', 'up to 70%'; text that isn't a range is
 * returned unchanged.
 */
export const describeRange = (text: string, unit: RangeUnit): string => {
  const range = readRange(text)
  if (!range) return text
  const { min, max } = range
  if (min === null) return `up to ${valueText(max ?? 0, unit)}`
  return max === null
    ? `from ${valueText(min, unit)}`
    : `${valueText(min, unit)} – ${valueText(max, unit)}`
}

/**
 * Exact arithmetic for figures that are compared with limits. A decimal with up
 * to 15 digits is a number, because two numbers compare as their decimals do. A
 * quotient, such as months of reserves, may have no finite decimal form: it is
 * a fraction of integers, and is rounded only to be shown.
 */
export type Quotient = { part: bigint; whole: bigint; approximate: number }
export type Exact = number | Quotient

/** A decimal as a fraction: 1.25 is 125 / 100. */
function toFraction(value: number): [part: bigint, whole: bigint] {
  if (Number.isInteger(value)) return [BigInt(value), 1n]
  const hundredths = Math.round(value * 100)
  if (hundredths / 100 === value) return [BigInt(hundredths), 100n]
  const [digits = '', exponent = '0'] = String(value).split('e')
  const [integer = '', decimals = ''] = digits.split('.')
  const places = decimals.length - Number(exponent)
  const part = BigInt(integer + decimals)
  return places >= 0
    ? [part, 10n ** BigInt(places)]
    : [part * 10n ** BigInt(-places), 1n]
}

/** part / whole, times a whole number. `whole` must be positive. */
export function divide(part: number, whole: number, times = 1): Quotient {
  const [dividend, dividendScale] = toFraction(part)
  const [divisor, divisorScale] = toFraction(whole)
  return {
    part: dividend * divisorScale * BigInt(times),
    whole: divisor * dividendScale,
    approximate: (part / whole) * times,
  }
}

/** The sum of two amounts in dollars and cents. */
export const addMoney = (a: number, b: number): number =>
  (Math.round(a * 100) + Math.round(b * 100)) / 100

/** The sum of two decimals with at most three places. */
export const addDecimals = (a: number, b: number): number =>
  Math.round((a + b) * 1000) / 1000

/** a − b. */
export function subtract(a: Exact, b: Exact): Quotient {
  const [aPart, aWhole] = asFraction(a)
  const [bPart, bWhole] = asFraction(b)
  const part = aPart * bWhole - bPart * aWhole
  const whole = aWhole * bWhole
  return { part, whole, approximate: Number(part) / Number(whole) }
}

const asFraction = (figure: Exact): [part: bigint, whole: bigint] =>
  typeof figure === 'number' ? toFraction(figure) : [figure.part, figure.whole]

/**
 * Below 0 if the figure is less than the limit, above 0 if it is more, and 0
 * only if it is exactly the limit.
 */
export function compare(figure: Exact, limit: number): number {
  if (typeof figure === 'number') return Math.sign(figure - limit)
  const gap = figure.approximate - limit
  // Floating-point error can't change the order of numbers this far apart.
  if (Math.abs(gap) > 1e-9 * Math.max(1, Math.abs(limit))) return Math.sign(gap)
  const [limitPart, limitWhole] = toFraction(limit)
  const difference = figure.part * limitWhole - limitPart * figure.whole
  if (difference === 0n) return 0
  return difference > 0n ? 1 : -1
}

/** Rounds half up to `decimals`. */
export function round(figure: Exact, decimals: number): number {
  const scale = 10 ** decimals
  if (
    typeof figure === 'number' &&
    Math.round(figure * scale) / scale === figure
  )
    return figure
  const [part, whole] = asFraction(figure)
  const twice = 2n * part * BigInt(scale) + whole
  return Number(floorDivide(twice, 2n * whole)) / scale
}

/** BigInt division drops the remainder toward zero; this one rounds down. */
function floorDivide(part: bigint, whole: bigint): bigint {
  const result = part / whole
  return part % whole < 0n ? result - 1n : result
}

const maxDecimals = 3

/**
 * Rounds a figure but keeps it on its side of a limit: 5.95 months with a limit
 * of 6 stays 5.95, while 7.5998 with a limit of 9 becomes 7.6. What is shown
 * then agrees with the comparison.
 */
export function roundBeside(
  figure: Exact,
  limit: number,
  decimals: number,
): number {
  const side = compare(figure, limit)
  for (let places = decimals; places <= maxDecimals; places++) {
    const rounded = round(figure, places)
    if (Math.sign(rounded - limit) === side) return rounded
  }
  return round(limit + side / 10 ** maxDecimals, maxDecimals)
}

/**
 * The largest number of whole dollars that is not above `percent` of an amount.
 */
export function floorPercent(percent: number, amount: number): number {
  const [percentPart, percentWhole] = toFraction(percent)
  const [amountPart, amountWhole] = toFraction(amount)
  return Number(
    floorDivide(percentPart * amountPart, percentWhole * amountWhole * 100n),
  )
}

/** The smallest number of whole dollars that is not below the product. */
export function ceilProduct(a: number, b: number): number {
  const [aPart, aWhole] = toFraction(a)
  const [bPart, bWhole] = toFraction(b)
  return Number(-floorDivide(-(aPart * bPart), aWhole * bWhole))
}

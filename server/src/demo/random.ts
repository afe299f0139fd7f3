/** Draws that follow from a seed alone, so that every first start tells the same story. */
export type Random = {
  /** Uniform in [min, max). */
  between: (min: number, max: number) => number
  /** Uniform whole number, both ends included. */
  whole: (min: number, max: number) => number
  /** True with probability `p`. */
  chance: (p: number) => boolean
  /** Lognormal with this median; `spread` is the standard deviation of its logarithm. */
  around: (median: number, spread: number) => number
  /** One of the items. Throws RangeError when there are none. */
  pick: <T>(items: readonly T[]) => T
  /** One of the items, by relative weight. */
  weighted: <T>(items: readonly (readonly [T, number])[]) => T
  /** A new array in another order. */
  shuffled: <T>(items: readonly T[]) => T[]
}

/** Mulberry32: 32 bits of state, good enough for demo data and free of dependencies. Uniform in [0, 1). */
const mulberry32 = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A source of draws from a seed. */
export const randomFrom = (seed: number): Random => {
  const next = mulberry32(Math.imul(seed, 0x9e3779b1))
  const between = (min: number, max: number) => min + next() * (max - min)
  const whole = (min: number, max: number) => Math.floor(between(min, max + 1))

  // Box–Muller; 1 − u keeps the logarithm away from zero.
  const around = (median: number, spread: number) =>
    median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()))

  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }
  const weighted = <T>(items: readonly (readonly [T, number])[]): T => {
    let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of items) {
      left -= weight
      if (left < 0) return item
    }
    throw new RangeError('Nothing to pick from')
  }
  const shuffled = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, key: next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item)

  return { between, whole, chance: (p) => next() < p, around, pick, weighted, shuffled }
}

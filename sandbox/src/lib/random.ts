/**
 * Mulberry32: 32 bits of state, good enough for demo data. Uniform in [0, 1).
 */
const mulberry32 = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Random values from a seed: the same seed gives the same values on every
 * machine.
 */
export const randomFrom = (seed: number) => {
  const next = mulberry32(seed)
  const between = (min: number, max: number) => min + next() * (max - min)
  // Box–Muller; 1 − u keeps the logarithm away from zero.
  const normal = (mean: number, sd: number) =>
    mean +
    sd * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

  return {
    /** Uniform in [min, max). */
    between,
    /** Uniform whole number, both ends included. */
    whole: (min: number, max: number) => Math.floor(between(min, max + 1)),
    chance: (probability: number) => next() < probability,
    /**
     * Lognormal with this median; `spread` is the standard deviation of its
     * logarithm.
     */
    around: (median: number, spread: number) =>
      median * Math.exp(normal(0, spread)),
    /**
     * Normal, drawn again until it lies within the bounds, so that values don't
     * pile up at the ends.
     */
    normalWithin: (
      mean: number,
      sd: number,
      min: number,
      max: number,
    ): number => {
      for (;;) {
        const value = normal(mean, sd)
        if (value >= min && value <= max) return value
      }
    },
    /** One of the items. Throws RangeError when there are none. */
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError('Nothing to pick from')
      const index = Math.floor(next() * items.length)
      return items[index] as T
    },
    shuffled: <T>(items: readonly T[]): T[] =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((left, right) => left.key - right.key)
        .map(({ item }) => item),
    /** One of the items, by relative weight; a weight of 0 is never drawn. */
    weighted: <T>(items: readonly (readonly [T, number])[]): T => {
      const total = items.reduce((sum, [, weight]) => sum + weight, 0)
      let remaining = next() * total
      for (const [item, weight] of items) {
        remaining -= weight
        if (remaining < 0) return item
      }
      throw new RangeError('Nothing to pick from')
    },
  }
}
export type Random = ReturnType<typeof randomFrom>

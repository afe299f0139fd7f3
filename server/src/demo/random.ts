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

/** Random values from a seed, so that every first start loads the same data. */
export function randomFrom(seed: number) {
  const next = mulberry32(Math.imul(seed, 0x9e3779b1))
  const between = (min: number, max: number) => min + next() * (max - min)
  return {
    /** Uniform in [min, max). */
    between,
    /** Uniform whole number, both ends included. */
    whole: (min: number, max: number) => Math.floor(between(min, max + 1)),
    chance: (probability: number) => next() < probability,
    /** Lognormal with this median; `spread` is the standard deviation of its logarithm. 1 − next() is never zero. */
    around: (median: number, spread: number) =>
      median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
    /** One of the items. Throws RangeError when there are none. */
    pick: <T>(items: readonly T[]): T => {
      for (const item of items.slice(Math.floor(next() * items.length))) return item
      throw new RangeError('Nothing to pick from')
    },
    /** A shuffled copy. */
    shuffled: <T>(items: readonly T[]) =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  }
}
export type Random = ReturnType<typeof randomFrom>

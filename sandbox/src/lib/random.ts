/** Draws that follow from a seed alone: the same seed tells the same story on every machine. */
export type Random = {
  /** Uniform in [min, max). */
  between: (min: number, max: number) => number
  /** Uniform whole number, both ends included. */
  whole: (min: number, max: number) => number
  /** True with probability `p`. */
  chance: (p: number) => boolean
  /** Normal with this mean and standard deviation. */
  normal: (mean: number, sd: number) => number
  /** Normal, drawn again until it lies within the bounds, so that no heap forms at the ends. */
  normalWithin: (mean: number, sd: number, min: number, max: number) => number
  pick: <T>(items: readonly T[]) => T
  /** One of the items, by relative weight; a weight of 0 is never drawn. */
  weighted: <T>(items: readonly (readonly [T, number])[]) => T
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

/** A source of draws from a seed. Throws RangeError when asked to pick from nothing. */
export const randomFrom = (seed: number): Random => {
  const next = mulberry32(seed)
  const between = (min: number, max: number) => min + next() * (max - min)

  // Box–Muller; 1 − u keeps the logarithm away from zero.
  const normal = (mean: number, sd: number) =>
    mean + sd * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

  const normalWithin = (mean: number, sd: number, min: number, max: number): number => {
    for (;;) {
      const value = normal(mean, sd)
      if (value >= min && value <= max) return value
    }
  }

  const weighted = <T>(items: readonly (readonly [T, number])[]): T => {
    let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of items) {
      left -= weight
      if (left < 0) return item
    }
    throw new RangeError('Nothing to pick from')
  }

  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }

  const whole = (min: number, max: number) => Math.floor(between(min, max + 1))
  return { between, whole, chance: (p) => next() < p, normal, normalWithin, pick, weighted }
}

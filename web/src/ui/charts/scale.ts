import type { CSSProperties } from 'react'

/** Styles with CSS variables. */
export type CustomStyle = CSSProperties & Record<`--${string}`, string | number>

/** An axis from 0 to `top` with a mark at each of `ticks`. */
export type Axis = { top: number; ticks: readonly number[] }

const steps = [1, 2, 2.5, 5, 10]

/**
 * An axis with about four round marks, from 0 to the first mark that isn't
 * below `most`; whole numbers for counts.
 */
export const axisTo = (most: number, { isWhole = false } = {}): Axis => {
  if (!(most > 0)) return { top: 1, ticks: [0, 1] }
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const fitting =
    steps
      .map((step) => step * power)
      .find((step) => step >= rough * (1 - 1e-9)) ?? 10 * power
  const step = isWhole ? Math.max(1, Math.ceil(fitting)) : fitting
  const count = Math.ceil(most / step - 1e-9)
  // toPrecision: 3 × 0.1 must not read 0.30000000000000004.
  const ticks = Array.from({ length: count + 1 }, (_, index) =>
    Number((index * step).toPrecision(12)),
  )
  return { top: ticks.at(-1) ?? 1, ticks }
}

/** A value as a share of the axis, between 0 and 1. */
export const toShare = (value: number, { top }: Axis): number =>
  Math.min(1, Math.max(0, value / top))

/** Picks at most `most` items at even distances, always including the last. */
export const pickEvenly = <T>(items: readonly T[], most: number): T[] => {
  const step = Math.max(1, Math.ceil(items.length / most))
  return items.filter((_, index) => (items.length - 1 - index) % step === 0)
}

/** An axis: it starts at nought, ends at `top`, and has a mark at each of `ticks`. */
export type Axis = { top: number; ticks: readonly number[] }

const steps = [1, 2, 2.5, 5, 10]

/** Round marks from nought to the first that is not below `most`, about `wanted` of them; whole ones for counts. */
export const axisTo = (most: number, { wanted = 4, isWhole = false } = {}): Axis => {
  if (!(most > 0)) return { top: 1, ticks: [0, 1] }
  const rough = most / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const fitting = steps.map((step) => step * power).find((step) => step >= rough * (1 - 1e-9)) ?? 10 * power
  const step = isWhole ? Math.max(1, Math.ceil(fitting)) : fitting
  const count = Math.ceil(most / step - 1e-9)
  // Multiplied and not added up: 3 × 0.1 must not read 0.30000000000000004 beside the next.
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
  return { top: ticks.at(-1) ?? 1, ticks }
}

/** How much of the axis a value takes, between nought and one. */
export const partOf = (value: number, { top }: Axis): number => Math.min(1, Math.max(0, value / top))

/** Which of so many labels stand, when no more than `most` fit: the last one always does. */
export const standing = (count: number, most: number): ((index: number) => boolean) => {
  const every = Math.max(1, Math.ceil(count / most))
  return (index) => (count - 1 - index) % every === 0
}

/** Random choices that are the same in every run, from a seed. */
export function createDice(seed: number) {
  let state = seed
  /** A whole number from 0 up to, but not including, `sides`. */
  const roll = (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  const pick = <T>(values: readonly T[]) => values[roll(values.length)] as T
  return { roll, pick }
}

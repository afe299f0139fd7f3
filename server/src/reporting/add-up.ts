import type { Chosen } from './choose-slvs.ts'
import { none } from './hold-columns.ts'

type Column = Int32Array | Float64Array

/** A sum of whole numbers, and how many they are. */
export type Sum = { sum: bigint; count: number }

/** Cents of so many amounts under a billion dollars add up exactly in a double; then the sum is put away. */
const exactFor = 65_536

/** How many of the chosen have each code. */
export function tally(column: Int32Array, chosen: Chosen, codes: number): Int32Array {
  const counts = new Int32Array(codes)
  for (let at = 0; at < chosen.length; at++) {
    const code = column[chosen[at] ?? 0] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** The same by two columns at once: at `code * width + other`. */
export function tallyBy(
  column: Int32Array,
  other: Int32Array,
  width: number,
  chosen: Chosen,
  codes: number,
): Int32Array {
  const counts = new Int32Array(codes * width)
  for (let at = 0; at < chosen.length; at++) {
    const place = chosen[at] ?? 0
    const code = (column[place] ?? 0) * width + (other[place] ?? 0)
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** The sum of a column over the chosen that have a value. */
export function sumOf(column: Column, chosen: Chosen): Sum {
  let sum = 0n
  let count = 0
  for (let start = 0; start < chosen.length; start += exactFor) {
    const end = Math.min(chosen.length, start + exactFor)
    let part = 0
    for (let at = start; at < end; at++) {
      const value = column[chosen[at] ?? 0] ?? none
      if (value === none) continue
      part += value
      count++
    }
    sum += BigInt(part)
  }
  return { sum, count }
}

/** The same for each code of another column. */
export function sumsBy(column: Column, by: Int32Array, codes: number, chosen: Chosen): Sum[] {
  const sums = Array.from({ length: codes }, (): Sum => ({ sum: 0n, count: 0 }))
  const counts = new Int32Array(codes)
  for (let start = 0; start < chosen.length; start += exactFor) {
    const end = Math.min(chosen.length, start + exactFor)
    const parts = new Float64Array(codes)
    for (let at = start; at < end; at++) {
      const place = chosen[at] ?? 0
      const value = column[place] ?? none
      if (value === none) continue
      const code = by[place] ?? 0
      parts[code] = (parts[code] ?? 0) + value
      counts[code] = (counts[code] ?? 0) + 1
    }
    for (const [code, sum] of sums.entries()) sum.sum += BigInt(parts[code] ?? 0)
  }
  for (const [code, sum] of sums.entries()) sum.count = counts[code] ?? 0
  return sums
}

/** Of the chosen those whose code in a column is marked. */
export function only(chosen: Chosen, column: Int32Array, marks: readonly boolean[]): Chosen {
  const kept = new Int32Array(chosen.length)
  let count = 0
  for (let at = 0; at < chosen.length; at++) {
    const place = chosen[at] ?? 0
    if (marks[column[place] ?? 0]) kept[count++] = place
  }
  return kept.subarray(0, count)
}

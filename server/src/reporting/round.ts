/** Sum over count with two decimals, half up and exact; null over nothing. The sum is in units of one `unit`th. */
export const averageOf = (sum: bigint, count: number, unit = 1): number | null => {
  if (count === 0) return null
  const whole = BigInt(count) * BigInt(unit)
  return Number((sum * 200n + whole) / (2n * whole)) / 100
}

/** Percentages of the counts with two decimals that add up to 100: what rounding leaves goes to the largest remainders. */
export function percentages(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((count) => count * 10_000)
  const parts = exact.map((one) => Math.floor(one / total))
  const left = 10_000 - parts.reduce((sum, part) => sum + part, 0)
  const rest = (place: number) => (exact[place] ?? 0) % total
  const order = counts.map((_, place) => place).sort((one, other) => rest(other) - rest(one) || one - other)
  for (const place of order.slice(0, left)) parts[place] = (parts[place] ?? 0) + 1
  return parts.map((part) => part / 100)
}

import { date } from '../../lib/format.ts'

/** Things under the New York day on which they happened, in the order given. */
export const byDay = <T extends { at: string }>(items: readonly T[]): { day: string; items: T[] }[] => {
  const groups: { day: string; items: T[] }[] = []
  for (const item of items) {
    const day = date(item.at)
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(item)
    else groups.push({ day, items: [item] })
  }
  return groups
}

import { date } from '../../lib/text/format.ts'

/** Groups things by the New York day on which they happened, in the order given. */
export const byDay = <T extends { at: string }>(items: readonly T[]): { day: string; items: T[] }[] =>
  [...Map.groupBy(items, ({ at }) => date(at))].map(([day, ofDay]) => ({ day, items: ofDay }))

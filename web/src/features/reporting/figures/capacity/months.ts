const toDate = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1, 1))
}
const long = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const short = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  timeZone: 'UTC',
})

/** 'March 2026' (spec.md §5). */
export const monthLabel = (month: string): string => long.format(toDate(month))

/** 'Mar' */
export const shortMonth = (month: string): string => short.format(toDate(month))

/** The 12 months up to a civil day, newest first (spec.md §5). */
export const lastMonths = (
  today: string,
): { value: string; label: string }[] => {
  const [year = 0, number = 1] = today.split('-').map(Number)
  return Array.from({ length: 12 }, (_, back) => {
    const value = new Date(Date.UTC(year, number - 1 - back, 1))
      .toISOString()
      .slice(0, 7)
    return { value, label: monthLabel(value) }
  })
}

/**
 * Splits a list into parts of about the same length, with at most `most` items
 * each.
 */
export const inParts = <T>(all: readonly T[], most: number): T[][] => {
  const parts = Math.max(1, Math.ceil(all.length / Math.max(1, most)))
  const size = Math.ceil(all.length / parts)
  return Array.from({ length: parts }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  )
}

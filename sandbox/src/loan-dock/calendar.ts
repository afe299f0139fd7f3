const dayMs = 86_400_000

/** The civil day in New York at this moment, 'yyyy-MM-dd'. */
export const newYorkDay = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(at)

/** The day so many calendar days before `day`, moved back to Friday when that is a weekend. */
export const businessDayBefore = (day: string, days: number): string => {
  const at = new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs)
  const weekday = at.getUTCDay()
  const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0
  return new Date(at.getTime() - back * dayMs).toISOString().slice(0, 10)
}

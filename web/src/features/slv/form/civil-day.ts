import { isCivilDay } from '@portal/contract/lib/fields'

const two = (part: string) => part.padStart(2, '0')

/** '3/1/2026', '03-01-2026', '03012026' or '2026-03-01' as 'yyyy-MM-dd'; null for what is no day of the calendar. */
export const readDay = (typed: string): string | null => {
  const text = typed.trim()
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  const [, month, day, year] =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? []
  const parts = isoYear ? [isoYear, isoMonth, isoDay] : [year, month, day]
  const [y, m, d] = parts
  if (!y || !m || !d) return null
  const iso = `${y}-${two(m)}-${two(d)}`
  return isCivilDay(iso) ? iso : null
}

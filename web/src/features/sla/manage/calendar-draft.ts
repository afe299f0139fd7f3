import type { Problem } from '@portal/contract/lib/errors'
import { required } from '@portal/contract/lib/fields'
import { calendarFields } from '@portal/contract/sla/labels'
import { type BusinessCalendarAnswer, BusinessCalendarChange } from '@portal/contract/sla/manage-api'
import { z } from 'zod'

const FrameDraft = z.object({ key: z.number(), weekday: z.number(), opens: z.string(), closes: z.string() })
export type FrameDraft = z.infer<typeof FrameDraft>

/** `year` is where the row stands in the list: it stays there while its day is typed. Rows that were added stand by themselves. */
const HolidayDraft = z.object({ key: z.number(), year: z.string().nullable(), day: z.string(), name: z.string() })
export type HolidayDraft = z.infer<typeof HolidayDraft>

const Base = z.object({
  cutOff: z.string(),
  frames: z.array(z.object({ weekday: z.number(), opens: z.string(), closes: z.string() })),
  holidays: z.array(z.object({ day: z.string(), name: z.string() })),
})
type Base = z.infer<typeof Base>

/** The calendar while it is edited. `version` and `base` are what the person saw when they began. */
export const CalendarDraft = z.object({
  version: z.number(),
  base: Base,
  cutOff: z.string(),
  frames: z.array(FrameDraft),
  holidays: z.array(HolidayDraft),
})
export type CalendarDraft = z.infer<typeof CalendarDraft>

export const draftOf = ({ version, cutOff, frames, holidays }: Base & { version: number }): CalendarDraft => ({
  version,
  base: { cutOff, frames, holidays },
  cutOff,
  frames: frames.map((frame, key) => ({ ...frame, key })),
  holidays: holidays.map((holiday, key) => ({ ...holiday, key, year: holiday.day.slice(0, 4) })),
})

/** What is sent. Rows keep their places, so that what the server finds wrong leads to them. */
export const changeOf = ({ cutOff, frames, holidays }: CalendarDraft): BusinessCalendarChange => ({
  cutOff,
  frames: frames.map(({ weekday, opens, closes }) => ({ weekday, opens, closes })),
  holidays: holidays.map(({ day, name }) => ({ day, name: name.trim() })),
})

const nextKey = (rows: readonly { key: number }[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1

/** Another row of hours on a weekday: after the last one, or a whole day where there was none. */
export const withFrame = (draft: CalendarDraft, weekday: number): CalendarDraft => {
  const isFirst = draft.frames.every((frame) => frame.weekday !== weekday)
  const hours = isFirst ? { opens: '09:00', closes: '18:00' } : { opens: '', closes: '' }
  return { ...draft, frames: [...draft.frames, { key: nextKey(draft.frames), weekday, ...hours }] }
}

export const withHoliday = (draft: CalendarDraft): CalendarDraft => ({
  ...draft,
  holidays: [...draft.holidays, { key: nextKey(draft.holidays), year: null, day: '', name: '' }],
})

export const withoutFrame = (draft: CalendarDraft, key: number): CalendarDraft => ({
  ...draft,
  frames: draft.frames.filter((frame) => frame.key !== key),
})

export const withoutHoliday = (draft: CalendarDraft, key: number): CalendarDraft => ({
  ...draft,
  holidays: draft.holidays.filter((holiday) => holiday.key !== key),
})

/** What the contract finds wrong with what is typed. */
export const problemsIn = (draft: CalendarDraft): Problem[] => {
  const checked = BusinessCalendarChange.safeParse(changeOf(draft))
  if (checked.success) return []
  const problems = new Map<string, Problem>()
  for (const { path, message } of checked.error.issues) {
    const field = path.join('.')
    // Of one field the first is enough, and what is empty is nothing else than that.
    if (!problems.has(field)) problems.set(field, { field, error: valueAt(draft, path) === '' ? required : message })
  }
  return [...problems.values()]
}

const valueAt = (draft: CalendarDraft, [list, index, name]: PropertyKey[]): unknown => {
  if (list === 'cutOff') return draft.cutOff
  const row = list === 'frames' ? draft.frames[Number(index)] : draft.holidays[Number(index)]
  return row && Object.entries(row).find(([key]) => key === name)?.[1]
}

export type Difference = { field: string; before: string | null; after: string | null }

/** What becomes another from one calendar to the other, field by field as the history tells it. */
export const differences = (from: Base, to: Base): Difference[] => {
  const [before, after] = [calendarFields(from), calendarFields(to)]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return fields
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((one) => one.before !== one.after)
}

/** Whether anything would be lost by leaving: also what cannot be saved yet. */
export const isEdited = (calendar: Base, draft: CalendarDraft): boolean =>
  differences(calendar, changeOf(draft)).length > 0 ||
  draft.frames.length !== calendar.frames.length ||
  draft.holidays.length !== calendar.holidays.length

/**
 * The draft's own changes made to a calendar that somebody else saved meanwhile: what only they changed stays theirs.
 * Rows that are not complete yet come along.
 */
export const rebased = (draft: CalendarDraft, calendar: BusinessCalendarAnswer): CalendarDraft => {
  const mine = new Set(differences(draft.base, changeOf(draft)).map(({ field }) => field))
  const isMine = ({ weekday }: { weekday: number }) => mine.has(`frames.${weekday}`)
  const isOwnDay = ({ day }: { day: string }) => day === '' || mine.has(`holidays.${day}`)
  const onto = draftOf({
    version: calendar.version,
    cutOff: mine.has('cutOff') ? draft.cutOff : calendar.cutOff,
    frames: [...calendar.frames.filter((frame) => !isMine(frame)), ...changeOf(draft).frames.filter(isMine)],
    holidays: calendar.holidays.filter((holiday) => !isOwnDay(holiday)),
  })
  const { cutOff, frames, holidays } = calendar
  const own = draft.holidays
    .filter(isOwnDay)
    .map((holiday, index) => ({ ...holiday, key: onto.holidays.length + index }))
  return { ...onto, base: { cutOff, frames, holidays }, holidays: [...onto.holidays, ...own] }
}

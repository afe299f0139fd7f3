import type { Problem } from '@portal/contract/lib/errors'
import { calendarFields } from '@portal/contract/sla/labels'
import { type BusinessCalendarAnswer, BusinessCalendarChange } from '@portal/contract/sla/manage-api'
import { z } from 'zod'

const FrameDraft = z.object({ key: z.number(), weekday: z.number(), opens: z.string(), closes: z.string() })
export type FrameDraft = z.infer<typeof FrameDraft>

/** `year` is where the row stands in the list: it stays there while its day is typed. Rows that were added stand by themselves. */
const HolidayDraft = z.object({ key: z.number(), year: z.string().nullable(), day: z.string(), name: z.string() })
export type HolidayDraft = z.infer<typeof HolidayDraft>

/** The calendar while it is edited. `version` is the one that the person saw when they began. */
export const CalendarDraft = z.object({
  version: z.number(),
  cutOff: z.string(),
  frames: z.array(FrameDraft),
  holidays: z.array(HolidayDraft),
})
export type CalendarDraft = z.infer<typeof CalendarDraft>

export const draftOf = ({ version, cutOff, frames, holidays }: BusinessCalendarAnswer): CalendarDraft => ({
  version,
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
  return checked.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    error: valueAt(draft, path) === '' ? 'Required' : message,
  }))
}

const valueAt = (draft: CalendarDraft, [list, index, name]: PropertyKey[]): unknown => {
  if (list === 'cutOff') return draft.cutOff
  const row = list === 'frames' ? draft.frames[Number(index)] : draft.holidays[Number(index)]
  return row && Object.entries(row).find(([key]) => key === name)?.[1]
}

export type Difference = { field: string; before: string | null; after: string | null }

/** What the draft would change, field by field as the history tells it; in the order of the page. */
export const differences = (calendar: BusinessCalendarAnswer, draft: CalendarDraft): Difference[] => {
  const [before, after] = [calendarFields(calendar), calendarFields(changeOf(draft))]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return fields
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((one) => one.before !== one.after)
}

/** Whether anything would be lost by leaving: also what cannot be saved yet. */
export const isEdited = (calendar: BusinessCalendarAnswer, draft: CalendarDraft): boolean =>
  differences(calendar, draft).length > 0 ||
  draft.frames.length !== calendar.frames.length ||
  draft.holidays.length !== calendar.holidays.length

import type { Problem } from '@portal/contract/lib/errors'
import { required } from '@portal/contract/lib/fields'
import { calendarFields } from '@portal/contract/sla/labels'
import {
  BusinessCalendarAnswer,
  BusinessCalendarChange,
} from '@portal/contract/sla/manage-api'
import { z } from 'zod'

const Base = BusinessCalendarAnswer.pick({
  cutOff: true,
  frames: true,
  holidays: true,
})
type Base = z.infer<typeof Base>

/**
 * `year` is where the list shows the row: it stays there while its day is
 * typed. Added rows have none.
 */
const HolidayDraft = z.object({
  key: z.number(),
  year: z.string().nullable(),
  day: z.string(),
  name: z.string(),
})
export type HolidayDraft = z.infer<typeof HolidayDraft>

/**
 * The calendar while it is edited. `version` and `base` are what the person saw
 * when they began.
 */
export const CalendarDraft = z.object({
  version: z.number(),
  base: Base,
  cutOff: z.string(),
  frames: z.array(Base.shape.frames.element.extend({ key: z.number() })),
  holidays: z.array(HolidayDraft),
})
export type CalendarDraft = z.infer<typeof CalendarDraft>

export const toDraft = ({
  version,
  cutOff,
  frames,
  holidays,
}: Base & { version: number }): CalendarDraft => ({
  version,
  base: { cutOff, frames, holidays },
  cutOff,
  frames: frames.map((frame, key) => ({ ...frame, key })),
  holidays: holidays.map((holiday, key) => ({
    ...holiday,
    key,
    year: holiday.day.slice(0, 4),
  })),
})

/**
 * What is sent. Rows keep their places, so that the server's problems lead to
 * them.
 */
export const toChange = ({
  cutOff,
  frames,
  holidays,
}: CalendarDraft): BusinessCalendarChange => ({
  cutOff,
  frames: frames.map(({ weekday, opens, closes }) => ({
    weekday,
    opens,
    closes,
  })),
  holidays: holidays.map(({ day, name }) => ({ day, name: name.trim() })),
})

const nextKey = (rows: readonly { key: number }[]) =>
  Math.max(-1, ...rows.map(({ key }) => key)) + 1

/**
 * Another row of hours on a weekday: after the last one, or a whole day where
 * there was none.
 */
export const withFrame = (
  draft: CalendarDraft,
  weekday: number,
): CalendarDraft => {
  const isFirst = draft.frames.every((frame) => frame.weekday !== weekday)
  const hours = isFirst
    ? { opens: '09:00', closes: '18:00' }
    : { opens: '', closes: '' }
  return {
    ...draft,
    frames: [
      ...draft.frames,
      { key: nextKey(draft.frames), weekday, ...hours },
    ],
  }
}

export const withHoliday = (draft: CalendarDraft): CalendarDraft => ({
  ...draft,
  holidays: [
    ...draft.holidays,
    { key: nextKey(draft.holidays), year: null, day: '', name: '' },
  ],
})

type Rows = 'frames' | 'holidays'
type Row = CalendarDraft[Rows][number]

export const removeRow = (
  draft: CalendarDraft,
  list: Rows,
  key: number,
): CalendarDraft => ({
  ...draft,
  [list]: draft[list].filter((row) => row.key !== key),
})

export const changeRow = (
  draft: CalendarDraft,
  list: Rows,
  key: number,
  part: Partial<Row>,
): CalendarDraft => ({
  ...draft,
  [list]: draft[list].map((row) =>
    row.key === key ? { ...row, ...part } : row,
  ),
})

/**
 * The change, or the problems that the contract finds: the first of each field,
 * and an empty field is just required.
 */
export const checkDraft = (
  draft: CalendarDraft,
): { change: BusinessCalendarChange | null; problems: Problem[] } => {
  const typed = toChange(draft)
  const checked = BusinessCalendarChange.safeParse(typed)
  if (checked.success) return { change: checked.data, problems: [] }
  const issues = Map.groupBy(checked.error.issues, ({ path }) => path.join('.'))
  const problems = [...issues].map(([field, [first]]) => ({
    field,
    error:
      valueAt(typed, first?.path ?? []) === ''
        ? required
        : (first?.message ?? ''),
  }))
  return { change: null, problems }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>(
    (part, key) =>
      part instanceof Object ? Reflect.get(part, key) : undefined,
    value,
  )

export type Difference = {
  field: string
  before: string | null
  after: string | null
}

export const differences = (from: Base, to: Base): Difference[] => {
  const [before, after] = [calendarFields(from), calendarFields(to)]
  const fields = [
    ...new Set([...Object.keys(before), ...Object.keys(after)]),
  ].toSorted()
  return fields
    .map((field) => ({
      field,
      before: before[field] ?? null,
      after: after[field] ?? null,
    }))
    .filter((one) => one.before !== one.after)
}

export const isEdited = (calendar: Base, draft: CalendarDraft): boolean =>
  differences(calendar, toChange(draft)).length > 0 ||
  draft.frames.length !== calendar.frames.length ||
  draft.holidays.length !== calendar.holidays.length

/**
 * Applies the draft's own changes, incomplete rows included, to a calendar that
 * someone else saved meanwhile.
 */
export const rebased = (
  draft: CalendarDraft,
  calendar: BusinessCalendarAnswer,
): CalendarDraft => {
  const mine = new Set(
    differences(draft.base, toChange(draft)).map(({ field }) => field),
  )
  const isMine = ({ weekday }: { weekday: number }) =>
    mine.has(`frames.${weekday}`)
  const isOwnDay = ({ day }: { day: string }) =>
    day === '' || mine.has(`holidays.${day}`)
  const onto = toDraft({
    version: calendar.version,
    cutOff: mine.has('cutOff') ? draft.cutOff : calendar.cutOff,
    frames: [
      ...calendar.frames.filter((frame) => !isMine(frame)),
      ...toChange(draft).frames.filter(isMine),
    ],
    holidays: calendar.holidays.filter((holiday) => !isOwnDay(holiday)),
  })
  const { cutOff, frames, holidays } = calendar
  const own = draft.holidays.filter(isOwnDay).map((holiday, index) => ({
    ...holiday,
    key: onto.holidays.length + index,
  }))
  return {
    ...onto,
    base: { cutOff, frames, holidays },
    holidays: [...onto.holidays, ...own],
  }
}

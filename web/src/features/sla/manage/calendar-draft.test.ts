import type { BusinessCalendarAnswer } from '@portal/contract/sla/manage-api'
import { describe, expect, test } from 'vitest'
import {
  changeOf,
  differences,
  draftOf,
  isEdited,
  problemsIn,
  rebased,
  withFrame,
  withHoliday,
  withoutFrame,
  withoutHoliday,
} from './calendar-draft.ts'

const calendar: BusinessCalendarAnswer = {
  version: 3,
  today: '2026-11-21',
  timeZone: 'America/New_York',
  cutOff: '15:00',
  frames: [1, 2, 3].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' })),
  holidays: [
    { day: '2026-11-26', name: 'Thanksgiving Day' },
    { day: '2026-12-25', name: 'Christmas Day' },
  ],
}
const draft = draftOf(calendar)

describe('a draft of the calendar', () => {
  test('is the calendar until something is changed, and is again when that is taken back', () => {
    expect(isEdited(calendar, draft)).toBe(false)
    const longer = withHoliday(draft)
    expect(isEdited(calendar, longer)).toBe(true)
    const key = longer.holidays.at(-1)?.key ?? -1
    expect(isEdited(calendar, withoutHoliday(longer, key))).toBe(false)
    expect(isEdited(calendar, withoutFrame(withFrame(draft, 6), 3))).toBe(false)
  })

  test('names what is wrong by the place of the row, each field once', () => {
    const empty = withHoliday(withFrame(draft, 1))
    expect(problemsIn(empty)).toEqual([
      { field: 'frames.3.opens', error: 'Required' },
      { field: 'frames.3.closes', error: 'Required' },
      { field: 'holidays.2.day', error: 'Required' },
      { field: 'holidays.2.name', error: 'Required' },
    ])
    const double = {
      ...draft,
      holidays: [...draft.holidays, { key: 9, year: null, day: '2026-12-25', name: 'Christmas' }],
    }
    expect(problemsIn(double)).toEqual([{ field: 'holidays.2.day', error: 'Stands there already' }])
    expect(problemsIn({ ...draft, frames: [] })).toEqual([{ field: 'frames', error: 'One working day at least' }])
    expect(problemsIn(withFrame(draft, 6))).toEqual([])
  })

  test('tells what it changes', () => {
    const changed = { ...withoutHoliday(withFrame(draft, 6), 0), cutOff: '16:30' }
    expect(differences(calendar, changeOf(changed))).toEqual([
      { field: 'cutOff', before: '15:00', after: '16:30' },
      { field: 'frames.6', before: null, after: '09:00–18:00' },
      { field: 'holidays.2026-11-26', before: 'Thanksgiving Day', after: null },
    ])
  })

  test('goes on over what somebody else saved: theirs stays where only they changed it, mine where I did', () => {
    const mine = withHoliday({ ...withoutHoliday(withFrame(draft, 6), 0), cutOff: '16:30' })
    const theirs: BusinessCalendarAnswer = {
      ...calendar,
      version: 4,
      cutOff: '14:00',
      frames: calendar.frames.slice(1),
      holidays: [...calendar.holidays, { day: '2026-12-31', name: "New Year's Eve" }],
    }
    const both = rebased(mine, theirs)
    expect(both.version).toBe(4)
    expect(differences(theirs, changeOf(both))).toEqual([
      { field: 'cutOff', before: '14:00', after: '16:30' },
      { field: 'frames.6', before: null, after: '09:00–18:00' },
      { field: 'holidays.', before: null, after: '' },
      { field: 'holidays.2026-11-26', before: 'Thanksgiving Day', after: null },
    ])
    expect(new Set(both.holidays.map(({ key }) => key)).size).toBe(both.holidays.length)
    expect(both.base).toEqual({ cutOff: '14:00', frames: theirs.frames, holidays: theirs.holidays })
  })
})

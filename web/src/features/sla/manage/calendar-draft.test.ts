import type { BusinessCalendarAnswer } from '@portal/contract/sla/manage-api'
import { describe, expect, test } from 'vitest'
import * as drafts from './calendar-draft.ts'

const {
  toChange: changeOf,
  checkDraft,
  differences,
  isEdited,
  rebased,
  removeRow,
  withFrame,
  withHoliday,
} = drafts

const calendar: BusinessCalendarAnswer = {
  version: 3,
  today: '2026-11-21',
  timeZone: 'America/New_York',
  cutOff: '15:00',
  frames: [1, 2, 3].map((weekday) => ({
    weekday,
    opens: '09:00',
    closes: '18:00',
  })),
  holidays: [
    { day: '2026-11-26', name: 'Thanksgiving Day' },
    { day: '2026-12-25', name: 'Christmas Day' },
  ],
}
const draft = drafts.toDraft(calendar)

describe('a draft of the calendar', () => {
  test('has no edits until something changes, and none once that is undone', () => {
    expect(isEdited(calendar, draft)).toBe(false)
    const longer = withHoliday(draft)
    expect(isEdited(calendar, longer)).toBe(true)
    const key = longer.holidays.at(-1)?.key ?? -1
    expect(isEdited(calendar, removeRow(longer, 'holidays', key))).toBe(false)
    expect(
      isEdited(calendar, removeRow(withFrame(draft, 6), 'frames', 3)),
    ).toBe(false)
  })

  test('names problems by the place of the row, each field once', () => {
    const problemsOf = (changed: drafts.CalendarDraft) =>
      checkDraft(changed).problems.map(
        ({ field, error }) => `${field}: ${error}`,
      )
    const places = [
      'frames.3.opens',
      'frames.3.closes',
      'holidays.2.day',
      'holidays.2.name',
    ]
    expect(problemsOf(withHoliday(withFrame(draft, 1)))).toEqual(
      places.map((place) => `${place}: Required`),
    )
    const again = { key: 9, year: null, day: '2026-12-25', name: 'Christmas' }
    const double = { ...draft, holidays: [...draft.holidays, again] }
    expect(problemsOf(double)).toEqual(['holidays.2.day: Already on the list'])
    expect(problemsOf({ ...draft, frames: [] })).toEqual([
      'frames: Add at least one business day',
    ])
    expect(problemsOf(withFrame(draft, 6))).toEqual([])
  })

  test('lists its changes', () => {
    const changed = {
      ...removeRow(withFrame(draft, 6), 'holidays', 0),
      cutOff: '16:30',
    }
    expect(differences(calendar, changeOf(changed))).toEqual([
      { field: 'cutOff', before: '15:00', after: '16:30' },
      { field: 'frames.6', before: null, after: '09:00–18:00' },
      { field: 'holidays.2026-11-26', before: 'Thanksgiving Day', after: null },
    ])
  })

  test('keeps its own changes on top of what someone else saved meanwhile', () => {
    const mine = withHoliday({
      ...removeRow(withFrame(draft, 6), 'holidays', 0),
      cutOff: '16:30',
    })
    const theirs: BusinessCalendarAnswer = {
      ...calendar,
      version: 4,
      cutOff: '14:00',
      frames: calendar.frames.slice(1),
      holidays: [
        ...calendar.holidays,
        { day: '2026-12-31', name: "New Year's Eve" },
      ],
    }
    const both = rebased(mine, theirs)
    expect(both.version).toBe(4)
    expect(differences(theirs, changeOf(both))).toEqual([
      { field: 'cutOff', before: '14:00', after: '16:30' },
      { field: 'frames.6', before: null, after: '09:00–18:00' },
      { field: 'holidays.', before: null, after: '' },
      { field: 'holidays.2026-11-26', before: 'Thanksgiving Day', after: null },
    ])
    expect(new Set(both.holidays.map(({ key }) => key)).size).toBe(
      both.holidays.length,
    )
    expect(both.base).toEqual({
      cutOff: '14:00',
      frames: theirs.frames,
      holidays: theirs.holidays,
    })
  })
})

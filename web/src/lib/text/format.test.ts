import { expect, test } from 'vitest'
import * as format from './format.ts'

type Formatter = (value: number | null | undefined) => string

test.each<[Formatter, Record<string, string>]>([
  [
    format.money,
    {
      '640000': '$640,000',
      '640000.5': '$640,000.50',
      '0': '$0',
      '-1200': '-$1,200',
    },
  ],
  [format.cents, { '640000': '$640,000.00' }],
  [format.roundMoney, { '640000.5': '$640,001' }],
  [format.percent, { '72.5': '72.50%', '0': '0.00%', '66.666': '66.67%' }],
  [format.bps, { '-25': '−25 bps', '12.5': '+12.5 bps', '0': '0 bps' }],
  [format.coverage, { '1.18': '1.180' }],
  [format.count, { '1280': '1,280' }],
  [
    format.fileSize,
    {
      '0': '0 B',
      '1023': '1023 B',
      '1024': '1 kB',
      '1048063': '1023 kB',
      '1048064': '1 MB',
    },
  ],
  [
    format.days,
    { '1': '1 Day', '0': '0 Days', '2': '2 Days', '1.5': '1.5 Days' },
  ],
  [format.averageDays, { '1': '1.00 Day', '2.1': '2.10 Days' }],
  [
    format.signedDays,
    {
      '1': '+1 Day',
      '0': '0 Days',
      '2': '+2 Days',
      '-1': '−1 Day',
      '-12': '−12 Days',
    },
  ],
])(
  'a formatter of numbers, and its dash for a missing one',
  (formatter, cases) => {
    for (const [value, text] of Object.entries(cases))
      expect(formatter(Number(value))).toBe(text)
    for (const missing of [null, undefined, Number.NaN])
      expect(formatter(missing)).toBe('—')
  },
)

test.each([
  ['2026-01-01T04:59:59Z', '12/31/2025', '11:59 PM', 'Wednesday'],
  ['2026-01-01T05:00:00Z', '01/01/2026', '12:00 AM', 'Thursday'],
  ['2026-07-01T03:59:59Z', '06/30/2026', '11:59 PM', 'Tuesday'],
  ['2026-03-08T07:00:00Z', '03/08/2026', '3:00 AM', 'Sunday'],
])('the instant %s is %s, %s in New York', (instant, date, time, weekday) => {
  expect(format.date(instant)).toBe(date)
  expect(format.date(new Date(instant))).toBe(date)
  expect(format.time(instant)).toBe(time)
  expect(format.dateTime(instant)).toBe(`${date}, ${time}`)
  expect(format.weekday(instant)).toBe(weekday)
})

test('a civil day never shifts, and an instant is not one', () => {
  expect(format.day('2026-01-01')).toBe('01/01/2026')
  expect(format.day('2026-01-01T00:00:00Z')).toBe('—')
})

test.each([null, undefined, '', 'soon'])('the date %s is a dash', (value) => {
  const { date, dateTime, time, weekday, day } = format
  for (const each of [date, dateTime, time, weekday, day])
    expect(each(value)).toBe('—')
})

test.each([
  ['15:00', '3:00 PM ET'],
  ['09:30', '9:30 AM ET'],
  ['00:05', '12:05 AM ET'],
])('the calendar’s time %s reads %s', (clock, text) =>
  expect(format.calendarTime(clock)).toBe(text),
)

test.each([
  ['2135550142', '(213) 555-0142'],
  ['+1 213-555-0142', '(213) 555-0142'],
  ['ask at the desk', 'ask at the desk'],
  [null, '—'],
])('the phone number %s reads %s', (value, text) =>
  expect(format.phone(value)).toBe(text),
)

test('texts', () =>
  expect(['', 'Ortiz', 0].map(format.text)).toEqual(['—', 'Ortiz', '0']))

test('events are grouped by their day in New York, in the order given', () => {
  const instants = [
    '2026-03-09T04:00:00.000Z',
    '2026-03-09T03:59:00.000Z',
    '2026-03-08T05:00:00.000Z',
  ]
  expect(format.byDay(instants.map((at) => ({ at })))).toEqual([
    { day: '03/09/2026', items: [{ at: instants[0] }] },
    { day: '03/08/2026', items: [{ at: instants[1] }, { at: instants[2] }] },
  ])
  expect(format.byDay([])).toEqual([])
})

import { describe, expect, test } from 'vitest'
import * as format from './format.ts'

test.each([
  [640000, '$640,000'],
  [640000.5, '$640,000.50'],
  [0, '$0'],
  [-1200, '-$1,200'],
  [null, '—'],
  [undefined, '—'],
  [Number.NaN, '—'],
])('money %s reads %s', (value, read) => expect(format.money(value)).toBe(read))

test.each([
  [72.5, '72.50%'],
  [0, '0.00%'],
  [66.666, '66.67%'],
  [null, '—'],
])('percent %s reads %s', (value, read) => expect(format.percent(value)).toBe(read))

test.each([
  [-25, '−25 bps'],
  [12.5, '+12.5 bps'],
  [0, '0 bps'],
  [null, '—'],
])('bps %s reads %s', (value, read) => expect(format.bps(value)).toBe(read))

test('coverage and counts', () => {
  expect([format.coverage(1.18), format.count(1280)]).toEqual(['1.180', '1,280'])
  expect([format.coverage(undefined), format.count(null)]).toEqual(['—', '—'])
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 kB'],
  [1_048_063, '1023 kB'],
  [1_048_064, '1.0 MB'],
  [52_428_800, '50.0 MB'],
  [null, '—'],
])('%s bytes read %s', (bytes, read) => expect(format.fileSize(bytes)).toBe(read))

test.each([
  [1, '1 Day', '+1 Day'],
  [0, '0 Days', '0 Days'],
  [2, '2 Days', '+2 Days'],
  [1.5, '1.5 Days', '+1.5 Days'],
  [null, '—', '—'],
])('%s days', (value, counted, signed) => {
  expect(format.days(value)).toBe(counted)
  expect(format.signedDays(value)).toBe(signed)
})

test('days that are left carry a true minus', () => {
  expect([format.signedDays(-1), format.signedDays(-12)]).toEqual(['−1 Day', '−12 Days'])
})

describe('dates', () => {
  test.each([
    ['2026-01-01T04:59:59Z', '12/31/2025', '12/31/2025, 11:59 PM'],
    ['2026-01-01T05:00:00Z', '01/01/2026', '01/01/2026, 12:00 AM'],
    ['2026-07-01T03:59:59Z', '06/30/2026', '06/30/2026, 11:59 PM'],
    ['2026-03-08T07:00:00Z', '03/08/2026', '03/08/2026, 3:00 AM'],
  ])('the instant %s is %s in New York', (instant, date, dateTime) => {
    expect(format.date(instant)).toBe(date)
    expect(format.date(new Date(instant))).toBe(date)
    expect(format.dateTime(instant)).toBe(dateTime)
    expect(dateTime.endsWith(`, ${format.time(instant)}`)).toBe(true)
  })

  test('a civil day never shifts, and an instant is none', () => {
    expect(format.day('2026-01-01')).toBe('01/01/2026')
    expect(format.day('2026-01-01T00:00:00Z')).toBe('—')
  })

  test.each([null, undefined, '', 'soon'])('%s is a dash', (value) => {
    expect([format.date(value), format.dateTime(value), format.day(value)]).toEqual(['—', '—', '—'])
  })
})

test('phone numbers and texts', () => {
  expect(format.phone('2135550142')).toBe('(213) 555-0142')
  expect(format.phone('+1 213-555-0142')).toBe('(213) 555-0142')
  expect(format.phone('ask at the desk')).toBe('ask at the desk')
  expect([format.phone(null), format.text(''), format.text('Ortiz'), format.text(0)]).toEqual(['—', '—', 'Ortiz', '0'])
})

test('an instant has the weekday of its New York day', () => {
  expect(format.weekday('2026-03-09T03:59:00.000Z')).toBe('Sunday')
  expect(format.weekday('2026-03-09T04:00:00.000Z')).toBe('Monday')
  expect([format.weekday(null), format.time('no instant')]).toEqual(['—', '—'])
})

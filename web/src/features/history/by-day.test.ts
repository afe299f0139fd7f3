import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

test('what happened is put under its day in New York, newest first as it came', () => {
  const instants = ['2026-03-09T04:00:00.000Z', '2026-03-09T03:59:00.000Z', '2026-03-08T05:00:00.000Z']
  expect(byDay(instants.map((at) => ({ at })))).toEqual([
    { day: '03/09/2026', items: [{ at: instants[0] }] },
    { day: '03/08/2026', items: [{ at: instants[1] }, { at: instants[2] }] },
  ])
  expect(byDay([])).toEqual([])
})

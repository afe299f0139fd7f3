import { expect, test } from 'vitest'
import { HistoryFilters } from '../history/api.ts'
import { BusinessCalendarChange } from '../sla/manage-api.ts'
import { setResponse } from '../tdoc/api.ts'
import { SlvFormPatch } from './form.ts'
import { SlvListQuery } from './list-query.ts'
import { timeframeDays } from './timeframe.ts'

const today = '2026-03-31'

test.for([
  [{ timeframe: 'LAST_15_DAYS' }, { from: '2026-03-16', to: today }],
  [{ timeframe: 'LAST_MONTH' }, { from: '2026-02-28', to: today }],
  [{ timeframe: 'BEGINNING_OF_TIME' }, { from: null, to: today }],
  [
    { timeframe: 'CUSTOM', from: '2026-01-01', to: '2026-02-01' },
    { from: '2026-01-01', to: '2026-02-01' },
  ],
  [{}, { from: null, to: null }],
] as const)('%o covers %o', ([query, days]) => {
  expect(timeframeDays(query, today)).toEqual(days)
})

test('a range that ends before it begins is an invalid date', () => {
  const parsed = SlvListQuery.safeParse({
    timeframe: 'CUSTOM',
    from: '2026-02-02',
    to: '2026-02-01T00:00:00.000Z',
  })
  expect(parsed.error?.issues).toMatchObject([
    { path: ['from'], message: 'Invalid Date' },
  ])
})

test.for([
  ['2026-02-01', '2026-02-01'],
  ['2026-02-01T00:00:00.000Z', '2026-02-01'],
  ['2026-02-01T00:00Z', '2026-02-01'],
  ['2026-02-01T02:00:00+02:00', '2026-02-01'],
  ['2026-02-01T23:59:59-05:00', '2026-02-01'],
  ['2026-02-01T00:00:00.001Z', '2026-01-31'],
  ['2026-02-01T04:59:59Z', '2026-01-31'],
  ['2026-02-01T05:00:00Z', '2026-02-01'],
  ['2026-07-01T03:59:59Z', '2026-06-30'],
  ['2026-02-01T23:59:59-06:00', '2026-02-02'],
  ['1970-01-02T03:00:00Z', null],
  ['2026-02-30T00:00:00Z', null],
  ['2026-02-01T00:00:00', null],
  ['2026-02-01T25:00:00Z', null],
  ['2026-02-01T10:00:00+99:00', null],
  ['2026-03-01T99', null],
  ['2026-03-01T:::...', null],
  ['2026-02-01 and more', null],
] as const)(
  '%s is the day %s in bodies and addresses alike',
  ([given, day]) => {
    const parsed = [
      SlvListQuery.safeParse({ from: given }).data?.from,
      SlvFormPatch.safeParse({ noteDate: given }).data?.noteDate,
      HistoryFilters.safeParse({ to: given }).data?.to,
      setResponse.body.safeParse({
        tprResponse: 'RECEIVED',
        tprEstimatedDateOfReview: given,
      }).data?.tprEstimatedDateOfReview,
      BusinessCalendarChange.shape.holidays.safeParse([
        { day: given, name: 'Day off' },
      ]).data?.[0]?.day,
    ]
    expect(parsed).toEqual(parsed.map(() => day ?? undefined))
  },
)

test('filters are lists separated by commas, sellers by exclamation marks', () => {
  expect(
    SlvListQuery.parse({
      status: 'PENDING,REVIEW',
      sellers: 'Birch Mortgage, LLC!ACME',
    }),
  ).toMatchObject({
    status: ['PENDING', 'REVIEW'],
    sellers: ['Birch Mortgage, LLC', 'ACME'],
    page: 1,
    size: 25,
    sortType: 'asc',
  })
})

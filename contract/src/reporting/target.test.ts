import { expect, test } from 'vitest'
import { SlvListQuery } from '../slv/list-query.ts'
import { type Actor, permissions } from '../user/model.ts'
import { reportedStatuses } from './policy.ts'
import { downloadReporting } from './summary-api.ts'
import { slvsBehind, unitsBehind } from './target.ts'

const underwriter = (...holds: string[]): Actor => ({
  id: 'u',
  name: 'U',
  role: 'UNDERWRITER',
  companyId: 'c',
  permissions: Object.fromEntries(permissions.map((key) => [key, holds.includes(key)])) as Actor['permissions'],
})
const department = underwriter('viewSlvDepartment')
const today = '2026-03-31'

test('all requests are listed without drafts, in the department or, without one, among the own', () => {
  const status = reportedStatuses.join(',')
  expect(slvsBehind(department, {}, {}, today)).toEqual({ path: '/slv/department', search: { status }, reach: 'ALL' })
  expect(slvsBehind(underwriter(), {}, {}, today)).toEqual({
    path: '/slv',
    search: { tableMode: 'MY_OWN', status },
    reach: 'OWN',
  })
  expect(status).not.toMatch(/DRAFT/)
})

test('a part narrows the filter, and what the list reads is the two together', () => {
  const behind = slvsBehind(
    department,
    { status: ['APPROVED', 'REVIEW'], sellers: ['ACME, Inc.', 'Birch'], timeframe: 'CUSTOM', from: '2026-02-10' },
    { isDecided: true, month: '2026-02', seller: 'ACME, Inc.', type: 'POST', state: 'CA', occupancy: 'Second Home' },
    today,
  )
  expect(SlvListQuery.parse(behind?.search)).toMatchObject({
    status: ['APPROVED'],
    sellers: ['ACME, Inc.'],
    type: ['POST'],
    states: ['CA'],
    occupancies: ['S'],
    timeframe: 'CUSTOM',
    from: '2026-02-10',
    to: '2026-02-28',
  })
})

test('a relative timeframe stays relative until a month cuts it', () => {
  const timeframe = 'LAST_MONTH' as const
  expect(slvsBehind(department, { timeframe }, {}, today)?.search).toMatchObject({ timeframe })
  expect(slvsBehind(department, { timeframe }, { month: '2026-03' }, today)?.search).toMatchObject({
    timeframe: 'CUSTOM',
    from: '2026-03-01',
    to: '2026-03-31',
  })
})

test.for([
  [{ timeframe: 'LAST_15_DAYS' }, { month: '2026-01' }],
  [{ type: ['PRE'] }, { type: 'POST' }],
  [{ status: ['REVIEW'] }, { isDecided: true }],
  [{ departmentTableMode: 'TRANSFERRED' }, { group: 'COMPLETED' }],
  [{}, { program: 'Not given' }],
] as const)('nothing stands behind %j with %j', ([filter, part]) => {
  expect(slvsBehind(department, { ...filter, ...('type' in filter && { type: ['PRE'] }) } as never, part, today)).toBe(
    null,
  )
})

test('units of several months are listed as one range, unless there is a gap', () => {
  const of = (months: string[], month?: string) =>
    unitsBehind(department, { months }, { underwriterId: 'u1', ...(month && { month }) }, today)?.search
  expect(of(['2025-12', '2026-01'])).toMatchObject({ from: '2025-12-01', to: '2026-01-31', underwriterIds: 'u1' })
  expect(of(['2025-11', '2026-01'])).toBeUndefined()
  expect(of(['2025-11', '2026-01'], '2025-11')).toMatchObject({ from: '2025-11-01', to: '2025-11-30' })
})

test('where one sees the own alone, what others have leads nowhere, and what one shares with them to the own', () => {
  const of = (underwriterIds: string[]) => slvsBehind(underwriter(), { underwriterIds }, {}, today)
  expect(of(['other'])).toBeNull()
  expect(of(['other', 'u'])?.search).toMatchObject({ tableMode: 'MY_OWN', underwriterIds: 'u' })
  expect(unitsBehind(underwriter(), {}, { underwriterId: 'other' }, today)).toBeNull()
  expect(unitsBehind(underwriter(), {}, { underwriterId: 'u' }, today)?.search).toMatchObject({ underwriterIds: 'u' })
  expect(slvsBehind(department, { underwriterIds: [] }, { underwriterId: 'other' }, today)?.search).toMatchObject({
    underwriterIds: 'other',
  })
})

test('an average leads to those that have what it is over', () => {
  const behind = slvsBehind(department, {}, { has: 'dscr', program: 'DSCR Prime' }, today)
  expect(SlvListQuery.parse(behind?.search)).toMatchObject({ has: ['dscr'], productCodes: ['DSCR Prime'] })
  expect(unitsBehind(department, {}, { has: 'loanAmount' }, today)?.search).toMatchObject({ has: 'loanAmount' })
})

test.for([
  { seller: 'Yes! Lending' },
  { seller: ' Birch ' },
  { program: 'A, B' },
  { state: 'CAL' },
  { reason: 'Of another time' },
  { occupancy: 'Of another time' },
])('what an address can not say leads nowhere: %j', (part) => {
  expect(slvsBehind(department, {}, part, today)).toBeNull()
})

test('the page as PDF refuses days the wrong way round in either half, as its two calls do', () => {
  const read = (query: object) => downloadReporting.query.safeParse(query).error?.issues.map(({ path }) => path[0])
  expect(read({ uwcFrom: '2026-03-02', uwcTo: '2026-03-01' })).toEqual(['uwcFrom'])
  expect(read({ from: '2026-03-02', to: '2026-03-01' })).toEqual(['from'])
  expect(read({ uwcFrom: '2026-03-01', uwcTo: '2026-03-01' })).toBeUndefined()
})

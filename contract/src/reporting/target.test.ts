import { expect, test } from 'vitest'
import { SlvListQuery } from '../slv/list-query.ts'
import { type Actor, permissions } from '../user/model.ts'
import { reportedStatuses } from './policy.ts'
import { downloadReporting } from './summary-api.ts'
import { linkToSlvs, linkToUnits } from './target.ts'

const underwriter = (...holds: string[]): Actor => ({
  id: 'u',
  name: 'U',
  role: 'UNDERWRITER',
  companyId: 'c',
  permissions: Object.fromEntries(permissions.map((key) => [key, holds.includes(key)])) as Actor['permissions'],
})
const department = underwriter('viewSlvDepartment')
const today = '2026-03-31'

test('all requests link to a list without drafts: the department, or one’s own SLVs', () => {
  const status = reportedStatuses.join(',')
  expect(linkToSlvs(department, {}, {}, today)).toEqual({ path: '/slv/department', search: { status }, reach: 'ALL' })
  expect(linkToSlvs(underwriter(), {}, {}, today)).toEqual({
    path: '/slv',
    search: { tableMode: 'MY_OWN', status },
    reach: 'OWN',
  })
  expect(status).not.toMatch(/DRAFT/)
})

test('a link combines the filter with the part', () => {
  const link = linkToSlvs(
    department,
    { status: ['APPROVED', 'REVIEW'], sellers: ['ACME, Inc.', 'Birch'], timeframe: 'CUSTOM', from: '2026-02-10' },
    { isDecided: true, month: '2026-02', seller: 'ACME, Inc.', type: 'POST', state: 'CA', occupancy: 'Second Home' },
    today,
  )
  expect(SlvListQuery.parse(link?.search)).toMatchObject({
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
  expect(linkToSlvs(department, { timeframe }, {}, today)?.search).toMatchObject({ timeframe })
  expect(linkToSlvs(department, { timeframe }, { month: '2026-03' }, today)?.search).toMatchObject({
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
] as const)('no list shows %j with %j', ([filter, part]) => {
  expect(linkToSlvs(department, { ...filter, ...('type' in filter && { type: ['PRE'] }) } as never, part, today)).toBe(
    null,
  )
})

test('units of consecutive months link to one range', () => {
  const of = (months: string[], month?: string) =>
    linkToUnits(department, { months }, { underwriterId: 'u1', ...(month && { month }) }, today)?.search
  expect(of(['2025-12', '2026-01'])).toMatchObject({ from: '2025-12-01', to: '2026-01-31', underwriterIds: 'u1' })
  expect(of(['2025-11', '2026-01'])).toBeUndefined()
  expect(of(['2025-11', '2026-01'], '2025-11')).toMatchObject({ from: '2025-11-01', to: '2025-11-30' })
})

test('without the department, only the actor’s own SLVs are linked', () => {
  const of = (underwriterIds: string[]) => linkToSlvs(underwriter(), { underwriterIds }, {}, today)
  expect(of(['other'])).toBeNull()
  expect(of(['other', 'u'])?.search).toMatchObject({ tableMode: 'MY_OWN', underwriterIds: 'u' })
  expect(linkToUnits(underwriter(), {}, { underwriterId: 'other' }, today)).toBeNull()
  expect(linkToUnits(underwriter(), {}, { underwriterId: 'u' }, today)?.search).toMatchObject({ underwriterIds: 'u' })
  expect(linkToSlvs(department, { underwriterIds: [] }, { underwriterId: 'other' }, today)?.search).toMatchObject({
    underwriterIds: 'other',
  })
})

test('an average links to the SLVs that have the value', () => {
  const link = linkToSlvs(department, {}, { has: 'dscr', program: 'DSCR Prime' }, today)
  expect(SlvListQuery.parse(link?.search)).toMatchObject({ has: ['dscr'], productCodes: ['DSCR Prime'] })
  expect(linkToUnits(department, {}, { has: 'loanAmount' }, today)?.search).toMatchObject({ has: 'loanAmount' })
})

test.for([
  { seller: 'Yes! Lending' },
  { seller: ' Birch ' },
  { program: 'A, B' },
  { state: 'CAL' },
  { occupancy: 'Of another time' },
])('what an address cannot express has no link: %j', (part) => {
  expect(linkToSlvs(department, {}, part, today)).toBeNull()
})

test('the PDF refuses date ranges that end before they start, in either half', () => {
  const read = (query: object) => downloadReporting.query.safeParse(query).error?.issues.map(({ path }) => path[0])
  expect(read({ uwcFrom: '2026-03-02', uwcTo: '2026-03-01' })).toEqual(['uwcFrom'])
  expect(read({ from: '2026-03-02', to: '2026-03-01' })).toEqual(['from'])
  expect(read({ uwcFrom: '2026-03-01', uwcTo: '2026-03-01' })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { actorWith } from '../../test/actors.ts'
import { reportedStatuses } from './policy.ts'
import { downloadReporting } from './summary-api.ts'
import { linkToSlvs, linkToUnits } from './target.ts'

const underwriter = actorWith('UNDERWRITER')
const department = actorWith('UNDERWRITER', 'viewSlvDepartment')
const today = '2026-03-31'

type Filter = Parameters<typeof linkToSlvs>[1]
type Part = Parameters<typeof linkToSlvs>[2]

test('all requests link to a list without drafts: the department, or one’s own SLVs', () => {
  const status = reportedStatuses.join(',')
  expect(linkToSlvs(department, {}, {}, today)).toEqual({
    path: '/slv/department',
    search: { status },
    reach: 'ALL',
  })
  expect(linkToSlvs(underwriter, {}, {}, today)).toEqual({
    path: '/slv',
    search: { tableMode: 'MY_OWN', status },
    reach: 'OWN',
  })
  expect(status).not.toMatch(/DRAFT/)
})

test('a relative timeframe stays relative unless a month limits it', () => {
  const timeframe = 'LAST_MONTH' as const
  expect(
    linkToSlvs(department, { timeframe }, {}, today)?.search,
  ).toMatchObject({ timeframe })
  expect(
    linkToSlvs(department, { timeframe }, { month: '2026-03' }, today)?.search,
  ).toMatchObject({
    timeframe: 'CUSTOM',
    from: '2026-03-01',
    to: '2026-03-31',
  })
})

test.for<[Filter, Part]>([
  [{ timeframe: 'LAST_15_DAYS' }, { month: '2026-01' }],
  [{ type: ['PRE'] }, { type: 'POST' }],
  [{ status: ['REVIEW'] }, { isDecided: true }],
  [{ departmentTableMode: 'TRANSFERRED' }, { group: 'COMPLETED' }],
  [{}, { program: 'Not provided' }],
])('no list shows %j with %j', ([filter, part]) => {
  expect(linkToSlvs(department, filter, part, today)).toBe(null)
})

test('without the department, only the actor’s own SLVs are linked', () => {
  const linkToSlvsOf = (underwriterIds: string[]) =>
    linkToSlvs(underwriter, { underwriterIds }, {}, today)
  expect(linkToSlvsOf(['other'])).toBeNull()
  expect(linkToSlvsOf(['other', 'me'])?.search).toMatchObject({
    tableMode: 'MY_OWN',
    underwriterIds: 'me',
  })
  expect(
    linkToUnits(underwriter, {}, { underwriterId: 'other' }, today),
  ).toBeNull()
  expect(
    linkToUnits(underwriter, {}, { underwriterId: 'me' }, today)?.search,
  ).toMatchObject({ underwriterIds: 'me' })
  expect(
    linkToSlvs(
      department,
      { underwriterIds: [] },
      { underwriterId: 'other' },
      today,
    )?.search,
  ).toMatchObject({
    underwriterIds: 'other',
  })
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
  const findRefusedFields = (query: object) => {
    const result = downloadReporting.query.safeParse(query)
    return result.error?.issues.map(({ path }) => path[0])
  }
  expect(
    findRefusedFields({ uwcFrom: '2026-03-02', uwcTo: '2026-03-01' }),
  ).toEqual(['uwcFrom'])
  expect(findRefusedFields({ from: '2026-03-02', to: '2026-03-01' })).toEqual([
    'from',
  ])
  expect(
    findRefusedFields({ uwcFrom: '2026-03-01', uwcTo: '2026-03-01' }),
  ).toBeUndefined()
})

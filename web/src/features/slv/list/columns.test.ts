import type { Clock } from '@portal/contract/slv/clocks'
import type { Role } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { checkWidth } from '../../../ui/data-table/columns.ts'
import { type ListWidth, slvColumns } from './columns.tsx'

const columnsIn = (
  listWidth: ListWidth,
  role: Role = 'UNDERWRITER',
  clock: Clock = 'SLV',
  shown: 'TRANSFERRED' | 'FINISHED' | 'ALL' = 'ALL',
) =>
  slvColumns({
    tab: { tableMode: 'ALL', departmentTableMode: 'ALL' },
    isTransferred: shown === 'TRANSFERRED',
    isFinished: shown === 'FINISHED',
    clock,
    viewer: { id: '', role },
    brandName: 'Buyer',
    refused: new Map(),
    listWidth,
  })
const keys = (listWidth: ListWidth) =>
  columnsIn(listWidth).map(({ key }) => key)

/** The width of the table up to a column, with the check boxes. */
const widthTo = (listWidth: ListWidth, last: string, role?: Role) => {
  const shown = columnsIn(listWidth, role).filter(({ isHidden }) => !isHidden)
  const until = shown.slice(0, shown.findIndex(({ key }) => key === last) + 1)
  return until.reduce((sum, { width = 0 }) => sum + width, checkWidth)
}

test.each([
  ['NARROW', 360, 'dueAt'],
  ['MEDIUM', 670, 'dueAt'],
  ['WIDE', 1244, 'underwriterName'],
] as const)(
  'the status and when it is due are visible where %s columns have %i px',
  (listWidth, px, last) => {
    expect(widthTo(listWidth, 'status', 'SELLER')).toBeLessThanOrEqual(px)
    expect(widthTo(listWidth, last)).toBeLessThanOrEqual(px)
  },
)

test('staff see the variances, status and due date first, and sellers their own loan number', () => {
  const first =
    'buyerLoan borrowerLastName variances loanAmount ltv creditScore status dueAt underwriterName sellerName'
  const shown = (role: Role) =>
    columnsIn('WIDE', role).flatMap(({ key, isHidden }) =>
      isHidden ? [] : key,
    )
  expect(shown('UNDERWRITER').slice(0, 10).join(' ')).toBe(first)
  expect(shown('UNDERWRITER').slice(-2)).toEqual(['sellerLoan', 'type'])
  expect(shown('SELLER').slice(0, 3)).toEqual([
    'buyerLoan',
    'sellerLoan',
    'borrowerLastName',
  ])
})

test('transferred SLVs show staff who has them, within the screen', () => {
  const columns = columnsIn('WIDE', 'UNDERWRITER', 'SLV', 'TRANSFERRED').filter(
    ({ isHidden }) => !isHidden,
  )
  const until = columns.slice(
    0,
    columns.findIndex(({ key }) => key === 'holder') + 1,
  )
  expect(until.at(-1)).toMatchObject({ key: 'holder', label: 'With' })
  expect(
    until.reduce((sum, { width = 0 }) => sum + width, checkWidth),
  ).toBeLessThanOrEqual(1244)
  expect(columnsIn('WIDE').find(({ key }) => key === 'holder')).toMatchObject({
    isHidden: true,
  })
  expect(
    columnsIn('WIDE', 'SELLER', 'SLV', 'TRANSFERRED').map(({ key }) => key),
  ).not.toContain('holder')
})

test('finished SLVs show the day and the price of the decision instead of a due date, within the screen', () => {
  for (const [listWidth, px, last] of [
    ['NARROW', 360, 'decisionDate'],
    ['MEDIUM', 670, 'priceAdjustment'],
    ['WIDE', 1244, 'priceAdjustment'],
  ] as const) {
    const columns = columnsIn(
      listWidth,
      'UNDERWRITER',
      'SLV',
      'FINISHED',
    ).filter(({ isHidden }) => !isHidden)
    const until = columns.slice(
      0,
      columns.findIndex(({ key }) => key === last) + 1,
    )
    expect(until.at(-1)?.label).toBe(
      last === 'decisionDate' ? 'Decided' : 'Price',
    )
    expect(
      until.reduce((sum, { width = 0 }) => sum + width, checkWidth),
    ).toBeLessThanOrEqual(px)
    for (const key of ['dueAt', 'groupSlaStatus'])
      expect(columns.map((column) => column.key)).not.toContain(key)
  }
  for (const role of ['UNDERWRITER', 'SELLER'] as const)
    expect(
      columnsIn('WIDE', role).find(({ key }) => key === 'priceAdjustment'),
    ).toMatchObject({ isHidden: true })
})

test('lists of SLR and the trade desk have their own clock, and can show that of the whole SLV', () => {
  for (const [clock, own] of [
    ['SLR', 'slrSlaStatus'],
    ['TD', 'tdSlaStatus'],
  ] as const) {
    const columns = columnsIn('WIDE', 'UNDERWRITER', clock)
    const at = columns.findIndex(({ key }) => key === own)
    expect(columns[at - 1]?.key).toBe('dueAt')
    expect(columns[at + 1]).toMatchObject({
      key: 'groupSlaStatus',
      isHidden: true,
    })
  }
})

test('every width has the same columns; a phone starts with number, status and due date', () => {
  expect(keys('NARROW').slice(0, 3)).toEqual(['buyerLoan', 'status', 'dueAt'])
  for (const listWidth of ['NARROW', 'MEDIUM'] as const)
    expect(keys(listWidth).toSorted()).toEqual(keys('WIDE').toSorted())
})

import type { Role } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { checkWidth } from '../../../ui/data-table/columns.ts'
import { type Room, slvColumns } from './columns.tsx'

const columnsIn = (room: Room, role: Role = 'UNDERWRITER') =>
  slvColumns({ tab: { tableMode: 'ALL' }, role, brandName: 'Buyer', refused: new Map(), room })
const keys = (room: Room) => columnsIn(room).map(({ key }) => key)

/** The width of the table up to a column, with the check boxes. */
const widthTo = (room: Room, last: string, role?: Role) => {
  const shown = columnsIn(room, role).filter(({ isHidden }) => !isHidden)
  const until = shown.slice(0, shown.findIndex(({ key }) => key === last) + 1)
  return until.reduce((sum, { width = 0 }) => sum + width, checkWidth)
}

test.each([
  ['SIX', 670],
  ['TEN', 1182],
] as const)('status and SLA are visible where %s columns have %i px', (room, px) => {
  expect(widthTo(room, 'status', 'SELLER')).toBeLessThanOrEqual(px)
  expect(widthTo(room, 'groupSlaStatus')).toBeLessThanOrEqual(px)
})

test('every width has the same columns; a phone starts with number, status and borrower', () => {
  expect(keys('THREE').slice(0, 3)).toEqual(['buyerLoan', 'status', 'borrowerLastName'])
  for (const room of ['THREE', 'SIX'] as const) expect(keys(room).toSorted()).toEqual(keys('TEN').toSorted())
})

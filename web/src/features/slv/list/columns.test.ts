import type { Role } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { checkWidth } from '../../../ui/data-table/sticky.ts'
import { type Room, slvColumns } from './columns.tsx'

const columnsIn = (room: Room, role: Role = 'UNDERWRITER') =>
  slvColumns({ tab: { tableMode: 'ALL' }, role, brandName: 'Buyer', refused: new Map(), room })
const keys = (room: Room) => columnsIn(room).map(({ key }) => key)

/** How far the table reaches with a column, the boxes that select among it. */
const widthTo = (room: Room, last: string, role?: Role) => {
  const shown = columnsIn(room, role).filter(({ isHidden }) => !isHidden)
  const until = shown.slice(0, shown.findIndex(({ key }) => key === last) + 1)
  return until.reduce((sum, { width = 0 }) => sum + width, checkWidth)
}

test.each([
  ['SIX', 670],
  ['TEN', 1182],
] as const)('how an SLV stands and whether it is late is in sight where %s columns have %i px', (room, beside) => {
  expect(widthTo(room, 'status', 'SELLER')).toBeLessThanOrEqual(beside)
  expect(widthTo(room, 'groupSlaStatus')).toBeLessThanOrEqual(beside)
})

test('on a phone it is told how an SLV stands and whose it is', () => {
  expect(keys('THREE').slice(0, 3)).toEqual(['buyerLoan', 'status', 'borrowerLastName'])
})

test('every width has the same columns', () => {
  for (const room of ['THREE', 'SIX'] as const) expect(keys(room).toSorted()).toEqual(keys('TEN').toSorted())
})

import { expect, test } from 'vitest'
import { isOneOf } from '../lib/typed.ts'
import {
  type SlvColumnKey,
  slvColumnKeys,
  slvColumnRow,
  slvTableOrder,
} from './columns.ts'
import { slvStatuses } from './status.ts'
import { visibleFields } from './visible-fields.ts'

/** Fields from which these columns are computed. */
const sources: Partial<Record<SlvColumnKey, string>> = {
  dueAt: 'groupSlaStatus',
  holder: 'underwriterManagerName',
  varianceCount: 'slvRequests',
  varianceTexts: 'slvRequests',
}

test('a column is for staff exactly if sellers never see its field', () => {
  for (const key of slvColumnKeys) {
    const { isForStaff = false, isForOutside, workbook } = slvColumnRow(key)
    const field = sources[key] ?? workbook?.field ?? key
    const isVisible = (role: 'SELLER' | 'UNDERWRITER') =>
      slvStatuses.some((status) => visibleFields(role, status).has(field))
    expect(
      isVisible('UNDERWRITER'),
      `${key}: visible-fields.ts shows ${field} to staff`,
    ).toBe(!isForOutside)
    expect(
      isForStaff,
      `${key}: isForStaff is true exactly if visible-fields.ts hides ${field} from sellers`,
    ).toBe(!isVisible('SELLER'))
  }
})

test('each column of the table has one place in its order', () => {
  const inTable = slvColumnKeys.filter((key) => slvColumnRow(key).table)
  expect(slvTableOrder.toSorted()).toEqual(inTable.toSorted())
  for (const key of slvColumnKeys) {
    const { table, workbook, sort } = slvColumnRow(key)
    expect(Boolean(table ?? workbook), key).toBe(true)
    if (sort) expect(isOneOf(slvTableOrder, key), key).toBe(true)
  }
})

import { SlvFilter, SlvListQuery } from '@portal/contract/slv/list-query'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { test as base } from '../../../test/makers.ts'
import { describeFilters } from './filters.ts'

const test = base.extend('describe', ({ as }) => async (asker: Actor, query: Record<string, string>) => {
  const lines = await describeFilters(await as(asker), SlvListQuery.parse({ tableMode: 'ALL', ...query }))
  return new Map(lines)
})

test("only the buyer's people in a filter are named", async ({ a, describe }) => {
  const asker = await a.underwriter('viewSlvDepartment')
  const underwriter = await a.underwriter()
  const [bdd, ubdd] = [await a.user({ role: 'BDD', name: 'Ann' }), await a.user({ role: 'UBDD', name: 'Ben' })]
  const others = [await a.user({ role: 'TPR' }), await a.seller()]
  const everyone = [underwriter, bdd, ubdd, ...others].map(({ id }) => id).join()
  const lines = await describe(asker, { underwriterIds: everyone, bdds: everyone })
  const named = ['Ann Tester', 'Ben Tester', underwriter.name].sort().join(', ')
  const withRest = `${named} and 2 more`
  expect([lines.get('Underwriters'), lines.get('BDDs')]).toEqual([withRest, withRest])
  const known = await describe(asker, { underwriterIds: `${bdd.id},${ubdd.id}` })
  expect(known.get('Underwriters')).toBe('Ann Tester, Ben Tester')
  for (const { id } of others) {
    const one = await describe(asker, { underwriterIds: id, bdds: id })
    expect([one.get('Underwriters'), one.get('BDDs')]).toEqual(['1 chosen', '1 chosen'])
  }
})

test('every filter is described', async ({ a, describe }) => {
  const asker = await a.underwriter('viewSlvDepartment')
  const all = {
    ...{ tableMode: 'ALL', departmentTableMode: 'TRANSFERRED', search: 'Marlow', status: 'REVIEW', sellers: 'Birch' },
    ...{ bdds: asker.id, underwriterIds: asker.id, productCodes: 'WVOE', type: 'POST', timeframe: 'CUSTOM' },
    ...{ from: '2026-01-01', to: '2026-01-31', overdue: 'true', states: 'CA,NY', occupancies: 'S', reasons: 'DTI' },
    has: 'dscr,reserves',
  }
  expect(Object.keys(all).sort()).toEqual(Object.keys(SlvFilter.shape).sort())
  const without = await describe(asker, {})
  const lines = await describe(asker, all)
  expect(lines.get('List')).not.toBe(without.get('List'))
  // The list and its sort are always described; the two keys of the list share a line.
  expect(lines.size - without.size).toBe(Object.keys(all).length - 2)
  expect(lines.get('States')).toBe('CA, NY')
  expect(lines.get('Occupancy')).toBe('Second Home')
  expect(lines.get('With')).toBe('DSCR, Reserves')
})

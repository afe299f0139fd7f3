import { SlvListQuery } from '@portal/contract/slv/list-query'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { test as house } from '../../test/house.ts'
import { tellFilters } from './filters.ts'

const test = house.extend('told', ({ as }) => async (asker: Actor, query: Record<string, string>) => {
  const lines = await tellFilters(await as(asker), SlvListQuery.parse({ tableMode: 'ALL', ...query }))
  return new Map(lines)
})

test('names underwriters and BDDs where they are filtered by, and nobody else whose id is asked for', async ({
  a,
  told,
}) => {
  const asker = await a.underwriter('viewSlvDepartment')
  const underwriter = await a.underwriter()
  const [bdd, ubdd] = [await a.user({ role: 'BDD', name: 'Ann' }), await a.user({ role: 'UBDD', name: 'Ben' })]
  const others = [await a.user({ role: 'TPR' }), await a.seller(), await a.user({ role: 'DEFAULT' })]
  const everybody = [underwriter, bdd, ubdd, ...others].map(({ id }) => id).join()
  const lines = await told(asker, { underwriterIds: everybody, bdds: everybody })
  expect(lines.get('Underwriters')).toBe(underwriter.name)
  expect(lines.get('BDDs')).toBe('Ann Tester, Ben Tester')
  for (const { id } of others) {
    const one = await told(asker, { underwriterIds: id, bdds: id })
    expect([one.get('Underwriters'), one.get('BDDs')]).toEqual(['1 chosen', '1 chosen'])
  }
})

import type { PeopleQuery } from '@portal/contract/user/api'
import { Person } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { test } from '../../test/house.ts'
import { listBdds, listSellers, listUnderwriters } from './list-people.ts'

const all: PeopleQuery = { search: '', page: 1, size: 999 }
const names = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

describe('people', () => {
  test('are the active ones of a role, by first name in any letter case', async ({ a, as, db }) => {
    const me = await a.underwriter()
    for (const name of ['zoe', 'Adam', 'bert']) await a.user({ role: 'UNDERWRITER', name, companyId: me.companyId })
    const gone = await a.user({ role: 'UNDERWRITER', companyId: me.companyId })
    await db.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', gone.id).execute()
    await a.user({ role: 'BDD', name: 'Ben' })
    await a.seller()
    const found = await listUnderwriters(await as(me), all)
    expect(names(found)).toEqual(['Adam Tester', 'bert Tester', me.name, 'zoe Tester'])
    expect(found.total).toBe(4)
    expect(found.items.map((person) => Person.parse(person))).toEqual(found.items)
  })

  test('are kept to those who hold a permission, and to a search', async ({ a, as }) => {
    const me = await a.underwriter()
    const manager = await a.underwriter('manageSlr', 'myOwn')
    await a.underwriter('myOwn')
    const ctx = await as(me)
    expect(names(await listUnderwriters(ctx, { ...all, permission: 'manageSlr' }))).toEqual([manager.name])
    expect(names(await listUnderwriters(ctx, { ...all, search: manager.name.toLowerCase() }))).toEqual([manager.name])
    expect(names(await listUnderwriters(ctx, { ...all, search: '%' }))).toEqual([])
  })

  test('are sellers of their own company for a seller, of their sellers for a BDD, all for an underwriter', async ({
    a,
    as,
  }) => {
    const bdd = await a.user({ role: 'BDD' })
    const company = await a.company('SELLER', bdd.id)
    const [first, second] = [await a.seller(company.id), await a.seller(company.id)]
    const stranger = await a.seller()
    const ids = async (actor: typeof bdd) => (await listSellers(await as(actor), all)).items.map(({ id }) => id).sort()
    expect(await ids(first)).toEqual([first.id, second.id].sort())
    expect(await ids(bdd)).toEqual([first.id, second.id].sort())
    expect(await ids(stranger)).toEqual([stranger.id])
    expect(await ids(await a.underwriter())).toEqual([first.id, second.id, stranger.id].sort())
  })

  test('are BDDs under either name of the role, a page at a time', async ({ a, as }) => {
    const me = await a.underwriter()
    const house = me.companyId
    for (const [role, name] of [
      ['BDD', 'Ana'],
      ['UBDD', 'Bo'],
      ['BDD', 'Cy'],
    ] as const)
      await a.user({ role, name, companyId: house })
    const ctx = await as(me)
    expect(names(await listBdds(ctx, all))).toEqual(['Ana Tester', 'Bo Tester', 'Cy Tester'])
    const second = await listBdds(ctx, { ...all, page: 2, size: 2 })
    expect(names(second)).toEqual(['Cy Tester'])
    expect(second).toMatchObject({ total: 3, page: 2, size: 2 })
  })
})

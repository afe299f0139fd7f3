import type { PeopleQuery } from '@portal/contract/user/api'
import {
  User,
  UserListQuery,
  userSorts,
} from '@portal/contract/user/manage-api'
import { type Actor, Person, permissions } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { test as base } from '../../test/makers.ts'
import { addRow, findRows, setRows } from '../../test/rows.ts'
import { openSession } from '../auth/sessions/session.ts'
import { getPerson } from '../user/find-user.ts'
import { editOwn } from './edit-own.ts'
import { listCompanies } from './list-companies.ts'
import { listBdds, listSellers, listUnderwriters } from './list-people.ts'
import { listUsers } from './list-users.ts'
import { setBdd } from './set-bdd.ts'

/** An admin, and the list of people as an actor sees it. */
const test = base
  .extend('admin', ({ a }) =>
    a.user({ role: 'UNDERWRITER', name: 'Ruth', holds: permissions }),
  )
  .extend(
    'list',
    ({ as }) =>
      async (actor: Actor, query: Record<string, unknown> = {}) => {
        const found = await listUsers(
          await as(actor),
          UserListQuery.parse({ size: 100, ...query }),
        )
        for (const item of found.items) expect(User.parse(item)).toEqual(item)
        return {
          ...found,
          names: found.items.map(({ firstName }) => firstName),
        }
      },
  )

test('the list of people is everyone, or the admin’s own company', async ({
  a,
  admin,
  list,
}) => {
  const chief = await a.user({ name: 'Cy', holds: ['myCompanyAdmin'] })
  await a.user({ name: 'Di', companyId: chief.companyId })
  await a.user({ name: 'Eve' })
  await a.user({ name: 'Tom', role: 'TPR' })
  expect((await list(admin)).names).toEqual(['Cy', 'Di', 'Eve', 'Ruth', 'Tom'])
  expect(await list(chief)).toMatchObject({ names: ['Cy', 'Di'], total: 2 })
  const elsewhere = (await a.company()).id
  expect((await list(chief, { companyId: elsewhere })).names).toEqual([])
  expect((await list(chief, { companyId: chief.companyId })).names).toEqual([
    'Cy',
    'Di',
  ])
})

test('the list of people is searched by name, email and company', async ({
  a,
  admin,
  list,
  db,
}) => {
  const company = await a.company()
  const person = await a.user({ name: 'Zoë 100%', companyId: company.id })
  await setRows(
    db,
    'appUser',
    { id: person.id },
    { email: 'z_b@quill.example' },
  )
  for (const search of [
    'ZOË',
    'zoe',
    '100%',
    'z_b@Quill',
    company.name.toLowerCase(),
  ])
    expect((await list(admin, { search })).names, search).toEqual(['Zoë 100%'])
  for (const search of ['zzz', '%%', 'zxb'])
    expect((await list(admin, { search })).total, search).toBe(0)
})

test('the list of people is filtered by role, status and permission', async ({
  a,
  admin,
  list,
  db,
}) => {
  const { companyId } = admin
  const bo = await a.user({
    name: 'Bo',
    role: 'UNDERWRITER',
    companyId,
    holds: ['myOwn'],
  })
  await addRow(db, 'userRole', { userId: bo.id, role: 'BDD', position: 1 })
  await a.deactivate(await a.user({ name: 'Ub', role: 'UBDD', companyId }))
  await a.user({ name: 'Sal' })
  expect((await list(admin, { roles: 'BDD' })).names).toEqual(['Bo', 'Ub'])
  expect((await list(admin, { roles: 'SELLER,UBDD' })).names).toEqual([
    'Bo',
    'Sal',
    'Ub',
  ])
  expect((await list(admin, { status: 'INACTIVE' })).names).toEqual(['Ub'])
  expect((await list(admin, { permission: 'myOwn' })).names).toEqual([
    'Bo',
    'Ruth',
  ])
  const both = {
    roles: 'BDD,UNDERWRITER',
    status: 'ACTIVE',
    permission: 'myOwn',
    companyId,
    search: 'bo t',
  }
  expect((await list(admin, both)).names).toEqual(['Bo'])
})

test.for(
  userSorts.flatMap((sortBy) =>
    (['asc', 'desc'] as const).map((sortType) => ({ sortBy, sortType })),
  ),
)(
  'the list of people by $sortBy $sortType pages in a stable order',
  async (order, { a, admin, list, db, now }) => {
    for (const name of ['Ann', 'bea', 'Cal', 'Dot'])
      await a.user({ name, companyId: admin.companyId, role: 'UNDERWRITER' })
    await a.user({ name: 'Sal' })
    await openSession(db, admin.id, now, 'test')
    const whole = await list(admin, order)
    const pages = [1, 2, 3].map((page) =>
      list(admin, { ...order, page, size: 2 }),
    )
    const cut = (await Promise.all(pages)).flatMap(({ names }) => names)
    expect(cut).toEqual(whole.names)
    expect([...cut].toSorted()).toEqual([
      'Ann',
      'Cal',
      'Dot',
      'Ruth',
      'Sal',
      'bea',
    ])
    const isDescending = order.sortType === 'desc'
    const byName = ['Ann', 'bea', 'Cal', 'Dot', 'Ruth', 'Sal']
    if (order.sortBy === 'name')
      expect(cut).toEqual(isDescending ? byName.toReversed() : byName)
    // Sal is the only seller, and "Seller" sorts before "Underwriter".
    if (order.sortBy === 'role')
      expect(cut.at(isDescending ? -1 : 0)).toBe('Sal')
    // Users who never signed in come last in both orders.
    if (order.sortBy === 'lastUsedAt') expect(cut[0]).toBe('Ruth')
  },
)

test('the list of people shows the last use, even of an ended session', async ({
  a,
  admin,
  list,
  db,
  now,
}) => {
  const person = await a.user({ name: 'Pat' })
  const lastUse = async () =>
    (await list(admin, { search: 'pat' })).items[0]?.lastUsedAt
  expect(await lastUse()).toBeNull()
  await openSession(db, person.id, now, 'test')
  expect(await lastUse()).toBe(now.toISOString())
  await db.deleteFrom('session').where('userId', '=', person.id).execute()
  expect(await lastUse()).toBe(now.toISOString())
})

test('the list of people shows who was invited and has no password yet', async ({
  a,
  admin,
  list,
  db,
  now,
}) => {
  const [invited, active] = [
    await a.user({ name: 'Ask', role: 'TPR' }),
    await a.user({ name: 'Ava', role: 'TPR' }),
  ]
  await addRow(db, 'credential', { userId: invited.id })
  await addRow(db, 'credential', {
    userId: active.id,
    passwordHash: 'hash',
    passwordSetAt: now,
  })
  expect((await list(admin, { roles: 'TPR' })).items).toMatchObject([
    { signsInWith: 'PASSWORD', isInvited: true },
    { signsInWith: 'PASSWORD', isInvited: false },
  ])
  const [self] = (await list(admin, { search: 'ruth' })).items
  expect(self).toMatchObject({ signsInWith: 'LOAN_DOCK', isInvited: false })
})

test('a card shows contacts to colleagues, all to managers; its owner edits it', async ({
  a,
  as,
  admin,
  db,
}) => {
  const person = await a.seller()
  const colleague = await a.seller(person.companyId)
  const card = await getPerson(await as(colleague), person.id)
  expect(card).toMatchObject({ name: person.name, role: 'SELLER', user: null })
  expect(card.email).toMatch(/@/)
  expect((await getPerson(await as(admin), person.id)).user).toMatchObject({
    id: person.id,
    isInvited: false,
  })
  await expect(
    getPerson(await as(await a.seller()), person.id),
  ).rejects.toMatchObject({ statusCode: 404 })
  const waiting = await a.user({ role: 'DEFAULT', companyId: person.companyId })
  await expect(getPerson(await as(waiting), person.id)).rejects.toMatchObject({
    statusCode: 404,
  })
  expect(await getPerson(await as(waiting), waiting.id)).toMatchObject({
    role: 'DEFAULT',
  })
  const ctx = await as(person)
  const phone = '(212) 555-0142'
  const edited = await editOwn(ctx, { id: person.id, firstName: 'Maya', phone })
  expect(edited).toMatchObject({ name: 'Maya Tester', phone })
  await editOwn(ctx, { firstName: 'Maya' })
  await editOwn(ctx, { phone: null })
  const entries = await findRows(db, 'userHistory', { userId: person.id })
  expect(
    entries.map(({ changes }) =>
      changes.map(({ field, after }) => `${field} ${after}`),
    ),
  ).toEqual([['firstName Maya', `phone ${phone}`], ['phone null']])
})

const all = { search: '', page: 1, size: 100 }

test('companies are those in the actor’s scope', async ({ a, as, admin }) => {
  const seller = await a.seller(undefined, 'myCompanyAdmin')
  const vendor = await a.company('TPR_VENDOR')
  const inviter = await a.user({
    role: 'UNDERWRITER',
    companyId: admin.companyId,
    holds: ['inviteTpr'],
  })
  const reviewer = await a.user({ role: 'TPR', holds: ['inviteTpr'] })
  const idsOf = async (actor: Actor, more: object = {}) =>
    (await listCompanies(await as(actor), { ...all, ...more })).items
      .map(({ id }) => id)
      .toSorted()
  const everything = [
    admin.companyId,
    seller.companyId,
    vendor.id,
    reviewer.companyId,
  ].toSorted()
  expect(await idsOf(admin)).toEqual(everything)
  expect(await idsOf(inviter)).toEqual(
    [vendor.id, reviewer.companyId].toSorted(),
  )
  const guidelines = await a.user({
    role: 'UNDERWRITER',
    companyId: admin.companyId,
    holds: ['manageGuidelines'],
  })
  expect(await idsOf(guidelines)).toEqual([seller.companyId])
  expect(await idsOf(seller)).toEqual([seller.companyId])
  expect(await idsOf(reviewer)).toEqual([reviewer.companyId])
  expect(await idsOf(admin, { kind: 'SELLER' })).toEqual([seller.companyId])
  expect(await idsOf(admin, { search: 'TPR_v' })).toEqual(
    [vendor.id, reviewer.companyId].toSorted(),
  )
  const [buyer] = (
    await listCompanies(await as(admin), { ...all, kind: 'BUYER' })
  ).items
  expect(buyer?.people).toBe(3)
})

test('companies get an active BDD, with both histories, and only sellers do', async ({
  a,
  as,
  admin,
  db,
}) => {
  const [one, two] = [
    await a.user({ role: 'BDD' }),
    await a.user({ role: 'UBDD' }),
  ]
  const company = await a.company()
  const ctx = await as(admin)
  expect(await setBdd(ctx, company.id, one.id)).toMatchObject({
    bdd: { id: one.id, name: one.name },
  })
  await setBdd(ctx, company.id, two.id)
  await setBdd(ctx, company.id, two.id)
  expect(await setBdd(ctx, company.id, null)).toMatchObject({ bdd: null })
  const entries = await findRows(db, 'userHistory', { action: 'set-bdd' })
  expect(entries.map(({ userId }) => userId).toSorted()).toEqual(
    [one.id, one.id, two.id, two.id].toSorted(),
  )
  const gone = await a.user({ role: 'BDD' })
  await a.deactivate(gone)
  const refused = { statusCode: 400, details: [{ field: 'bddId' }] }
  for (const id of [gone.id, admin.id])
    await expect(setBdd(ctx, company.id, id)).rejects.toMatchObject(refused)
  await expect(setBdd(ctx, admin.companyId, null)).rejects.toMatchObject({
    statusCode: 409,
  })
  await expect(setBdd(ctx, gone.id, null)).rejects.toMatchObject({
    statusCode: 404,
  })
})

const anyone: PeopleQuery = { search: '', page: 1, size: 999 }
const names = ({ items }: { items: { name: string }[] }) =>
  items.map(({ name }) => name)

test('people are the active users of a role, by first name', async ({
  a,
  as,
}) => {
  const me = await a.underwriter()
  for (const name of ['zoe', 'Adam', 'bert'])
    await a.user({ role: 'UNDERWRITER', name, companyId: me.companyId })
  await a.deactivate(
    await a.user({ role: 'UNDERWRITER', companyId: me.companyId }),
  )
  await a.user({ role: 'BDD', name: 'Ben' })
  await a.seller()
  const found = await listUnderwriters(await as(me), anyone)
  expect(names(found)).toEqual([
    'Adam Tester',
    'bert Tester',
    me.name,
    'zoe Tester',
  ])
  expect(found.total).toBe(4)
  expect(found.items.map((person) => Person.parse(person))).toEqual(found.items)
})

test('people are filtered by permission and search', async ({ a, as }) => {
  const me = await a.underwriter()
  const manager = await a.underwriter('manageSlr', 'myOwn')
  await a.underwriter('myOwn')
  const ctx = await as(me)
  for (const [query, found] of [
    [{ permission: 'manageSlr' }, [manager.name]],
    [{ search: manager.name.toLowerCase() }, [manager.name]],
    [{ search: '%' }, []],
  ] as const)
    expect(names(await listUnderwriters(ctx, { ...anyone, ...query }))).toEqual(
      found,
    )
})

test('people are the sellers that the actor may see', async ({ a, as }) => {
  const bdd = await a.user({ role: 'BDD' })
  const company = await a.company('SELLER', bdd.id)
  const [first, second] = [
    await a.seller(company.id),
    await a.seller(company.id),
  ]
  const stranger = await a.seller()
  const ids = async (actor: typeof bdd) =>
    (await listSellers(await as(actor), anyone)).items
      .map(({ id }) => id)
      .sort()
  expect(await ids(first)).toEqual([first.id, second.id].sort())
  expect(await ids(bdd)).toEqual([first.id, second.id].sort())
  expect(await ids(stranger)).toEqual([stranger.id])
  expect(await ids(await a.underwriter())).toEqual(
    [first.id, second.id, stranger.id].sort(),
  )
})

test('people are BDDs under either name of the role, in pages', async ({
  a,
  as,
}) => {
  const me = await a.underwriter()
  const { companyId } = me
  await a.user({ role: 'BDD', name: 'Ana', companyId })
  await a.user({ role: 'UBDD', name: 'Bo', companyId })
  await a.user({ role: 'BDD', name: 'Cy', companyId })
  const ctx = await as(me)
  expect(names(await listBdds(ctx, anyone))).toEqual([
    'Ana Tester',
    'Bo Tester',
    'Cy Tester',
  ])
  const second = await listBdds(ctx, { ...anyone, page: 2, size: 2 })
  expect(names(second)).toEqual(['Cy Tester'])
  expect(second).toMatchObject({ total: 3, page: 2, size: 2 })
})

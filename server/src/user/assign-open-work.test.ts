import { type Actor, permissions } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { test as base } from '../../test/makers.ts'
import { rowOf, rowsOf } from '../../test/rows.ts'
import { listOpenWork } from './find-open-work.ts'
import { setRights } from './set-rights.ts'
import { setStatus } from './set-status.ts'

const test = base
  .extend('admin', ({ a }) => a.underwriter(...permissions))
  .extend('deactivate', ({ as, admin }) => async ({ id }: Actor, handOver: object = {}) => {
    return setStatus(await as(admin), { id, status: 'INACTIVE', handOver })
  })
  .extend('slvNow', ({ db }) => (id: string) => {
    return rowOf(db, 'slv', { id })
  })
  .extend('noticesOf', ({ db }) => async ({ id }: Actor) => {
    const rows = await rowsOf(db, 'notification', { userId: id })
    return rows.map(({ action, entityId }) => `${action} ${entityId}`)
  })

describe('deactivation', () => {
  test('requires a successor for each kind of open work', async ({ a, deactivate, db }) => {
    const person = await a.underwriter('myOwn', 'manageSlr', 'manageTradeDesk')
    await a.slv({ underwriterId: person.id })
    await a.slv({ underwriterId: person.id, status: 'PENDING_DOCUMENTS' })
    await a.slv({ underwriterId: person.id, status: 'APPROVED' })
    await a.slv({ underwriterManagerId: person.id, status: 'SLR_REVIEW' })
    await a.slv({ underwriterManagerId: person.id, status: 'SLR_COMPLETED' })
    await a.slv({ tradeDeskId: person.id, status: 'WITHDRAW_PENDING', statusBeforeWithdrawal: 'TD_REVIEW' })
    await expect(deactivate(person, { slr: null })).rejects.toMatchObject({
      statusCode: 409,
      message: 'Reassign the open work first',
      details: [
        { field: 'handOver.underwriter', error: 'SLVs they review: 2' },
        { field: 'handOver.tradeDesk', error: 'Trade desk reviews: 1' },
      ],
    })
    expect(await rowOf(db, 'appUser', { id: person.id })).toMatchObject({ status: 'ACTIVE' })
  })

  test('reassigns SLVs with history and notice', async ({ a, deactivate, historyOf, slvNow, noticesOf, admin, db }) => {
    const [person, successor] = [await a.underwriter('myOwn'), await a.underwriter('myOwn')]
    const underwriterId = person.id
    const slvs = [await a.slv({ underwriterId }), await a.slv({ underwriterId, status: 'PENDING' })]
    await deactivate(person, { underwriter: successor.id })
    const changes = [{ field: 'underwriterName', before: person.name, after: successor.name }]
    for (const slv of slvs) {
      const { id, status, version } = slv
      expect(await slvNow(id)).toMatchObject({ underwriterId: successor.id, status, version: version + 1 })
      expect(await historyOf(slv)).toMatchObject([{ action: 'assign-requests', actorId: admin.id, changes }])
    }
    expect((await noticesOf(successor)).toSorted()).toEqual(slvs.map(({ id }) => `REASSIGNED ${id}`).toSorted())
    expect(await noticesOf(person)).toEqual([])
    const [entry, ...others] = await rowsOf(db, 'userHistory', { userId: person.id })
    expect(others).toEqual([])
    expect(entry?.changes).toEqual([
      { field: 'status', before: 'ACTIVE', after: 'INACTIVE' },
      { field: 'handOver.underwriter', before: 2, after: successor.name },
    ])
  })

  test('returns SLVs to the queue and notifies assigners', async ({ a, deactivate, slvNow, noticesOf, historyOf }) => {
    const person = await a.underwriter('myOwn', 'assignLoans', 'viewSlvDepartment')
    const chief = await a.underwriter('assignLoans', 'viewSlvDepartment')
    const slv = await a.slv({ underwriterId: person.id })
    await deactivate(person, { underwriter: null })
    expect(await slvNow(slv.id)).toMatchObject({ underwriterId: null, status: 'REVIEW' })
    expect(await noticesOf(chief)).toEqual([`PENDING ${slv.id}`])
    expect(await noticesOf(person)).toEqual([])
    expect(await historyOf(slv)).toMatchObject([{ changes: [{ before: person.name, after: null }] }])
  })

  test('accepts only successors who can do the work', async ({ a, deactivate }) => {
    const person = await a.underwriter('myOwn')
    await a.slv({ underwriterId: person.id })
    const idle = await a.underwriter('manageSlr')
    for (const id of [idle.id, person.id, (await a.seller()).id])
      await expect(deactivate(person, { underwriter: id })).rejects.toMatchObject({
        statusCode: 400,
        details: [{ field: 'handOver.underwriter' }],
      })
  })

  test('requires a successor for a started review', async ({ a, deactivate, slvNow }) => {
    const person = await a.underwriter('manageSlr')
    const other = await a.underwriter('manageSlr')
    const slv = await a.slv({ underwriterManagerId: person.id, status: 'SLR_REVIEW' })
    await a.slv({ underwriterManagerId: other.id, status: 'SLR_PENDING' })
    const refused = { statusCode: 400, details: [{ field: 'handOver.slr', error: 'Choose who takes these over' }] }
    await expect(deactivate(person, { slr: null })).rejects.toMatchObject(refused)
    await deactivate(person, { slr: other.id })
    expect(await slvNow(slv.id)).toMatchObject({ underwriterManagerId: other.id, status: 'SLR_REVIEW' })
  })

  test('reassigns a seller’s SLVs within the company', async ({ a, deactivate, slvNow, noticesOf }) => {
    const person = await a.seller()
    const [colleague, stranger] = [await a.seller(person.companyId), await a.seller()]
    const slvs = [await a.slv({ sellerId: person.id, status: 'DRAFT' }), await a.slv({ sellerId: person.id })]
    await expect(deactivate(person, { seller: stranger.id })).rejects.toMatchObject({ statusCode: 400 })
    await expect(deactivate(person, { seller: null })).rejects.toMatchObject({ statusCode: 400 })
    await deactivate(person, { seller: colleague.id })
    for (const { id } of slvs)
      expect(await slvNow(id)).toMatchObject({ sellerId: colleague.id, reassignedToSeller: colleague.name })
    expect(await noticesOf(colleague)).toHaveLength(2)
  })

  test('leaves the SLVs of a company’s only seller', async ({ a, deactivate, slvNow }) => {
    const person = await a.seller()
    const slv = await a.slv({ sellerId: person.id })
    expect((await deactivate(person, { seller: null })).status).toBe('INACTIVE')
    expect(await slvNow(slv.id)).toMatchObject({ sellerId: person.id })
  })

  test('reassigns a BDD’s sellers', async ({ a, deactivate, db }) => {
    const [person, other] = [await a.user({ role: 'BDD' }), await a.user({ role: 'UBDD' })]
    const company = await a.company('SELLER', person.id)
    await expect(deactivate(person)).rejects.toMatchObject({
      details: [{ field: 'handOver.bdd', error: 'Sellers they manage: 1' }],
    })
    await expect(deactivate(person, { bdd: (await a.underwriter()).id })).rejects.toMatchObject({ statusCode: 400 })
    await deactivate(person, { bdd: other.id })
    expect(await rowOf(db, 'company', { id: company.id })).toMatchObject({ bddId: other.id })
    const changes = [{ field: 'seller', before: null, after: company.name }]
    expect(await rowsOf(db, 'userHistory', { userId: other.id })).toMatchObject([{ action: 'set-bdd', changes }])
  })

  test('reassigns an SLV in both of a person’s roles', async ({ a, deactivate, slvNow }) => {
    const [person, next] = [await a.underwriter('myOwn', 'manageSlr'), await a.underwriter('myOwn', 'manageSlr')]
    const slv = await a.slv({ underwriterId: person.id, underwriterManagerId: person.id, status: 'SLR_PENDING' })
    await deactivate(person, { underwriter: next.id, slr: null })
    const people = { underwriterId: next.id, underwriterManagerId: null }
    expect(await slvNow(slv.id)).toMatchObject({ ...people, version: slv.version + 2 })
  })
})

describe('other changes require successors for the work that they leave behind', () => {
  test('another acting role, for the work of the one before', async ({ a, as, admin, slvNow }) => {
    const [person, next] = [await a.underwriter('myOwn'), await a.underwriter('myOwn')]
    const slv = await a.slv({ underwriterId: person.id })
    const roles = { id: person.id, roles: ['BDD', 'UNDERWRITER'] as ('BDD' | 'UNDERWRITER')[] }
    await expect(setRights(await as(admin), roles)).rejects.toMatchObject({ statusCode: 409 })
    await setRights(await as(admin), { ...roles, handOver: { underwriter: next.id } })
    expect(await slvNow(slv.id)).toMatchObject({ underwriterId: next.id })
  })

  test('a permission that a review needs; without myOwn one finishes', async ({ a, as, admin, slvNow }) => {
    const person = await a.underwriter('myOwn', 'manageTradeDesk')
    const own = await a.slv({ underwriterId: person.id })
    const traded = await a.slv({ tradeDeskId: person.id, status: 'TD_PENDING' })
    const ctx = await as(admin)
    await expect(setRights(ctx, { id: person.id, manageTradeDesk: false })).rejects.toMatchObject({
      details: [{ field: 'handOver.tradeDesk' }],
    })
    await setRights(ctx, { id: person.id, myOwn: false })
    expect(await slvNow(own.id)).toMatchObject({ underwriterId: person.id })
    await setRights(ctx, { id: person.id, manageTradeDesk: false, handOver: { tradeDesk: null } })
    expect(await slvNow(traded.id)).toMatchObject({ tradeDeskId: null, status: 'TD_PENDING' })
  })
})

test('open work is listed with its successors', async ({ a, db }) => {
  const person = await a.underwriter('myOwn', 'manageSlr')
  const colleague = { role: 'UNDERWRITER', companyId: person.companyId } as const
  const zoe = await a.user({ ...colleague, name: 'Zoe', holds: ['myOwn'] })
  const adam = await a.user({ ...colleague, name: 'adam', holds: ['myOwn', 'manageSlr'] })
  await a.slv({ underwriterId: person.id })
  await a.slv({ underwriterManagerId: person.id, status: 'SLR_REVIEW' })
  const [first, second] = [adam, zoe].map(({ id, name }) => ({ id, name }))
  expect(await listOpenWork(db, person)).toEqual([
    { kind: 'underwriter', count: 1, mayBeLeft: true, successors: [first, second] },
    { kind: 'slr', count: 1, mayBeLeft: false, successors: [first] },
  ])
  expect(await listOpenWork(db, zoe)).toEqual([])
})

import { allTo } from '@portal/contract/assignment/model'
import { type Actor, permissions } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { findRow, findRows, setRows } from '../../test/rows.ts'
import { test as base } from '../../test/tdoc-makers.ts'
import { setCategoryReviewer } from '../review-category/perform.ts'
import { setUnderwriters } from '../tdoc/assign.ts'
import { setRights } from './set-rights.ts'
import { setStatus } from './set-status.ts'

const test = base
  .extend('admin', ({ a }) => a.underwriter(...permissions))
  .extend(
    'deactivate',
    ({ as, admin }) =>
      async ({ id }: Actor, handOver: object = {}) => {
        return setStatus(await as(admin), { id, status: 'INACTIVE', handOver })
      },
  )
  .extend(
    'setRightsOf',
    ({ as, admin }) =>
      async ({ id }: Actor, change: object) => {
        return setRights(await as(admin), { id, ...change })
      },
  )
  .extend('current', ({ db }) => ({
    slv: ({ id }: { id: string }) => findRow(db, 'slv', { id }),
    tdoc: ({ id }: { id: string }) => findRow(db, 'tdoc', { id }),
  }))
  .extend('noticesOf', ({ db }) => async ({ id }: Actor) => {
    const rows = await findRows(db, 'notification', { userId: id })
    return rows
      .map(({ action, entityId }) => `${action} ${entityId}`)
      .toSorted()
  })

/**
 * How a change is refused that leaves work behind, or names the wrong successor
 * of a kind of it.
 */
const refused = (kind: string, error?: string, statusCode = 400) => ({
  statusCode,
  details: [{ field: `handOver.${kind}`, ...(error && { error }) }],
})

describe('deactivation', () => {
  test('requires a successor for each kind of open work', async ({
    a,
    aTdoc,
    deactivate,
    db,
  }) => {
    const person = await a.underwriter(
      'myOwn',
      'manageSlr',
      'manageTradeDesk',
      'managePurchasedTdocs',
    )
    const { id } = person
    await a.slv({ underwriterId: id })
    await a.slv({ underwriterId: id, status: 'PENDING_DOCUMENTS' })
    await a.slv({ underwriterId: id, status: 'APPROVED' })
    await a.slv({ underwriterManagerId: id, status: 'SLR_REVIEW' })
    await a.slv({ underwriterManagerId: id, status: 'SLR_COMPLETED' })
    await a.slv({
      tradeDeskId: id,
      status: 'WITHDRAW_PENDING',
      statusBeforeWithdrawal: 'TD_REVIEW',
    })
    await aTdoc({ assignedUnderwriterId: id, reviewUnderwriterId: id })
    await aTdoc({ reviewUnderwriterId: id, status: 'REVIEW_PENDING' })
    await aTdoc({ assignedUnderwriterId: id, loanKind: 'PURCHASED' })
    await aTdoc({ assignedUnderwriterId: id, status: 'COMPLETE' })
    await expect(deactivate(person, { slr: null })).rejects.toMatchObject({
      statusCode: 409,
      message: 'Reassign the open work first',
      details: [
        { field: 'handOver.underwriter', error: 'SLVs they review: 2' },
        { field: 'handOver.tradeDesk', error: 'Trade desk reviews: 1' },
        { field: 'handOver.tdoc', error: 'Tdocs they work on or review: 2' },
        {
          field: 'handOver.purchasedTdoc',
          error: 'Tdocs of purchased loans: 1',
        },
      ],
    })
    expect(await findRow(db, 'appUser', { id })).toMatchObject({
      status: 'ACTIVE',
    })
  })

  test('reassigns SLVs with history and notice', async ({
    a,
    deactivate,
    historyOf,
    current,
    noticesOf,
    admin,
    db,
  }) => {
    const [person, successor] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    const underwriterId = person.id
    const slvs = [
      await a.slv({ underwriterId }),
      await a.slv({ underwriterId, status: 'PENDING' }),
    ]
    for (const { id } of [
      await a.underwriter('manageSlr'),
      person,
      await a.seller(),
    ])
      await expect(
        deactivate(person, { underwriter: id }),
      ).rejects.toMatchObject(refused('underwriter'))
    await deactivate(person, { underwriter: successor.id })
    const changes = [
      { field: 'underwriterName', before: person.name, after: successor.name },
    ]
    for (const slv of slvs) {
      const { status, version } = slv
      expect(await current.slv(slv)).toMatchObject({
        underwriterId: successor.id,
        status,
        version: version + 1,
      })
      expect(await historyOf(slv)).toMatchObject([
        { action: 'assign-requests', actorId: admin.id, changes },
      ])
    }
    expect(await noticesOf(successor)).toEqual(
      slvs.map(({ id }) => `REASSIGNED ${id}`).toSorted(),
    )
    expect(await noticesOf(person)).toEqual([])
    const entries = await findRows(db, 'userHistory', { userId: person.id })
    expect(entries.map((entry) => entry.changes)).toEqual([
      [
        { field: 'status', before: 'ACTIVE', after: 'INACTIVE' },
        { field: 'handOver.underwriter', before: 2, after: successor.name },
      ],
    ])
  })

  test('returns SLVs to the queue and notifies assigners', async ({
    a,
    deactivate,
    current,
    noticesOf,
    historyOf,
  }) => {
    const person = await a.underwriter(
      'myOwn',
      'assignLoans',
      'viewSlvDepartment',
    )
    const chief = await a.underwriter('assignLoans', 'viewSlvDepartment')
    const slv = await a.slv({ underwriterId: person.id })
    await deactivate(person, { underwriter: null })
    expect(await current.slv(slv)).toMatchObject({
      underwriterId: null,
      status: 'REVIEW',
    })
    expect([await noticesOf(chief), await noticesOf(person)]).toEqual([
      [`PENDING ${slv.id}`],
      [],
    ])
    expect(await historyOf(slv)).toMatchObject([
      { changes: [{ before: person.name, after: null }] },
    ])
  })

  test('requires a successor for a started review', async ({
    a,
    deactivate,
    current,
  }) => {
    const [person, other] = [
      await a.underwriter('manageSlr'),
      await a.underwriter('manageSlr'),
    ]
    const slv = await a.slv({
      underwriterManagerId: person.id,
      status: 'SLR_REVIEW',
    })
    await a.slv({ underwriterManagerId: other.id, status: 'SLR_PENDING' })
    const left = refused('slr', 'Choose who takes these over')
    await expect(deactivate(person, { slr: null })).rejects.toMatchObject(left)
    await deactivate(person, { slr: other.id })
    expect(await current.slv(slv)).toMatchObject({
      underwriterManagerId: other.id,
      status: 'SLR_REVIEW',
    })
  })

  test('reassigns a seller’s SLVs within the company', async ({
    a,
    deactivate,
    current,
    noticesOf,
  }) => {
    const person = await a.seller()
    const [colleague, stranger] = [
      await a.seller(person.companyId),
      await a.seller(),
    ]
    const slvs = [
      await a.slv({ sellerId: person.id, status: 'DRAFT' }),
      await a.slv({ sellerId: person.id }),
    ]
    for (const seller of [stranger.id, null])
      await expect(deactivate(person, { seller })).rejects.toMatchObject({
        statusCode: 400,
      })
    await deactivate(person, { seller: colleague.id })
    for (const slv of slvs)
      expect(await current.slv(slv)).toMatchObject({
        sellerId: colleague.id,
        reassignedToSeller: colleague.name,
      })
    expect(await noticesOf(colleague)).toHaveLength(2)
    // A company's only seller keeps theirs.
    const own = await a.slv({ sellerId: stranger.id })
    expect((await deactivate(stranger, { seller: null })).status).toBe(
      'INACTIVE',
    )
    expect(await current.slv(own)).toMatchObject({ sellerId: stranger.id })
  })

  test('reassigns a BDD’s sellers', async ({ a, deactivate, db }) => {
    const [person, other] = [
      await a.user({ role: 'BDD' }),
      await a.user({ role: 'UBDD' }),
    ]
    const company = await a.company('SELLER', person.id)
    await expect(deactivate(person)).rejects.toMatchObject(
      refused('bdd', 'Sellers they manage: 1', 409),
    )
    await expect(
      deactivate(person, { bdd: (await a.underwriter()).id }),
    ).rejects.toMatchObject({ statusCode: 400 })
    await deactivate(person, { bdd: other.id })
    expect(await findRow(db, 'company', { id: company.id })).toMatchObject({
      bddId: other.id,
    })
    const changes = [{ field: 'seller', before: null, after: company.name }]
    expect(
      await findRows(db, 'userHistory', { userId: other.id }),
    ).toMatchObject([{ action: 'set-bdd', changes }])
  })

  test('reassigns an SLV in both of a person’s roles', async ({
    a,
    deactivate,
    current,
  }) => {
    const [person, next] = [
      await a.underwriter('myOwn', 'manageSlr'),
      await a.underwriter('myOwn', 'manageSlr'),
    ]
    const slv = await a.slv({
      underwriterId: person.id,
      underwriterManagerId: person.id,
      status: 'SLR_PENDING',
    })
    await deactivate(person, { underwriter: next.id, slr: null })
    const people = { underwriterId: next.id, underwriterManagerId: null }
    expect(await current.slv(slv)).toMatchObject({
      ...people,
      version: slv.version + 2,
    })
  })

  test('reassigns Tdocs with the usual history', async ({
    a,
    as,
    aTdoc,
    deactivate,
    current,
    db,
    admin,
  }) => {
    const [ben, carl] = [await a.underwriter(), await a.underwriter()]
    const categories = {
      COLLATERAL: 'REVIEW_REQUIRED',
      GENERAL_INTERNAL: 'COMPLETED',
    } as const
    const tdoc = await aTdoc({ assignedUnderwriterId: ben.id, categories })
    for (const id of Object.values(tdoc.categoryIds))
      await setRows(db, 'reviewCategory', { id }, { reviewerId: ben.id })
    const toReviewer = deactivate(ben, {
      tdoc: (await a.user({ role: 'TPR' })).id,
    })
    await expect(toReviewer).rejects.toMatchObject(
      refused('tdoc', 'Not an active underwriter'),
    )
    await deactivate(ben, { tdoc: carl.id })
    expect(await current.tdoc(tdoc)).toMatchObject({
      assignedUnderwriterId: carl.id,
      version: tdoc.version + 1,
    })
    const reviewers = (await findRows(db, 'reviewCategory')).map(
      ({ type, reviewerId }) => [type, reviewerId],
    )
    expect(Object.fromEntries(reviewers)).toEqual({
      COLLATERAL: carl.id,
      GENERAL_INTERNAL: ben.id,
    })
    const names = { before: ben.name, after: carl.name }
    expect(
      await findRows(db, 'tdocHistory', { tdocId: tdoc.id }),
    ).toMatchObject([
      {
        action: 'set-underwriter',
        actorId: admin.id,
        changes: [{ field: 'assignedUnderwriter', ...names }],
      },
      {
        action: 'category-set-reviewer',
        changes: [{ after: 'COLLATERAL' }, names],
      },
    ])
    const notices = await findRows(db, 'notification', { entityId: tdoc.id })
    expect(notices).toMatchObject([
      { userId: carl.id, action: 'TDOC_RECEIVED' },
    ])
    // Inactive people can't be assigned.
    const inactive = {
      statusCode: 400,
      details: [{ field: 'underwriterId', error: 'Not an active underwriter' }],
    }
    await expect(
      setUnderwriters(await as(admin), allTo(ben.id, [tdoc.id])),
    ).rejects.toMatchObject(inactive)
  })

  test('reassigns a reviewer’s categories within the vendor', async ({
    a,
    as,
    aTdoc,
    deactivate,
    db,
  }) => {
    const reviewer = {
      role: 'TPR',
      companyId: (await a.company('TPR_VENDOR')).id,
    } as const
    const [rita, rob] = [await a.user(reviewer), await a.user(reviewer)]
    const { categoryIds } = await aTdoc({
      vendorId: reviewer.companyId,
      categories: { TPR: 'REVIEW_REQUIRED' },
    })
    const id = categoryIds.TPR ?? ''
    await setCategoryReviewer(await as(rita), id, rita.id)
    const elsewhere = deactivate(rita, {
      tprReview: (await a.user({ role: 'TPR' })).id,
    })
    const wrong = refused(
      'tprReview',
      'Not an active reviewer of the same vendor',
    )
    await expect(elsewhere).rejects.toMatchObject(wrong)
    await deactivate(rita, { tprReview: rob.id })
    expect(await findRow(db, 'reviewCategory', { id })).toMatchObject({
      reviewerId: rob.id,
    })
  })
})

describe('other changes require successors for the work that they leave behind', () => {
  test('another acting role, for the work of the one before', async ({
    a,
    setRightsOf,
    current,
  }) => {
    const [person, next] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    const slv = await a.slv({ underwriterId: person.id })
    const roles = ['BDD', 'UNDERWRITER']
    await expect(setRightsOf(person, { roles })).rejects.toMatchObject({
      statusCode: 409,
    })
    await setRightsOf(person, { roles, handOver: { underwriter: next.id } })
    expect(await current.slv(slv)).toMatchObject({ underwriterId: next.id })
  })

  test('a permission that a review needs; without myOwn one finishes', async ({
    a,
    setRightsOf,
    current,
  }) => {
    const person = await a.underwriter('myOwn', 'manageTradeDesk')
    const own = await a.slv({ underwriterId: person.id })
    const traded = await a.slv({ tradeDeskId: person.id, status: 'TD_PENDING' })
    const left = refused('tradeDesk', undefined, 409)
    await expect(
      setRightsOf(person, { manageTradeDesk: false }),
    ).rejects.toMatchObject(left)
    await setRightsOf(person, { myOwn: false })
    expect(await current.slv(own)).toMatchObject({ underwriterId: person.id })
    await setRightsOf(person, {
      manageTradeDesk: false,
      handOver: { tradeDesk: null },
    })
    expect(await current.slv(traded)).toMatchObject({
      tradeDeskId: null,
      status: 'TD_PENDING',
    })
  })

  test('the queue of purchased loans, for someone who has it', async ({
    a,
    aTdoc,
    setRightsOf,
    current,
  }) => {
    const [ben, carl] = [
      await a.underwriter('managePurchasedTdocs'),
      await a.underwriter(),
    ]
    const bought = await aTdoc({
      assignedUnderwriterId: ben.id,
      loanKind: 'PURCHASED',
    })
    const other = await aTdoc({ assignedUnderwriterId: ben.id })
    const take = (handOver: object) =>
      setRightsOf(ben, { managePurchasedTdocs: false, handOver })
    await expect(take({})).rejects.toMatchObject(
      refused('purchasedTdoc', undefined, 409),
    )
    await expect(take({ purchasedTdoc: carl.id })).rejects.toMatchObject({
      statusCode: 400,
    })
    await take({ purchasedTdoc: null })
    expect(await current.tdoc(bought)).toMatchObject({
      assignedUnderwriterId: null,
    })
    expect(await current.tdoc(other)).toMatchObject({
      assignedUnderwriterId: ben.id,
    })
  })
})

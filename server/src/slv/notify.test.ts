import { keysOf } from '@portal/contract/lib/typed'
import { notificationActions } from '@portal/contract/notification/model'
import { type Decision, decisions, type SlvStatus } from '@portal/contract/slv/status'
import { slvActions, slvTransitions } from '@portal/contract/slv/transitions'
import { describe, expect } from 'vitest'
import { actions, type Cast } from '../../test/actions.ts'
import { test as base, type Makers } from '../../test/makers.ts'

/** Everybody who has to do with an SLV, and some who have not. */
const castOf = async (a: Makers) => {
  const bdd = await a.user({ role: 'BDD' })
  const company = await a.company('SELLER', bdd.id)
  return {
    bdd,
    owner: await a.seller(company.id),
    colleague: await a.seller(company.id, 'myCompanyView', 'myCompanyReassignSlv'),
    underwriter: await a.underwriter('myOwn'),
    other: await a.underwriter('myOwn'),
    chief: await a.underwriter('assignLoans', 'viewSlvDepartment', 'assignLoansSlr', 'assignLoansTradeDesk'),
    blindChief: await a.underwriter('assignLoans'),
    manager: await a.underwriter('manageSlr', 'viewSlvDepartment'),
    secondManager: await a.underwriter('manageSlr'),
    trader: await a.underwriter('manageTradeDesk', 'viewSlvDepartment'),
    secondTrader: await a.underwriter('manageTradeDesk'),
  }
}
type People = Awaited<ReturnType<typeof castOf>>
type Name = keyof People

const test = base
  .extend('people', ({ a }) => castOf(a))
  .extend('told', ({ db, people }) => async () => {
    const rows = await db.selectFrom('notification').selectAll().orderBy('id').execute()
    const nameOf = (id: string) => keysOf(people).find((name) => people[name].id === id)
    return rows.map(({ userId, action }) => `${nameOf(userId)}: ${action}`).toSorted()
  })

const bodyCast = ({ other, manager, trader, colleague }: People): Cast => ({
  underwriterId: other.id,
  managerId: manager.id,
  traderId: trader.id,
  sellerId: colleague.id,
})

/** What each move tells, by its doer: everybody named in the SLV, then nobody named. */
const expected: Record<(typeof slvActions)[number], { by: Name; named: string[]; unnamed?: string[] }> = {
  save: { by: 'owner', named: [] },
  'send-request': { by: 'owner', named: ['underwriter: PENDING'], unnamed: ['chief: PENDING'] },
  'start-review-process': { by: 'underwriter', named: [] },
  reopen: { by: 'chief', named: ['bdd: REOPENED', 'owner: REOPENED', 'underwriter: REOPENED'] },
  'set-pending-documents': { by: 'underwriter', named: ['owner: DOCUMENTS_REQUESTED'] },
  'upload-pending-documents': {
    by: 'owner',
    named: ['underwriter: DOCUMENTS_SUBMITTED'],
    unnamed: ['chief: DOCUMENTS_SUBMITTED'],
  },
  // The move itself empties the managers' post: the verb takes the one that its body names.
  'set-slr-pending': { by: 'underwriter', named: ['manager: SLR_PENDING', 'secondManager: SLR_PENDING'] },
  'set-slr-review': { by: 'manager', named: [] },
  'set-slr-pending-info': { by: 'manager', named: ['underwriter: SLR_PENDING_INFO'] },
  'set-slr-info-received': { by: 'underwriter', named: ['manager: SLR_INFO_RECEIVED'] },
  'set-slr-completed': { by: 'manager', named: ['underwriter: SLR_COMPLETED'] },
  'set-td-pending': { by: 'underwriter', named: ['secondTrader: TD_PENDING', 'trader: TD_PENDING'] },
  'set-td-review': { by: 'trader', named: [] },
  'set-td-completed': { by: 'trader', named: ['underwriter: TD_COMPLETED'] },
  'make-final-decision': { by: 'underwriter', named: ['owner: APPROVED'] },
  'set-withdraw-pending': {
    by: 'owner',
    named: ['underwriter: WITHDRAW_REQUEST_RECEIVED'],
    unnamed: ['chief: WITHDRAW_REQUEST_RECEIVED'],
  },
  'set-withdraw-approved': { by: 'underwriter', named: ['owner: WITHDRAW_APPROVED'] },
  'set-withdraw-declined': { by: 'underwriter', named: ['owner: WITHDRAW_UPDATE'] },
  'set-draft-resubmitted': {
    by: 'owner',
    named: ['underwriter: DRAFT_RESUBMITTED'],
    unnamed: ['chief: DRAFT_RESUBMITTED'],
  },
  'set-resubmitted': { by: 'owner', named: ['underwriter: RESUBMITTED'], unnamed: ['chief: RESUBMITTED'] },
  // Tried on a first draft, of which nobody was notified.
  'discard-draft': { by: 'owner', named: [] },
  'assign-requests': { by: 'chief', named: ['other: REASSIGNED'], unnamed: ['other: REASSIGNED'] },
  'assign-slr': { by: 'chief', named: ['manager: SLR_PENDING'], unnamed: ['manager: SLR_PENDING'] },
  'assign-td': { by: 'chief', named: ['trader: TD_PENDING'], unnamed: ['trader: TD_PENDING'] },
  'assign-seller': { by: 'colleague', named: [] },
}

const statusFor = (action: (typeof slvActions)[number]): SlvStatus => {
  const [first = 'REVIEW'] = slvTransitions[action].from
  return first
}

const slvOf = (a: Makers, people: People, status: SlvStatus, isNamed: boolean) =>
  a.slv({
    status,
    sellerId: people.owner.id,
    underwriterId: isNamed ? people.underwriter.id : null,
    // Whoever is handed an SLV does not have it yet.
    underwriterManagerId: isNamed && status !== 'SLR_PENDING' ? people.manager.id : null,
    tradeDeskId: isNamed && status !== 'TD_PENDING' ? people.trader.id : null,
  })

describe('a transition notifies', () => {
  test.for(slvActions)('%s', async (action, { a, as, people, told }) => {
    const { by, named } = expected[action]
    const slv = await slvOf(a, people, statusFor(action), true)
    await actions[action](await as(people[by]), slv.id, bodyCast(people))
    expect(await told()).toEqual(named)
  })

  const unnamed = slvActions.filter((action) => expected[action].unnamed)
  test.for(unnamed)('%s, while nobody is assigned', async (action, { a, as, people, told }) => {
    const slv = await slvOf(a, people, statusFor(action), false)
    await actions[action](await as(people[expected[action].by]), slv.id, bodyCast(people))
    expect(await told()).toEqual(expected[action].unnamed)
  })

  test.for([...decisions])('the decision %s', async (decision: Decision, { a, as, people, told }) => {
    const slv = await slvOf(a, people, 'REVIEW', true)
    await actions['make-final-decision'](await as(people.underwriter), slv.id, { ...bodyCast(people), decision })
    expect(await told()).toEqual([`owner: ${decision}`])
  })

  test('the underwriter of a discarded draft resubmission', async ({ a, as, people, told }) => {
    const slv = await slvOf(a, people, 'DRAFT_RESUBMITTED', true)
    await actions['discard-draft'](await as(people.owner), slv.id, bodyCast(people))
    expect(await told()).toEqual(['underwriter: DRAFT_DISCARDED'])
  })

  test('the new owner of a reassigned SLV', async ({ a, as, people, told }) => {
    const slv = await slvOf(a, people, 'REVIEW', true)
    await actions['assign-seller'](await as(people.chief), slv.id, bodyCast(people))
    expect(await told()).toEqual(['colleague: REASSIGNED'])
  })

  test('only the named manager or trader', async ({ a, as, people, told, db }) => {
    const { setSlrPending, setTdPending } = await import('./review/escalate.ts')
    const [one, two] = [await slvOf(a, people, 'REVIEW', true), await slvOf(a, people, 'REVIEW', true)]
    const ctx = await as(people.underwriter)
    await setSlrPending(ctx, one.id, { statusComment: 'Look', underwriterManagerId: people.secondManager.id })
    await setTdPending(ctx, two.id, { statusComment: 'Look', tradeDeskId: people.secondTrader.id })
    expect(await told()).toEqual(['secondManager: SLR_PENDING', 'secondTrader: TD_PENDING'])
    const [row] = await db.selectFrom('notification').selectAll().execute()
    expect(row).toMatchObject({
      actorId: people.underwriter.id,
      entityId: one.id,
      type: 'PROXY_LOAN',
      title: notificationActions.SLR_PENDING.title,
      description: `${one.buyerLoan} · ${one.borrowerLastName}`,
      status: 'UNCHECKED',
      createdAt: ctx.now,
      mailedAt: null,
    })
  })
})

test('no one is notified of their own actions, or while inactive', async ({ a, as, people, told, db }) => {
  const slv = await slvOf(a, people, 'SLR_PENDING', true)
  await db.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', people.secondManager.id).execute()
  const taker = { ...people.chief, permissions: { ...people.chief.permissions, manageSlr: true } }
  await db.insertInto('userPermission').values({ userId: taker.id, permission: 'manageSlr' }).execute()
  await actions['assign-slr'](await as(taker), slv.id, { ...bodyCast(people), managerId: taker.id })
  expect(await told()).toEqual([])
  const review = await slvOf(a, people, 'REVIEW', true)
  await actions['set-slr-pending'](await as(people.underwriter), review.id, bodyCast(people))
  expect(await told()).toEqual(['chief: SLR_PENDING', 'manager: SLR_PENDING'])
})

test('a failed transition notifies nobody', async ({ a, as, people, told }) => {
  const slv = await slvOf(a, people, 'PENDING', true)
  await expect(
    actions['make-final-decision'](await as(people.underwriter), slv.id, bodyCast(people)),
  ).rejects.toMatchObject({ statusCode: 409 })
  expect(await told()).toEqual([])
})

import { keysOf } from '@portal/contract/lib/typed'
import { notificationActions } from '@portal/contract/notification/model'
import { type Decision, decisions, type SlvStatus } from '@portal/contract/slv/status'
import { slvActions, slvTransitions } from '@portal/contract/slv/transitions'
import { describe, expect } from 'vitest'
import { actions, type Cast } from '../../test/actions.ts'
import { test as base, type Makers } from '../../test/makers.ts'
import { rowsOf } from '../../test/rows.ts'
import { setSlrPending, setTdPending } from './review/escalate.ts'

/** Everyone with a part in an SLV, and some people without one. */
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
  .extend('notified', ({ db, people }) => async () => {
    const rows = await rowsOf(db, 'notification')
    const nameOf = (id: string) => keysOf(people).find((name) => people[name].id === id)
    return rows.map(({ userId, action }) => `${nameOf(userId)}: ${action}`).toSorted()
  })

const bodyCast = ({ other, manager, trader, colleague }: People): Cast => ({
  underwriterId: other.id,
  managerId: manager.id,
  traderId: trader.id,
  sellerId: colleague.id,
})

/** Who is notified of each action, by who takes it: with everyone assigned to the SLV, then with no one assigned. */
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
  // The action itself clears the manager, unless its body names one.
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
  // Of a first draft, of which no one was notified.
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
    // The people to whom an SLV is passed don't have it yet.
    underwriterManagerId: isNamed && status !== 'SLR_PENDING' ? people.manager.id : null,
    tradeDeskId: isNamed && status !== 'TD_PENDING' ? people.trader.id : null,
  })

describe('a transition notifies', () => {
  test.for(slvActions)('%s', async (action, { a, as, people, notified }) => {
    const { by, named } = expected[action]
    const slv = await slvOf(a, people, statusFor(action), true)
    await actions[action](await as(people[by]), slv.id, bodyCast(people))
    expect(await notified()).toEqual(named)
  })

  const unnamed = slvActions.filter((action) => expected[action].unnamed)
  test.for(unnamed)('%s, while no one is assigned', async (action, { a, as, people, notified }) => {
    const slv = await slvOf(a, people, statusFor(action), false)
    await actions[action](await as(people[expected[action].by]), slv.id, bodyCast(people))
    expect(await notified()).toEqual(expected[action].unnamed)
  })

  test.for([...decisions])('the decision %s', async (decision: Decision, { a, as, people, notified }) => {
    const slv = await slvOf(a, people, 'REVIEW', true)
    await actions['make-final-decision'](await as(people.underwriter), slv.id, { ...bodyCast(people), decision })
    expect(await notified()).toEqual([`owner: ${decision}`])
  })

  test.for([
    [
      'the underwriter of a discarded draft',
      'DRAFT_RESUBMITTED',
      'discard-draft',
      'owner',
      'underwriter: DRAFT_DISCARDED',
    ],
    ['the new owner of a reassigned SLV', 'REVIEW', 'assign-seller', 'chief', 'colleague: REASSIGNED'],
  ] as const)('%s', async ([, status, action, by, expectedNotification], { a, as, people, notified }) => {
    const slv = await slvOf(a, people, status, true)
    await actions[action](await as(people[by]), slv.id, bodyCast(people))
    expect(await notified()).toEqual([expectedNotification])
  })

  test('only the named manager or trader', async ({ a, as, people, notified, db }) => {
    const [one, two] = [await slvOf(a, people, 'REVIEW', true), await slvOf(a, people, 'REVIEW', true)]
    const ctx = await as(people.underwriter)
    await setSlrPending(ctx, one.id, { statusComment: 'Look', underwriterManagerId: people.secondManager.id })
    await setTdPending(ctx, two.id, { statusComment: 'Look', tradeDeskId: people.secondTrader.id })
    expect(await notified()).toEqual(['secondManager: SLR_PENDING', 'secondTrader: TD_PENDING'])
    expect((await rowsOf(db, 'notification'))[0]).toMatchObject({
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

test('no one is notified of what they did themselves, or while inactive', async ({ a, as, people, notified, db }) => {
  const slv = await slvOf(a, people, 'SLR_PENDING', true)
  await db.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', people.secondManager.id).execute()
  const taker = { ...people.chief, permissions: { ...people.chief.permissions, manageSlr: true } }
  await db.insertInto('userPermission').values({ userId: taker.id, permission: 'manageSlr' }).execute()
  await actions['assign-slr'](await as(taker), slv.id, { ...bodyCast(people), managerId: taker.id })
  expect(await notified()).toEqual([])
  const review = await slvOf(a, people, 'REVIEW', true)
  await actions['set-slr-pending'](await as(people.underwriter), review.id, bodyCast(people))
  expect(await notified()).toEqual(['chief: SLR_PENDING', 'manager: SLR_PENDING'])
})

test('a failed transition notifies no one', async ({ a, as, people, notified }) => {
  const slv = await slvOf(a, people, 'PENDING', true)
  const decided = actions['make-final-decision'](await as(people.underwriter), slv.id, bodyCast(people))
  await expect(decided).rejects.toMatchObject({ statusCode: 409 })
  expect(await notified()).toEqual([])
})

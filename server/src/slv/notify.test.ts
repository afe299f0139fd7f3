import { getKeys } from '@portal/contract/lib/typed'
import { notificationActions } from '@portal/contract/notification/model'
import {
  type Decision,
  decisions,
  type SlvStatus,
} from '@portal/contract/slv/status'
import {
  type SlvAction,
  slvActions,
  slvTransitions,
} from '@portal/contract/slv/transitions'
import { describe, expect } from 'vitest'
import { actions, type MovePeople, statusOf } from '../../test/actions.ts'
import { test as base, type Makers } from '../../test/makers.ts'
import { addRow, findRows } from '../../test/rows.ts'
import { undoEach } from '../../test/undo-each.ts'
import { listNotifications } from '../notification/list.ts'
import { setSlrPending, setTdPending } from './review/escalate.ts'

/** Everyone with a part in an SLV, and some people without one. */
const createPeople = async (a: Makers) => {
  const bdd = await a.user({ role: 'BDD' })
  const company = await a.company('SELLER', bdd.id)
  return {
    bdd,
    owner: await a.seller(company.id),
    colleague: await a.seller(
      company.id,
      'myCompanyView',
      'myCompanyReassignSlv',
    ),
    underwriter: await a.underwriter('myOwn'),
    other: await a.underwriter('myOwn'),
    chief: await a.underwriter(
      'assignLoans',
      'viewSlvDepartment',
      'assignLoansSlr',
      'assignLoansTradeDesk',
    ),
    blindChief: await a.underwriter('assignLoans'),
    manager: await a.underwriter('manageSlr', 'viewSlvDepartment'),
    secondManager: await a.underwriter('manageSlr'),
    trader: await a.underwriter('manageTradeDesk', 'viewSlvDepartment'),
    secondTrader: await a.underwriter('manageTradeDesk'),
  }
}
type People = Awaited<ReturnType<typeof createPeople>>

const test = base
  .extend('people', ({ a }) => createPeople(a))
  .extend('notified', ({ db, people }) => async () => {
    const rows = await findRows(db, 'notification')
    const nameOf = (id: string) =>
      getKeys(people).find((name) => people[name].id === id)
    return rows
      .map(({ userId, action }) => `${nameOf(userId)}: ${action}`)
      .toSorted()
  })

const bodyPeople = ({
  other,
  manager,
  trader,
  colleague,
}: People): MovePeople => ({
  underwriterId: other.id,
  managerId: manager.id,
  traderId: trader.id,
  sellerId: colleague.id,
})

const slvOf = (
  a: Makers,
  people: People,
  status: SlvStatus,
  isAssigned: boolean,
) =>
  a.slv({
    status,
    sellerId: people.owner.id,
    underwriterId: isAssigned ? people.underwriter.id : null,
    // The people to whom an SLV is passed don't have it yet.
    underwriterManagerId:
      isAssigned && status !== 'SLR_PENDING' ? people.manager.id : null,
    tradeDeskId:
      isAssigned && status !== 'TD_PENDING' ? people.trader.id : null,
  })

type Move = {
  action: SlvAction
  status: SlvStatus
  decision: Decision | undefined
  isAssigned: boolean
  by: keyof People
}

/** The moves that each person may make at the first or the last status. */
function* listMoves(people: People): Generator<Move> {
  for (const action of slvActions) {
    const { from, access } = slvTransitions[action]
    const ends = new Set([from[0] ?? 'REVIEW', from.at(-1) ?? 'REVIEW'])
    const isFinal = action === 'make-final-decision'
    const allowed = getKeys(people).filter((by) => access(people[by]))
    for (const status of ends)
      for (const decision of isFinal ? decisions : [undefined])
        for (const isAssigned of [true, false])
          for (const by of allowed)
            yield { action, status, decision, isAssigned, by }
  }
}

const legend = [
  'Who is notified of each transition, by each person who may make it; not listed is who may not, and what notifies no one.',
  'Reviewed by eye when it changes; written by: npx vitest run --root server src/slv/notify.test.ts --update',
]

describe('a transition notifies', () => {
  test('the people of the reviewed matrix', async ({
    a,
    as,
    db,
    people,
    notified,
  }) => {
    const lines: string[] = []
    const thenUndo = await undoEach(db)
    const findNotified = ({ action, status, decision, isAssigned, by }: Move) =>
      thenUndo(async () => {
        const slv = await slvOf(a, people, status, isAssigned)
        const body = { ...bodyPeople(people), ...(decision && { decision }) }
        const ctx = await as(people[by])
        const code = await statusOf(actions[action](ctx, slv.id, body))
        return code === 200 ? await notified() : []
      })
    for (const move of listMoves(people)) {
      const notifiedPeople = await findNotified(move)
      if (notifiedPeople.length === 0) continue
      const { action, status, decision, isAssigned, by } = move
      const name = `${decision ?? action} at ${status}${isAssigned ? '' : ', unassigned'}, by ${by}`
      lines.push(`${name.padEnd(74)} ${notifiedPeople.join(', ')}`)
    }
    await expect([...legend, '', ...lines, ''].join('\n')).toMatchFileSnapshot(
      './notify-matrix.txt',
    )
  })

  test('only the named manager or trader', async ({
    a,
    as,
    people,
    notified,
    db,
  }) => {
    const [one, two] = [
      await slvOf(a, people, 'REVIEW', true),
      await slvOf(a, people, 'REVIEW', true),
    ]
    const ctx = await as(people.underwriter)
    await setSlrPending(ctx, one.id, {
      statusComment: 'Look',
      underwriterManagerId: people.secondManager.id,
    })
    await setTdPending(ctx, two.id, {
      statusComment: 'Look',
      tradeDeskId: people.secondTrader.id,
    })
    expect(await notified()).toEqual([
      'secondManager: SLR_PENDING',
      'secondTrader: TD_PENDING',
    ])
    expect((await findRows(db, 'notification'))[0]).toMatchObject({
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

test('no one is notified of what they did themselves, or while inactive', async ({
  a,
  as,
  people,
  notified,
  db,
}) => {
  const slv = await slvOf(a, people, 'SLR_PENDING', true)
  await db
    .updateTable('appUser')
    .set({ status: 'INACTIVE' })
    .where('id', '=', people.secondManager.id)
    .execute()
  const taker = {
    ...people.chief,
    permissions: { ...people.chief.permissions, manageSlr: true },
  }
  await db
    .insertInto('userPermission')
    .values({ userId: taker.id, permission: 'manageSlr' })
    .execute()
  await actions['assign-slr'](await as(taker), slv.id, {
    ...bodyPeople(people),
    managerId: taker.id,
  })
  expect(await notified()).toEqual([])
  const review = await slvOf(a, people, 'REVIEW', true)
  await actions['set-slr-pending'](
    await as(people.underwriter),
    review.id,
    bodyPeople(people),
  )
  expect(await notified()).toEqual([
    'chief: SLR_PENDING',
    'manager: SLR_PENDING',
  ])
})

test('a reassignment names the loan and the new person to the earlier one, but no borrower', async ({
  a,
  as,
  people,
  db,
}) => {
  const slv = await slvOf(a, people, 'PENDING', true)
  await actions['assign-seller'](
    await as(people.chief),
    slv.id,
    bodyPeople(people),
  )
  const [notice] = await findRows(db, 'notification', {
    userId: people.owner.id,
  })
  expect(notice).toMatchObject({
    title: 'An SLV was reassigned from you',
    description: `${slv.buyerLoan} · now assigned to ${people.colleague.name}`,
  })
  // The earlier owner may not open the SLV anymore and still reads this.
  const { items } = await listNotifications(await as(people.owner), {})
  expect(items.map(({ action }) => action)).toEqual(['REASSIGNED_FROM'])
})

test('a finished SLV leaves nothing unviewed but its outcome and comments to others', async ({
  a,
  as,
  people,
  db,
  now,
}) => {
  const slv = await slvOf(a, people, 'REVIEW', true)
  const about = (
    userId: string,
    action: 'DOCUMENTS_REQUESTED' | 'SLR_COMPLETED' | 'PROXY_LOAN_COMMENT',
  ) =>
    addRow(db, 'notification', {
      userId,
      action,
      type: notificationActions[action].type,
      title: notificationActions[action].title,
      description: '',
      entityId: slv.id,
      createdAt: now,
    })
  await about(people.owner.id, 'DOCUMENTS_REQUESTED')
  await about(people.owner.id, 'PROXY_LOAN_COMMENT')
  await about(people.underwriter.id, 'SLR_COMPLETED')
  await about(people.underwriter.id, 'PROXY_LOAN_COMMENT')

  await actions['make-final-decision'](
    await as(people.underwriter),
    slv.id,
    bodyPeople(people),
  )

  const unviewed = await findRows(db, 'notification', { status: 'UNCHECKED' })
  expect(
    unviewed.map(({ userId, action }) => [userId === people.owner.id, action]),
  ).toEqual([
    [true, 'PROXY_LOAN_COMMENT'],
    [true, 'APPROVED'],
  ])
})

test('a failed transition notifies no one', async ({
  a,
  as,
  people,
  notified,
}) => {
  const slv = await slvOf(a, people, 'PENDING', true)
  const decided = actions['make-final-decision'](
    await as(people.underwriter),
    slv.id,
    bodyPeople(people),
  )
  await expect(decided).rejects.toMatchObject({ statusCode: 409 })
  expect(await notified()).toEqual([])
})

import { allTo } from '@portal/contract/assignment/model'
import { type Actor, permissions } from '@portal/contract/user/model'
import { describe, expect, onTestFinished } from 'vitest'
import { statusOf } from '../../test/actions.ts'
import { type Caller, caller } from '../../test/http.ts'
import { findRow, findRows, setRows, waitForLocks } from '../../test/rows.ts'
import { test as base } from '../../test/tdoc-makers.ts'
import { openSession } from '../auth/sessions/session.ts'
import type { Db } from '../lib/database/db.ts'
import { setCategoryReviewer } from '../review-category/perform.ts'
import { assignSlvs } from '../slv/assign.ts'
import { claimNextUnderwriter } from '../slv/rounds/send-request.ts'
import { setReviewers, setUnderwriters } from '../tdoc/assign.ts'
import { setStatus } from './set-status.ts'

const patch = (
  as: Caller,
  what: 'permissions' | 'status' | 'roles',
  body: object,
) => as('PATCH', `/v1/users/${what}`, { body })

/** The ids of all active underwriters who can manage people. */
const test = base.extend('managers', ({ committed }) => async () => {
  const active = (
    await findRows(committed, 'appUser', { status: 'ACTIVE' })
  ).map(({ id }) => id)
  const underwriters = (
    await findRows(committed, 'userRole', { role: 'UNDERWRITER' })
  ).map(({ userId }) => userId)
  const holders = await findRows(committed, 'userPermission', {
    permission: 'managePermissions',
  })
  return holders
    .map(({ userId }) => userId)
    .filter((id) => active.includes(id) && underwriters.includes(id))
})

/**
 * Locks a person’s row, which blocks history entries that name them until the
 * returned transaction is committed.
 */
async function lockPerson(db: Db, id: string) {
  const locking = await db.startTransaction().execute()
  onTestFinished(async () => {
    if (!locking.isCommitted) await locking.rollback().execute()
  })
  await locking
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return locking
}

/** The people assigned to an SLV. */
const assigneesOf = async (db: Db, id: string) => {
  const { underwriterId, underwriterManagerId, tradeDeskId, sellerId } =
    await findRow(db, 'slv', { id })
  return [underwriterId, underwriterManagerId, tradeDeskId, sellerId]
}

describe('people who remove each other’s rights in parallel', () => {
  test.for([
    ['permissions', { managePermissions: false }],
    ['status', { status: 'INACTIVE' }],
    ['roles', { roles: ['BDD'] }],
  ] as const)(
    'by %s: one stays',
    async ([what, change], { made, signedIn, managers }) => {
      for (let round = 0; round < 3; round++) {
        const before = await managers()
        const [one, two] = [
          await made.underwriter('managePermissions'),
          await made.underwriter('managePermissions'),
        ]
        const [asOne, asTwo] = [await signedIn(one), await signedIn(two)]
        for (const id of before)
          await patch(asOne, 'permissions', { id, managePermissions: false })
        const answers = await Promise.all([
          patch(asOne, what, { id: two.id, ...change }),
          patch(asTwo, what, { id: one.id, ...change }),
        ])
        expect(await managers()).toHaveLength(1)
        const [done, refused] = answers
          .map(({ statusCode }) => statusCode)
          .toSorted()
        expect(done).toBe(200)
        expect([401, 403, 409]).toContain(refused)
      }
    },
  )

  test('six in a circle neither deadlock nor leave no one', async ({
    made,
    signedIn,
    managers,
  }) => {
    const people: Actor[] = []
    for (let n = 0; n < 6; n++)
      people.push(await made.underwriter(...permissions))
    const callers = await Promise.all(people.map(signedIn))
    const answers = await Promise.all(
      callers.map((as, n) =>
        patch(as, 'status', {
          id: people[(n + 1) % 6]?.id,
          status: 'INACTIVE',
        }),
      ),
    )
    expect(
      answers.filter(
        ({ statusCode }) => ![200, 401, 403, 409].includes(statusCode),
      ),
    ).toEqual([])
    expect((await managers()).length).toBeGreaterThanOrEqual(1)
  })
})

describe('work assigned during a deactivation', () => {
  test.for([
    ['assign-requests', 'underwriter', 'REVIEW'],
    ['assign-slr', 'slr', 'SLR_PENDING'],
    ['assign-td', 'tradeDesk', 'TD_PENDING'],
    ['assign-seller', 'seller', 'REVIEW'],
  ] as const)(
    'by %s: the second waits for the first',
    async ([action, kind, status], { made, committed, ctxOf }) => {
      const admin = await made.underwriter(...permissions)
      const chief = await made.underwriter(...permissions)
      const owner = await made.seller()
      const one = () =>
        kind === 'seller'
          ? made.seller(owner.companyId)
          : made.underwriter(...permissions)
      const [leaves, heir] = [await one(), await one()]
      const draft = { sellerId: owner.id, status }
      const [given, late] = [await made.slv(draft), await made.slv(draft)]
      const [asAdmin, asChief] = [await ctxOf(admin), await ctxOf(chief)]
      const leave = () =>
        setStatus(asAdmin, {
          id: leaves.id,
          status: 'INACTIVE',
          handOver: { [kind]: heir.id },
        })

      // History names the actor: while their row is locked, the work stops after
      // taking its own locks.
      const beforeGiving = await lockPerson(committed, chief.id)
      const giving = assignSlvs(asChief, action, allTo(leaves.id, [given.id]))
      await waitForLocks(committed)
      const leaving = leave()
      await waitForLocks(committed, 2)
      await beforeGiving.commit().execute()
      await Promise.all([giving, leaving])
      expect(await assigneesOf(committed, given.id)).toContain(heir.id)
      expect(await assigneesOf(committed, given.id)).not.toContain(leaves.id)

      await setStatus(asAdmin, { id: leaves.id, status: 'ACTIVE' })
      const beforeLeaving = await lockPerson(committed, admin.id)
      const leavingFirst = leave()
      await waitForLocks(committed)
      const givingLate = statusOf(
        assignSlvs(asChief, action, allTo(leaves.id, [late.id])),
      )
      await waitForLocks(committed, 2)
      await beforeLeaving.commit().execute()
      await leavingFirst
      expect(await givingLate).toBe(400)
      expect(await assigneesOf(committed, late.id)).not.toContain(leaves.id)
    },
  )

  test('by Tdoc and category waits for the deactivation', async ({
    made,
    madeTdoc,
    committed,
    ctxOf,
  }) => {
    const ctx = await ctxOf(await made.underwriter())
    type Given = { id: string; category: string; to: string }
    const verbs = [
      ({ id, to }: Given) => setUnderwriters(ctx, allTo(to, [id])),
      ({ id, to }: Given) => setReviewers(ctx, allTo(to, [id])),
      ({ category, to }: Given) => setCategoryReviewer(ctx, category, to),
    ]
    for (const give of verbs) {
      const leaves = await made.underwriter()
      const { id, categoryIds } = await madeTdoc({
        categories: { COLLATERAL: 'REVIEW_REQUIRED' },
      })
      const leaving = await committed.startTransaction().execute()
      await setRows(
        leaving,
        'appUser',
        { id: leaves.id },
        { status: 'INACTIVE' },
      )
      const giving = statusOf(
        give({ id, category: categoryIds.COLLATERAL ?? '', to: leaves.id }),
      )
      await waitForLocks(committed)
      await leaving.commit().execute()
      expect(await giving).toBe(400)
    }
  })

  test('by first assignment goes to someone active', async ({
    made,
    committed,
    ctxOf,
    now,
  }) => {
    const [leaves, stays] = [
      await made.underwriter('myOwn'),
      await made.underwriter('myOwn'),
    ]
    // People who were never assigned anything come first.
    await setRows(
      committed,
      'appUser',
      { id: stays.id },
      { lastAssignedAt: now },
    )
    const ctx = await ctxOf(stays)
    const leaving = await committed.startTransaction().execute()
    await setRows(leaving, 'appUser', { id: leaves.id }, { status: 'INACTIVE' })
    const taking = committed
      .transaction()
      .execute((db) => claimNextUnderwriter({ ...ctx, db }))
    await waitForLocks(committed)
    await leaving.commit().execute()
    expect(await taking).toMatchObject({ id: stays.id })
  })
})

test('removed rights and deactivation reach every node within a second', async ({
  committed,
  made,
  startNode,
  signInAt,
  now,
}) => {
  let at = now.getTime()
  const nodes = [
    await startNode(() => new Date(at)),
    await startNode(() => new Date(at)),
  ] as const
  const person = await made.underwriter('manageSla', 'managePermissions')
  const token = await openSession(committed, person.id, now, 'test')
  const asPerson = nodes.map((node) => caller(node, token))
  const asAdmin = await signInAt(
    nodes[0],
    await made.underwriter(...permissions),
  )
  const statuses = async (path: string) =>
    Promise.all(asPerson.map(async (as) => (await as('GET', path)).statusCode))
  const polls = async (tags: unknown[]) => {
    const headersOf = (index: number) => ({
      'if-none-match': String(tags[index]),
    })
    return Promise.all(
      asPerson.map((as, index) =>
        as('GET', '/v1/notifications', { headers: headersOf(index) }),
      ),
    )
  }

  expect(await statuses('/v1/users')).toEqual([200, 200])
  const before = await polls([])
  await patch(asAdmin, 'permissions', {
    id: person.id,
    managePermissions: false,
  })
  expect(
    await statuses('/v1/users'),
    'immediately on the node that changed it',
  ).toEqual([403, 200])
  at += 1000
  expect(await statuses('/v1/users')).toEqual([403, 403])
  const after = await polls(before.map(({ headers }) => headers.etag))
  expect(after.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (const [index, answer] of after.entries())
    expect(answer.json().rights).not.toBe(before[index]?.json().rights)

  await patch(asAdmin, 'permissions', {
    id: person.id,
    managePermissions: true,
  })
  expect(await statuses('/v1/users')).toEqual([200, 403])
  at += 1000
  expect(await statuses('/v1/users')).toEqual([200, 200])
  await patch(asAdmin, 'status', { id: person.id, status: 'INACTIVE' })
  expect(await statuses('/v1/auth/profile')).toEqual([401, 200])
  at += 1000
  expect(await statuses('/v1/auth/profile')).toEqual([401, 401])
})

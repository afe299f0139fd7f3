import { type Actor, permissions } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { ctxFor } from '../../test/house.ts'
import { appOn, test as base, type Caller, caller } from '../../test/http.ts'
import { tdocMaker } from '../../test/tdoc-house.ts'
import { openSession } from '../auth/session.ts'
import type { Db } from '../lib/db.ts'
import { AppError } from '../lib/errors.ts'
import { setCategoryReviewer } from '../review-category/set-reviewer.ts'
import { assignRequests, assignSeller, assignSlr, assignTd } from '../slv/assign.ts'
import { takeNextUnderwriter } from '../slv/assign-first.ts'
import { setReviewers, setUnderwriters } from '../tdoc/assign.ts'
import { setStatus } from './set-status.ts'

const patch = (as: Caller, what: 'permissions' | 'status' | 'roles', body: object) =>
  as('PATCH', `/v1/users/${what}`, { body })

const test = base.extend('managers', ({ committed }) => async () => {
  const rows = await committed
    .selectFrom('appUser')
    .innerJoin('userPermission', 'userPermission.userId', 'appUser.id')
    .innerJoin('userRole', 'userRole.userId', 'appUser.id')
    .select('appUser.id')
    .where('permission', '=', 'managePermissions')
    .where('role', '=', 'UNDERWRITER')
    .where('status', '=', 'ACTIVE')
    .execute()
  return rows.map(({ id }) => id)
})

/** What became of work that ran beside other work: done, or refused as the portal refuses. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => {
      if (error instanceof AppError) return error.code
      throw error
    },
  )

/** Until so many wait for a lock. */
const waiting = (db: Db, count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db)
    expect(rows).toHaveLength(count)
  })

/** Holds a person's row until it is committed: nobody can write a line that names them. */
async function stopped(db: Db, id: string) {
  const holding = await db.startTransaction().execute()
  onTestFinished(async () => {
    if (!holding.isCommitted) await holding.rollback().execute()
  })
  await holding.selectFrom('appUser').select('id').where('id', '=', id).forUpdate().execute()
  return holding
}

/** Whose an SLV is. */
const handsOf = (db: Db, id: string) =>
  db
    .selectFrom('slv')
    .select(['underwriterId', 'underwriterManagerId', 'tradeDeskId', 'sellerId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('people who take each other’s rights at once', () => {
  test.for([
    ['permissions', { managePermissions: false }],
    ['status', { status: 'INACTIVE' }],
    ['roles', { roles: ['BDD'] }],
  ] as const)('by %s: one stays', async ([what, change], { made, signedIn, managers }) => {
    for (let round = 0; round < 3; round++) {
      const before = await managers()
      const [one, two] = [await made.underwriter('managePermissions'), await made.underwriter('managePermissions')]
      const [asOne, asTwo] = [await signedIn(one), await signedIn(two)]
      for (const id of before) await patch(asOne, 'permissions', { id, managePermissions: false })
      const answers = await Promise.all([
        patch(asOne, what, { id: two.id, ...change }),
        patch(asTwo, what, { id: one.id, ...change }),
      ])
      expect(await managers()).toHaveLength(1)
      const [done, refused] = answers.map(({ statusCode }) => statusCode).toSorted()
      expect(done).toBe(200)
      expect([401, 403, 409]).toContain(refused)
    }
  })

  test('six in a circle leave somebody, and nobody waits in a circle', async ({ made, signedIn, managers }) => {
    const people: Actor[] = []
    for (let n = 0; n < 6; n++) people.push(await made.underwriter(...permissions))
    const callers = await Promise.all(people.map(signedIn))
    const answers = await Promise.all(
      callers.map((as, n) => patch(as, 'status', { id: people[(n + 1) % 6]?.id, status: 'INACTIVE' })),
    )
    expect(answers.filter(({ statusCode }) => ![200, 401, 403, 409].includes(statusCode))).toEqual([])
    expect((await managers()).length).toBeGreaterThanOrEqual(1)
  })
})

describe('work that comes while somebody is deactivated', () => {
  test('is either handed over or refused: none stays with them', async ({ made, committed, now }) => {
    const [admin, next] = [await made.underwriter(...permissions), await made.underwriter('myOwn')]
    const chief = await made.underwriter('assignLoans', 'viewSlvDepartment')
    const [asAdmin, asChief] = [await ctxFor(committed, admin, now), await ctxFor(committed, chief, now)]
    const seen = new Set<string>()
    for (let round = 0; round < 3; round++) {
      const person = await made.underwriter('myOwn')
      const slvs = [await made.slv({ underwriterId: person.id }), await made.slv(), await made.slv()]
      const [first, ...free] = slvs.map(({ id }) => id)
      const given = [
        ...free.map((id) => outcome(assignRequests(asChief, person.id, [id]))),
        // Among them one that is theirs already: both sides want its lock.
        outcome(assignRequests(asChief, person.id, [first ?? '', free[0] ?? ''])),
      ]
      const gone = setStatus(asAdmin, { id: person.id, status: 'INACTIVE', handOver: { underwriter: next.id } })
      await gone
      for (const end of await Promise.all(given)) seen.add(end)
      const left = await committed.selectFrom('slv').select('id').where('underwriterId', '=', person.id).execute()
      expect(left).toEqual([])
    }
    expect([...seen].filter((end) => !['done', 'bad_request'].includes(end))).toEqual([])
  })

  test.for([
    ['assign-requests', assignRequests, 'underwriter', 'REVIEW'],
    ['assign-slr', assignSlr, 'slr', 'SLR_PENDING'],
    ['assign-td', assignTd, 'tradeDesk', 'TD_PENDING'],
    ['assign-seller', assignSeller, 'seller', 'REVIEW'],
  ] as const)(
    'by %s: whoever came second waits, and sees what the first left',
    async ([, give, kind, status], { made, committed, now }) => {
      const admin = await made.underwriter(...permissions)
      const chief = await made.underwriter(...permissions)
      const owner = await made.seller()
      const one = () => (kind === 'seller' ? made.seller(owner.companyId) : made.underwriter(...permissions))
      const [leaves, heir] = [await one(), await one()]
      const [given, late] = [
        await made.slv({ sellerId: owner.id, status }),
        await made.slv({ sellerId: owner.id, status }),
      ]
      const [asAdmin, asChief] = [await ctxFor(committed, admin, now), await ctxFor(committed, chief, now)]
      const leave = () => setStatus(asAdmin, { id: leaves.id, status: 'INACTIVE', handOver: { [kind]: heir.id } })

      // History names who acts: while the actor's row is held, the work stops after its own locks and before its end.
      const beforeGiving = await stopped(committed, chief.id)
      const giving = give(asChief, leaves.id, [given.id])
      await waiting(committed, 1)
      const leaving = leave()
      await waiting(committed, 2)
      await beforeGiving.commit().execute()
      await Promise.all([giving, leaving])
      expect(Object.values(await handsOf(committed, given.id))).toContain(heir.id)
      expect(Object.values(await handsOf(committed, given.id))).not.toContain(leaves.id)

      await setStatus(asAdmin, { id: leaves.id, status: 'ACTIVE' })
      const beforeLeaving = await stopped(committed, admin.id)
      const leavingFirst = leave()
      await waiting(committed, 1)
      const givingLate = outcome(give(asChief, leaves.id, [late.id]))
      await waiting(committed, 2)
      await beforeLeaving.commit().execute()
      await leavingFirst
      expect(await givingLate).toBe('bad_request')
      expect(Object.values(await handsOf(committed, late.id))).not.toContain(leaves.id)
    },
  )

  test('by a Tdoc or one of its categories: who gives waits for what becomes of them', async ({
    made,
    committed,
    now,
  }) => {
    const ctx = await ctxFor(committed, await made.underwriter(), now)
    type Given = { id: string; category: string; to: string }
    const verbs = [
      ({ id, to }: Given) => setUnderwriters(ctx, to, [id]),
      ({ id, to }: Given) => setReviewers(ctx, to, [id]),
      ({ category, to }: Given) => setCategoryReviewer(ctx, category, to),
    ]
    for (const give of verbs) {
      const leaves = await made.underwriter()
      const { id, categoryIds } = await tdocMaker(committed, now)({ categories: { COLLATERAL: 'REVIEW_REQUIRED' } })
      const leaving = await committed.startTransaction().execute()
      await leaving.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', leaves.id).execute()
      const giving = outcome(give({ id, category: categoryIds.COLLATERAL ?? '', to: leaves.id }))
      await waiting(committed, 1)
      await leaving.commit().execute()
      expect(await giving).toBe('bad_request')
    }
  })

  test('by first assignment waits for what becomes of them, and goes to somebody who stays', async ({
    made,
    committed,
    now,
  }) => {
    const [leaves, stays] = [await made.underwriter('myOwn'), await made.underwriter('myOwn')]
    // Whoever was given something before is behind whoever was not.
    await committed.updateTable('appUser').set({ lastAssignedAt: now }).where('id', '=', stays.id).execute()
    const ctx = await ctxFor(committed, stays, now)
    const leaving = await committed.startTransaction().execute()
    await leaving.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', leaves.id).execute()
    const taking = committed.transaction().execute((db) => takeNextUnderwriter({ ...ctx, db }))
    await waiting(committed, 1)
    await leaving.commit().execute()
    expect(await taking).toMatchObject({ id: stays.id })
  })
})

test('rights that were taken, and an account that was closed, are over on every node within a second', async ({
  committed,
  made,
  now,
}) => {
  let at = now.getTime()
  const nodes = [await appOn(committed, () => new Date(at)), await appOn(committed, () => new Date(at))]
  onTestFinished(async () => {
    for (const node of nodes) await node.close()
  })
  const [admin, person] = [
    await made.underwriter(...permissions),
    await made.underwriter('manageSla', 'managePermissions'),
  ]
  const token = await openSession(committed, person.id, now, 'test')
  const asPerson = nodes.map((node) => caller(node, token))
  const [one] = nodes
  if (!one) throw new Error('There are two')
  const asAdmin = caller(one, await openSession(committed, admin.id, now, 'test'))
  const statuses = async (path: string) => Promise.all(asPerson.map(async (as) => (await as('GET', path)).statusCode))
  const polls = async (tags: unknown[]) =>
    Promise.all(
      asPerson.map((as, index) =>
        as('GET', '/v1/notifications', { headers: { 'if-none-match': String(tags[index]) } }),
      ),
    )

  expect(await statuses('/v1/users')).toEqual([200, 200])
  const before = await polls([])
  await patch(asAdmin, 'permissions', { id: person.id, managePermissions: false })
  expect(await statuses('/v1/users'), 'at once on the node that changed it').toEqual([403, 200])
  at += 1000
  expect(await statuses('/v1/users')).toEqual([403, 403])
  const after = await polls(before.map(({ headers }) => headers.etag))
  expect(after.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (const [index, answer] of after.entries()) expect(answer.json().rights).not.toBe(before[index]?.json().rights)

  await patch(asAdmin, 'permissions', { id: person.id, managePermissions: true })
  expect(await statuses('/v1/users')).toEqual([200, 403])
  at += 1000
  expect(await statuses('/v1/users')).toEqual([200, 200])
  await patch(asAdmin, 'status', { id: person.id, status: 'INACTIVE' })
  expect(await statuses('/v1/auth/profile')).toEqual([401, 200])
  at += 1000
  expect(await statuses('/v1/auth/profile')).toEqual([401, 401])
})

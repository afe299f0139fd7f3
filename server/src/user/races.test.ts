import { type Actor, permissions } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { ctxFor } from '../../test/house.ts'
import { appOn, test as base, type Caller, caller } from '../../test/http.ts'
import { openSession } from '../auth/session.ts'
import { AppError } from '../lib/errors.ts'
import { assignRequests } from '../slv/assign.ts'
import { takeNextUnderwriter } from '../slv/assign-first.ts'
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
    for (let round = 0; round < 6; round++) {
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
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(committed)
      expect(rows).toHaveLength(1)
    })
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
  at += 1000
  expect(await statuses('/v1/users')).toEqual([403, 403])
  const after = await polls(before.map(({ headers }) => headers.etag))
  expect(after.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (const [index, answer] of after.entries()) expect(answer.json().rights).not.toBe(before[index]?.json().rights)

  await patch(asAdmin, 'permissions', { id: person.id, managePermissions: true })
  at += 1000
  expect(await statuses('/v1/users')).toEqual([200, 200])
  await patch(asAdmin, 'status', { id: person.id, status: 'INACTIVE' })
  at += 1000
  expect(await statuses('/v1/auth/profile')).toEqual([401, 401])
})

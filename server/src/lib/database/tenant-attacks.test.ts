import { permissionsOf } from '@portal/contract/user/manage-policy'
import { type Actor, permissions } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { ctxFor } from '../../../test/makers.ts'
import { addRow, findRow, findRows } from '../../../test/rows.ts'
import { test as base } from '../../../test/tdoc-makers.ts'
import { sendRequest } from '../../slv/rounds/send-request.ts'
import { enqueue } from '../jobs/jobs.ts'
import { getDbFor } from './db.ts'

const refused = { code: '42501' }

/**
 * Runs SQL as a seller, with the ids of people inside and outside their company
 * as parameters.
 */
const test = base.extend('attack', async ({ committed: db, made: a, now }) => {
  const mallory = await a.seller()
  const reviewer = await a.user({ role: 'TPR' })
  const buyer = await a.underwriter('managePermissions')
  const colleague = await a.seller(mallory.companyId)
  const stranger = await a.seller()
  const slv = await a.slv({
    status: 'REVIEW',
    sellerId: mallory.id,
    companyId: mallory.companyId,
  })
  const ids = {
    own: mallory.id,
    company: mallory.companyId,
    colleague: colleague.id,
    buyer: buyer.id,
    buyersCompany: buyer.companyId,
    stranger: stranger.id,
    slv: slv.id,
  }
  await addRow(db, 'session', {
    userId: mallory.id,
    tokenHash: Buffer.alloc(32),
    createdAt: now,
    lastUsedAt: now,
    endsAt: new Date(now.getTime() + 3_600_000),
  })
  const idsByName = new Map(Object.entries(ids))
  const fillIn = (text: string) =>
    text.replace(/:(\w+)/g, (parameter, name: string) => {
      const id = idsByName.get(name)
      return id === undefined ? parameter : `'${id}'`
    })
  const run = (text: string, actor = mallory) =>
    sql.raw<Record<string, unknown>>(fillIn(text)).execute(getDbFor(db, actor))
  return { ids, run, mallory, reviewer }
})

describe('SQL run as a seller', () => {
  const refusals = {
    'makes no one staff': [
      `insert into user_role (user_id, role, position) values (:own, 'UNDERWRITER', 1)`,
      `update user_role set role = 'UNDERWRITER' where user_id = :own`,
      `update user_role set user_id = :own where user_id = :buyer`,
      `update user_role set position = 5 where user_id = :buyer`,
      `delete from user_role where user_id = :own`,
    ],
    'grants nothing that a seller cannot hold, and nothing to others': [
      `insert into user_permission (user_id, permission) values (:own, 'managePermissions')`,
      `insert into user_permission (user_id, permission) values (:colleague, 'inviteTpr')`,
      `insert into user_permission (user_id, permission) values (:buyer, 'myCompanyView')`,
      `update user_permission set user_id = :own where user_id = :buyer`,
      `update user_permission set permission = 'manageSla'`,
    ],
    'moves no person and no row to another company or person': [
      `update app_user set company_id = :buyersCompany where id = :own`,
      `update app_user set company_id = :company where id = :buyer`,
      `update app_user set email = 'boss@buyer.example' where id = :own`,
      `update app_user set id = gen_random_uuid() where id = :own`,
      `update app_user set status = 'INACTIVE' where id = :buyer`,
      `insert into app_user (email, company_id) values ('new@acme.example', :company)`,
      `update company set kind = 'BUYER' where id = :company`,
      `update slv set company_id = :buyersCompany where id = :slv`,
      `update slv set created_by_id = :buyer where id = :slv`,
      `update session set user_id = :buyer`,
      `update session set user_id = :colleague`,
      `insert into credential (user_id) values (:own)`,
    ],
    'makes services, keys and webhooks for its own company only': [
      `insert into app_user (email, company_id, is_service) values ('a@service.invalid', :buyersCompany, true)`,
      `update app_user set is_service = true where id = :own`,
      `insert into user_role (user_id, role, position) values (:own, 'SELLER', 1)`,
      `insert into api_key (service_id, token_hash, shown, created_by_id, created_at, expires_at)
        values (:own, sha256('a'), 'lrp_', :own, now(), now())`,
      `insert into api_key (service_id, token_hash, shown, created_by_id, created_at, expires_at)
        values (:buyer, sha256('a'), 'lrp_', :own, now(), now())`,
      `insert into webhook (company_id, owner_id, name, url, events, secret, created_by_id, created_at)
        values (:company, :buyer, '', '', '{slv.decided}', '', :own, now())`,
      `select * from webhook_outbox`,
    ],
    'writes no history, comment or file in someone else’s name': [
      `insert into user_history (user_id, at, actor_id, action) values (:own, now(), :buyer, 'edit')`,
      `insert into user_history (user_id, at, actor_id, action) values (:buyer, now(), :own, 'edit')`,
      `insert into slv_history (slv_id, at, actor_id, action, to_status, resubmit_count, changes)
        values (:slv, now(), :buyer, 'save', 'REVIEW', 0, '[]')`,
      `insert into comment (slv_id, type, message, author_id, created_at) values (:slv, 'EXTERNAL', 'Hello', :buyer, now())`,
      `insert into notification (user_id, actor_id, type, action, title, created_at)
        values (:buyer, :stranger, 'USER', 'PERMISSIONS', 'Yours', now())`,
      `update slv_history set actor_id = :buyer`,
      `delete from user_history`,
    ],
    'reads no jobs, and queues only those of its own requests': [
      `select data from pgboss.job`,
      `select data from pgboss.job_common`,
      `select * from pgboss.job_common`,
      `select count(data) from pgboss.job_common`,
      `update pgboss.job_common set data = '{}'`,
      `delete from pgboss.job_common`,
      `insert into pgboss.job_common (name, data) values ('reset-password', '{"email":"a@b.example"}')`,
      `insert into pgboss.job_common (name, data) values ('send-code', '{}')`,
      `insert into pgboss.queue (name) values ('stray')`,
      `select pgboss.create_queue('stray', '{"policy":"short"}')`,
      `select pgboss.delete_queue('send-code')`,
      `select * from pgboss.schedule`,
      `select * from pgboss.warning`,
    ],
  }

  test.for(Object.entries(refusals))(
    '%s',
    async ([, texts], { attack, committed }) => {
      await enqueue(
        committed,
        'send-link',
        { linkId: attack.ids.own },
        { key: 'other' },
      )
      for (const text of texts)
        await expect(attack.run(text), text).rejects.toMatchObject(refused)
    },
  )

  test('sees only the jobs it added itself', async ({ attack, committed }) => {
    await enqueue(
      committed,
      'claim-notifications',
      { userId: attack.ids.own },
      { key: 'other' },
    )
    await enqueue(
      getDbFor(committed, attack.mallory),
      'claim-notifications',
      { userId: attack.ids.own },
      { key: 'own' },
    )
    const visible = await attack.run(
      'select id, start_after from pgboss.job_common',
    )
    expect(visible.rows).toEqual([])
    const all = sql`select singleton_key as key from pgboss.job order by 1`
    const { rows } = await all.execute(committed)
    expect(rows).toEqual([{ key: 'other' }, { key: 'own' }])
  })

  test('can grant only the permissions of its kind of company', async ({
    attack,
  }) => {
    for (const [person, role] of [
      [attack.mallory, 'SELLER'],
      [attack.reviewer, 'TPR'],
    ] as const)
      for (const permission of permissions) {
        const values = `('${person.id}', '${permission}')`
        const grant = attack.run(
          `insert into user_permission (user_id, permission) values ${values}`,
          person,
        )
        const name = `${role} ${permission}`
        if (permissionsOf[role].includes(permission)) await grant
        else await expect(grant, name).rejects.toMatchObject(refused)
      }
  })

  test('runs only the listed functions as the owner, with a fixed search path', async ({
    committed,
  }) => {
    type OwnerFunction = { name: string; settings: string[]; isRun: boolean }
    const ownerFunctions = sql<OwnerFunction>`
      select
        proname as name,
        proconfig as settings,
        prorettype <> 'trigger'::regtype
          and has_function_privilege('portal_tenant', oid, 'execute') as is_run
      from pg_proc
      where prosecdef
        and pronamespace = any(array['public', 'pgboss']::regnamespace[])
      order by 1`
    const { rows } = await ownerFunctions.execute(committed)
    expect(rows.map(({ name, isRun }) => ({ name, isRun }))).toEqual([
      { name: 'chain_history', isRun: false },
      { name: 'erase_history', isRun: false },
      { name: 'has_webhook_events', isRun: true },
      { name: 'is_comment_awaited', isRun: false },
      { name: 'note_assignment', isRun: true },
      { name: 'note_comment_events', isRun: false },
      { name: 'note_name_change', isRun: false },
      { name: 'note_slv_change', isRun: false },
      { name: 'note_slv_events', isRun: false },
      { name: 'note_tdoc_events', isRun: false },
      { name: 'note_turned_comment', isRun: false },
      { name: 'note_variance_change', isRun: false },
      { name: 'open_units', isRun: true },
    ])
    for (const { name, settings } of rows)
      expect(settings, name).toContain(
        'search_path=pg_catalog, public, pg_temp',
      )
  })

  test('records assignments of the buyer’s people only', async ({
    attack,
    committed,
  }) => {
    for (const name of [':stranger', ':buyer'])
      await attack.run(`select note_assignment(${name}, now())`)
    const people = await findRows(committed, 'appUser')
    const recorded = people.filter(({ lastAssignedAt }) => lastAssignedAt)
    expect(recorded.map(({ id }) => id)).toEqual([attack.ids.buyer])
  })
})

test('a comment belongs to one SLV or Tdoc only', async ({
  committed: db,
  made: a,
  madeTdoc,
  now,
}) => {
  const seller = await a.seller()
  const reviewer = await a.user({ role: 'TPR' })
  const slv = await a.slv({ sellerId: seller.id })
  const tdoc = await madeTdoc({ vendorId: reviewer.companyId })
  const comment = {
    type: 'EXTERNAL',
    message: 'Words',
    authorId: reviewer.id,
    createdAt: now,
  } as const
  const ofNone = comment
  const ofBoth = { ...comment, slvId: slv.id, tdocId: tdoc.id }
  for (const wrong of [ofNone, ofBoth])
    await expect(addRow(db, 'comment', wrong)).rejects.toMatchObject({
      code: '23514',
    })
  await addRow(db, 'comment', { ...comment, slvId: slv.id })
  await addRow(db, 'comment', { ...comment, tdocId: tdoc.id })

  const readComments = (reader: Actor) =>
    getDbFor(db, reader)
      .selectFrom('comment')
      .select(['slvId', 'tdocId'])
      .execute()
  expect(await readComments(seller)).toEqual([{ slvId: slv.id, tdocId: null }])
  expect(await readComments(reviewer)).toEqual([
    { slvId: null, tdocId: tdoc.id },
  ])
  const move = getDbFor(db, reviewer)
    .updateTable('comment')
    .set({ slvId: slv.id, tdocId: null })
  await expect(move.execute()).rejects.toMatchObject(refused)
})

test('the first assignment counts an underwriter’s work for all sellers', async ({
  committed: db,
  made: a,
  now,
}) => {
  const busy = await a.underwriter('myOwn')
  const idle = await a.underwriter('myOwn')
  const acme = await a.seller()
  const birch = await a.seller()
  const ofAcme = { sellerId: acme.id, companyId: acme.companyId }
  const ofBirch = { sellerId: birch.id, companyId: birch.companyId }
  await a.slv({ status: 'REVIEW', underwriterId: busy.id, ...ofBirch })
  await a.slv({ status: 'REVIEW', underwriterId: busy.id, ...ofBirch })
  await a.slv({ status: 'REVIEW', underwriterId: idle.id, ...ofAcme })
  const draft = await a.slv({ status: 'DRAFT', ...ofAcme })
  const ctx = await ctxFor(getDbFor(db, acme), acme, now)
  await sendRequest(ctx, draft.id, 'auto')
  expect(await findRow(db, 'slv', { id: draft.id })).toMatchObject({
    underwriterId: idle.id,
  })
  expect(
    await findRows(db, 'notification', { entityId: draft.id, userId: idle.id }),
  ).toHaveLength(1)
})

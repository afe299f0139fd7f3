import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished } from 'vitest'
import { asOwner } from '../../../test/fixture.ts'
import { ctxFor, makers } from '../../../test/makers.ts'
import { test as base, tdocMaker } from '../../../test/tdoc-makers.ts'
import { writeHistory } from '../../slv/write-history.ts'
import { writeTdocHistory } from '../../tdoc/activity/write-history.ts'
import { type Db, getDbFor, openDb } from './db.ts'
import { type Param, prepared } from './prepared.ts'
import { asRole, tenantRole } from './roles.ts'

/**
 * The tables whose rows row-level security separates, each with the company of
 * a row.
 */
const ofSlv = 'select company_id from slv where slv.id = slv_id'
const ofTdoc = 'select vendor_id from tdoc where tdoc.id = tdoc_id'
const ofPerson = 'select company_id from app_user where app_user.id = user_id'
const walled: Record<string, string> = {
  company: 'id',
  app_user: 'company_id',
  user_role: `(${ofPerson})`,
  user_permission: `(${ofPerson})`,
  slv: 'company_id',
  slv_request: `(${ofSlv})`,
  slv_decision_request: `(${ofSlv})`,
  slv_pending_document: `(${ofSlv})`,
  slv_condition: `(${ofSlv})`,
  slv_interval: `(${ofSlv})`,
  slv_history: `(${ofSlv})`,
  slv_round: `(${ofSlv})`,
  slv_letter: `(${ofSlv})`,
  slv_drift: `(${ofSlv})`,
  document: `(${ofSlv})`,
  comment: `coalesce((${ofSlv}), (${ofTdoc}))`,
  comment_mention: `(
    select coalesce((${ofSlv}), (${ofTdoc}))
    from comment
    where comment.id = comment_id)`,
  comment_dismissal: `(${ofPerson})`,
  print_ticket: `(${ofSlv})`,
  notification: `(${ofPerson})`,
  mail_preference: `(${ofPerson})`,
  assignment: `(${ofPerson})`,
  saved_view: 'company_id',
  capture_preview: 'company_id',
  webhook: 'company_id',
  webhook_delivery:
    '(select company_id from webhook where webhook.id = webhook_id)',
  api_key: '(select company_id from app_user where app_user.id = service_id)',
  user_history: `(${ofPerson})`,
  session: `(${ofPerson})`,
  idempotency_key: `(${ofPerson})`,
  credential: `(${ofPerson})`,
  totp: `(${ofPerson})`,
  passkey: `(${ofPerson})`,
  challenge: `(${ofPerson})`,
  passkey_request: `(
    select company_id
    from app_user
      join session on app_user.id = user_id
    where token_hash = session_hash)`,
  account_link: `(${ofPerson})`,
  known_device: `(${ofPerson})`,
  access_request: `(${ofPerson})`,
  recovery_code: `(${ofPerson})`,
  tdoc: 'vendor_id',
  tdoc_interval: `(${ofTdoc})`,
  tdoc_history: `(${ofTdoc})`,
  review_category: `(${ofTdoc})`,
  capture_upload: 'vendor_id',
  contract_variance: 'company_id',
  contract_variance_use: `(${ofSlv})`,
  capture_row: '(select vendor_id from capture_upload where id = upload_id)',
}
/**
 * Every company may read the published rows of these
 * (server/src/guideline/versions.test.ts).
 */
const published = ['guideline_rule', 'guideline_version']
/**
 * In these a company also sees the buyer's rows: the people who work on its
 * SLVs.
 */
const withTheBuyer = [
  'company',
  'app_user',
  'user_role',
  'user_permission',
  'mail_preference',
]
/** Tables without rows of one company, which every company may read. */
const shared = [
  'file_scan',
  'guideline_effect',
  'guideline_factor',
  'guideline_factor_catalog',
  'guideline_product',
  'guideline_program',
  'guideline_reason',
  'permission',
  'sla_item',
  'throttle',
  'business_calendar',
  'business_frame',
  'business_holiday',
  'business_calendar_past',
] as const
/** Tables that no company may read. */
const closed = [
  'used_ticket',
  'legal_hold',
  'retention_history',
  'guideline_history',
  'sla_history',
  'condition_library',
  'condition_library_version',
  'history_head',
  'schema_migration',
  'secret_key_fingerprint',
  'announcement',
  'intake_run',
  'intake_row',
  'intake_look',
  'reporting_change',
  'reporting_sweep',
  'report_schedule',
  'web_asset',
  'webhook_outbox',
  'oidc_identity',
  'oidc_session',
  'scim_user',
  'scim_group',
  'scim_member',
  'backup_run',
  'system_history',
  'admin_invitation',
  'authority_level',
  'authority_person',
  'decision_authority',
  'price_grid',
  'price_band',
] as const

/**
 * Gives a person's company a row in each separated table, among them an SLV and
 * a Tdoc.
 */
async function fill(db: Db, ownerUrl: string, person: Actor, now: Date) {
  const a = makers(db, now)
  const slv = await a.slv({
    status: 'REVIEW',
    sellerId: person.id,
    companyId: person.companyId,
  })
  const edit = {
    action: 'save',
    fromStatus: 'REVIEW',
    toStatus: 'REVIEW',
    resubmitCount: 0,
  } as const
  await writeHistory(await ctxFor(db, person, now), {
    slvId: slv.id,
    ...edit,
    comment: null,
    changes: [],
  })
  const tdoc = await tdocMaker(
    db,
    now,
  )({ vendorId: person.companyId, categories: { TPR: 'REVIEW_REQUIRED' } })
  await writeTdocHistory(
    { db, now, actor: person },
    { tdocId: tdoc.id, action: 'create' },
  )
  const [p, s, t] = [
    `'${person.id}'::uuid`,
    `'${slv.id}'::uuid`,
    `'${tdoc.id}'::uuid`,
  ]
  const hash = `sha256('${person.id}')`
  await asOwner(
    ownerUrl,
    `
    insert into user_permission values (${p}, 'myCompanyView');
    insert into slv_decision_request (slv_id, slv_request_id, decision)
      values (${s}, '${slv.requestId}', 'APPROVED');
    insert into slv_pending_document (slv_id, resubmit_count, name, asked_at)
      values (${s}, 0, 'Bank statements', now());
    insert into slv_condition (slv_id, resubmit_count, position, text, timing)
      values (${s}, 0, 0, 'Title', 'PRIOR_TO_DOCS');
    with agreed as (insert into contract_variance (code, company_id, parameter, value, effective)
      values (${p}::text, '${person.companyId}', 'LTV', 80, '[2026-01-01,)') returning id)
      insert into contract_variance_use select id, ${s}, 1 from agreed;
    insert into slv_round values (${s}, 0, now(), '{}');
    insert into slv_letter values (upper(substr(md5(${s}::text), 1, 16)), ${s}, now());
    insert into slv_drift values (${s}, now(), '[]', now());
    insert into document (slv_id, kind, resubmit_count, name, type, size, sha256,
        storage_key, uploaded_by_id, uploaded_at)
      values (${s}, 'SELLER', 0, 'a.pdf', 'PDF', 1, ${hash}, ${p}::text, ${p}, now());
    with said as (
      insert into comment (slv_id, type, message, author_id, created_at)
      values (${s}, 'EXTERNAL', 'Hello', ${p}, now()) returning id),
      mentioned as (insert into comment_mention select id, ${p} from said)
      insert into comment_dismissal select id, ${p}, now() from said;
    with said as (
      insert into comment (tdoc_id, type, message, author_id, created_at)
      values (${t}, 'EXTERNAL', 'Hello', ${p}, now()) returning id)
      insert into comment_mention select id, ${p} from said;
    with sent as (
      insert into capture_upload (vendor_id, uploaded_by_id, uploaded_at,
        file_name, file_type, file_key, file_size, file_sha256)
      values ('${person.companyId}', ${p}, now(),
        'a.csv', 'CSV', ${p}::text, 1, ${hash})
      returning id)
      insert into capture_row (upload_id, row_number, tdoc_id) select id, 2, ${t} from sent;
    insert into capture_preview (user_id, company_id, id, created_at,
        file_sha256, marks, day_rows, day_began)
      values (${p}, '${person.companyId}', uuidv7(), now(), ${hash}, '', 0, now());
    insert into session (token_hash, user_id, created_at, last_used_at, ends_at)
      values (${hash}, ${p}, now(), now(), now());
    insert into print_ticket values (${hash}, ${hash}, ${s}, now());
    insert into notification (user_id, type, action, title, created_at)
      values (${p}, 'USER', 'PERMISSIONS', 'Yours', now());
    insert into assignment (user_id, at, action, items) values (${p}, now(), 'assign-seller', '[]');
    insert into saved_view (user_id, company_id, list, name, search, is_shared, created_at)
      values (${p}, '${person.companyId}', 'SLV', 'Mine', '', true, now());
    with service as (insert into app_user (email, first_name, company_id, is_service)
      values (${p}::text || '@service.invalid', 'Feed', '${person.companyId}', true) returning id)
      insert into api_key (service_id, token_hash, shown, created_by_id, created_at, expires_at)
        select id, ${hash}, 'lrp_', ${p}, now(), now() from service;
    with hook as (
      insert into webhook (company_id, owner_id, name, url, events, secret,
        created_by_id, created_at, status)
      values ('${person.companyId}', ${p}, 'Feed', '', '{slv.decided}', '',
        ${p}, now(), 'PAUSED')
      returning id)
      insert into webhook_delivery (webhook_id, event, payload, created_at, next_attempt_at)
        select id, 'webhook.test', '', now(), now() from hook;
    insert into user_history (user_id, at, action) values (${p}, now(), 'edit');
    insert into idempotency_key (user_id, key, request_hash, created_at)
      values (${p}, 'k', '', now());
    insert into credential (user_id) values (${p}) on conflict do nothing;
    insert into totp (user_id, secret) values (${p}, '');
    insert into passkey (user_id, credential_id, public_key, name, added_at)
      values (${p}, ${p}::text, '', 'Key', now());
    insert into passkey_request values (${hash}, 'c', now());
    insert into account_link (token_hash, user_id, purpose, created_at, expires_at)
      values (${hash}, ${p}, 'INVITE', now(), now());
    insert into known_device values (${hash}, ${p}, now());
    insert into recovery_code values (${hash}, ${p}, now());
    insert into access_request (user_id, message, created_at) values (${p}, 'Loans', now());
    insert into mail_preference values (${p}, 'COMMENT', 'OFF', now());
    insert into challenge (token_hash, user_id, factor, created_at, expires_at)
      values (${hash}, ${p}, 'TOTP', now(), now())`,
  )
  return slv
}

const test = base
  .extend('connected', ({ urls }, { onCleanup }) => async (url: string) => {
    expect(Object.values(urls).some((known) => url.startsWith(known))).toBe(
      true,
    )
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    onCleanup(() => client.end())
    return client
  })
  .extend('world', async ({ committed: db, made: a, ownerUrl, now }) => {
    const people = {
      acme: await a.seller(),
      birch: await a.seller(),
      vendor: await a.user({ role: 'TPR' }),
    }
    const underwriter = await a.underwriter('myOwn')
    const slvs = {
      acme: await fill(db, ownerUrl, people.acme, now),
      birch: await fill(db, ownerUrl, people.birch, now),
    }
    await fill(db, ownerUrl, people.vendor, now)
    return { people, slvs, underwriter }
  })

const slvsOf = prepared((db, param: Param<{ status: 'REVIEW' }>) =>
  db
    .selectFrom('slv')
    .select(['id', 'companyId'])
    .where('status', '=', param('status')),
)

type Placed = { at: string; company: string | null }
/** Each row of a table and whose it is, as the owner sees them. */
const rowsOf = async (owner: pg.Client, table: string) =>
  (
    await owner.query<Placed>(
      `select ctid::text as at, ${walled[table]} as company from ${table}`,
    )
  ).rows

describe('the rows of one company', () => {
  test('every table is listed as separated, shared or closed', async ({
    committed: db,
  }) => {
    const { rows } = await sql<{
      name: string
      isWalled: boolean
      isRead: boolean
    }>`
      select
        relname as name,
        relrowsecurity as is_walled,
        has_table_privilege('portal_tenant', oid, 'select') as is_read
      from pg_class
      where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p', 'v', 'm')
      order by 1`.execute(db)
    expect(
      rows.filter(({ isWalled }) => isWalled).map(({ name }) => name),
    ).toEqual([...Object.keys(walled), ...published].toSorted())
    const open = rows.filter(({ isWalled, isRead }) => isRead && !isWalled)
    expect(open.map(({ name }) => name)).toEqual(shared.toSorted())
    expect(
      rows.filter(({ isRead }) => !isRead).map(({ name }) => name),
    ).toEqual(closed.toSorted())
  })

  test('are all that a query without a condition returns', async ({
    world,
    committed,
    ownerUrl,
    connected,
  }) => {
    const owner = await connected(ownerUrl)
    const { rows: buyers } = await owner.query<{ id: string }>(
      `select id from company where kind = 'BUYER'`,
    )
    for (const { companyId, role } of [
      world.people.acme,
      world.people.birch,
      world.people.vendor,
    ]) {
      const part = getDbFor(committed, { companyId, role })
      for (const table of Object.keys(walled)) {
        const all = await rowsOf(owner, table)
        const own = all.filter(({ company }) => company === companyId)
        const inner = all.filter(({ company }) =>
          buyers.some(({ id }) => id === company),
        )
        expect(own.length, table).toBeGreaterThan(0)
        expect(all.length, table).toBeGreaterThan(own.length)
        const { rows } = await sql<{
          placed: string
        }>`select ctid::text as placed, * from ${sql.table(table)}`.execute(
          part,
        )
        const seen = withTheBuyer.includes(table) ? [...own, ...inner] : own
        expect(rows.map(({ placed }) => placed).toSorted(), table).toEqual(
          seen.map(({ at }) => at).toSorted(),
        )
      }
    }
  })

  test('are all that can be written', async ({
    world,
    committed,
    ownerUrl,
    connected,
  }) => {
    const owner = await connected(ownerUrl)
    const part = getDbFor(committed, world.people.acme)
    for (const table of Object.keys(walled)) {
      const { rows: columns } = await owner.query<{ name: string }>(
        `
          select quote_ident(attname) as name
          from pg_attribute
          where attrelid = $1::regclass
            and attnum > 0
            and not attisdropped
            and attgenerated = ''
            and attidentity = ''
          order by attnum`,
        [table],
      )
      const list = columns.map(({ name }) => name).join(', ')
      const [first] = columns
      const others = (await rowsOf(owner, table)).filter(
        ({ company }) => company !== world.people.acme.companyId,
      )
      for (const { at } of others) {
        for (const text of [
          `update ${table} set ${first?.name} = ${first?.name} where ctid = '${at}'`,
          `delete from ${table} where ctid = '${at}'`,
        ]) {
          const statement = sql.raw(text).execute(part)
          const done = await statement.catch((error: Error) => error)
          if (done instanceof Error)
            expect(done, text).toMatchObject({ code: '42501' })
          else expect(done.numAffectedRows, text).toBe(0n)
        }
        const { rows } = await owner.query(
          `select to_jsonb(t) as row from ${table} t where ctid = $1`,
          [at],
        )
        expect(rows, table).toHaveLength(1)
        const copy = sql`insert into ${sql.table(table)} (${sql.raw(list)})
          select ${sql.raw(list)}
          from jsonb_populate_record(
            null::${sql.table(table)},
            ${JSON.stringify(rows[0].row)}::jsonb
          )`
        // Only notifications may be written for people of other companies.
        const code = table === 'notification' ? '23505' : '42501'
        await expect(copy.execute(part), table).rejects.toMatchObject({ code })
      }
    }
  })

  test('are hidden from a connection without a company', async ({
    world,
    url,
    connected,
  }) => {
    const client = await connected(asRole(url, tenantRole))
    expect(world.slvs.acme).toBeDefined()
    for (const table of Object.keys(walled).filter(
      (name) => !withTheBuyer.includes(name),
    ))
      expect((await client.query(`select from ${table}`)).rowCount, table).toBe(
        0,
      )
    await client.query(`select set_config('portal.company', '', false)`)
    expect((await client.query('select from slv')).rowCount).toBe(0)
    expect(
      (
        await client.query(
          `select from app_user where email not like '%' || (select 'x')`,
        )
      ).rowCount,
    ).toBe(1)
  })

  test('are those of the current company, whatever an earlier user left in the connection', async ({
    world,
    url,
  }) => {
    const db = openDb({ url, size: 1 })
    onTestFinished(() => db.destroy())
    const { acme, birch } = world.people
    const idsOf = async (person: Actor) =>
      (await getDbFor(db, person).selectFrom('slv').select('id').execute()).map(
        ({ id }) => id,
      )
    const own = [[world.slvs.acme.id], [world.slvs.birch.id]]
    const both = async () =>
      expect([await idsOf(acme), await idsOf(birch)]).toEqual(own)
    await both()

    const many = Array.from({ length: 100 }, (_, n) =>
      idsOf(n % 2 ? birch : acme),
    )
    expect(
      new Set((await Promise.all(many)).map((ids, n) => `${n % 2}${ids}`)).size,
    ).toBe(2)

    // A transaction that was never ended: settings inside it would be undone
    // with it.
    for (const leave of [
      'begin',
      'begin; select 1 / 0',
      `begin; set local portal.company = '${acme.companyId}'`,
    ]) {
      const leaveAs = async (person: Actor) => {
        await idsOf(person)
        await Promise.allSettled([sql.raw(leave).execute(getDbFor(db, person))])
      }
      await leaveAs(acme)
      expect(await idsOf(birch), leave).toEqual(own[1])
      await leaveAs(birch)
      expect(await idsOf(acme), leave).toEqual(own[0])
    }
    // A transaction that failed, and a connection that was cut within one.
    const failing = (text: string) =>
      getDbFor(db, acme)
        .transaction()
        .execute((tx) => sql.raw(text).execute(tx))
    await expect(failing('select 1 / 0')).rejects.toThrow()
    expect(await idsOf(birch)).toEqual(own[1])
    await expect(
      failing('select pg_terminate_backend(pg_backend_pid())'),
    ).rejects.toThrow()
    await both()
  })

  test('stay separate in transactions and prepared statements', async ({
    world,
    committed,
  }) => {
    const { acme, birch } = world.people
    for (let round = 0; round < 5; round++)
      for (const who of [acme, birch])
        await getDbFor(committed, who)
          .transaction()
          .execute(async (tx) => {
            expect(await slvsOf(tx, { status: 'REVIEW' })).toHaveLength(1)
            expect((await slvsOf(tx, { status: 'REVIEW' }))[0]?.companyId).toBe(
              who.companyId,
            )
          })
    expect((await slvsOf(committed, { status: 'REVIEW' })).length).toBe(3)
  })
})

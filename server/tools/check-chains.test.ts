import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect } from 'vitest'
import beforeBaseline from '../migrations/before-baseline.json' with {
  type: 'json',
}
import { writeHistory } from '../src/slv/write-history.ts'
import { writeTdocHistory } from '../src/tdoc/activity/write-history.ts'
import { addRow, findRows } from '../test/rows.ts'
import { test as base } from '../test/tdoc-makers.ts'
import { checkChains } from './check-chains.ts'
import { requireMigrated } from './find-database.ts'

const event = (slvId: string, comment: string | null) => ({
  slvId,
  action: 'save' as const,
  fromStatus: 'REVIEW' as const,
  toStatus: 'REVIEW' as const,
  resubmitCount: 0,
  comment,
  changes: [{ field: 'city', before: null, after: 'Fresno “1” \\ \u0007 é' }],
})

const test = base
  .extend('check', ({ ownerUrl }) => async () => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    return checkChains(client).finally(() => client.end())
  })
  /**
   * Histories of two SLVs, two users, two Tdocs and the SLA, with the ids of
   * the first SLV's lines.
   */
  .extend('written', async ({ committed: db, made, madeTdoc, ctxOf, now }) => {
    const underwriter = await made.underwriter('myOwn')
    const ctx = await ctxOf(underwriter)
    const slvs = [
      await made.slv({ status: 'REVIEW' }),
      await made.slv({ status: 'REVIEW' }),
    ] as const
    for (let n = 0; n < 6; n++)
      for (const { id } of slvs)
        await writeHistory(ctx, event(id, n % 2 ? `line ${n}` : null))
    for (const { id } of [underwriter, underwriter, await made.seller()])
      await addRow(db, 'userHistory', {
        userId: id,
        at: now,
        actorId: null,
        action: 'edit',
      })
    for (const field of ['cutOff', 'targetDays']) {
      const changes = JSON.stringify([{ field, before: 1, after: 2 }])
      await addRow(db, 'slaHistory', {
        at: now,
        actorId: underwriter.id,
        changes,
      })
    }
    const tdocs = [await madeTdoc(), await madeTdoc()] as const
    for (const { id } of [tdocs[0], tdocs[0], tdocs[1]])
      await writeTdocHistory(ctx, { tdocId: id, action: 'create' })
    const lines = await findRows(db, 'slvHistory', { slvId: slvs[0].id })
    return {
      slvId: slvs[0].id,
      ids: lines.map(({ id }) => id),
      underwriter,
      tdocs,
    }
  })

describe('checking the chains', () => {
  test('finds nothing in histories written by the portal, and counts them', async ({
    written,
    check,
  }) => {
    expect(written.ids).toHaveLength(6)
    expect(await check()).toEqual({
      finding: null,
      counts: {
        slv_history: { lines: 12, chains: 2, erased: 0, finding: null },
        user_history: { lines: 3, chains: 2, erased: 0, finding: null },
        tdoc_history: { lines: 3, chains: 2, erased: 0, finding: null },
        sla_history: { lines: 2, chains: 1, erased: 0, finding: null },
        retention_history: { lines: 0, chains: 0, erased: 0, finding: null },
        guideline_history: { lines: 0, chains: 0, erased: 0, finding: null },
        system_history: { lines: 0, chains: 0, erased: 0, finding: null },
      },
    })
  })

  test('names an altered line of a Tdoc', async ({
    written,
    runAsOwner,
    check,
  }) => {
    const [{ id }] = written.tdocs
    await runAsOwner(`alter table tdoc_history disable trigger user;
      update tdoc_history set action = 'complete' where tdoc_id = '${id}' and position = 2`)
    expect((await check()).finding).toMatchObject({
      table: 'tdoc_history',
      objectId: id,
      text: expect.stringMatching(/line 2, is not as it was written/),
    })
  })

  const slvId = '(select slv_id from slv_history where id = $id)'
  const ofSlv = `slv_id = ${slvId}`
  const changed = `update slv_history set comment = 'altered'`
  /**
   * Changes to the first SLV's lines ($id is the third, $next the fourth) and
   * what the check then says.
   */
  test.for<[change: string, sql: string, finding: RegExp]>([
    [
      'a changed comment',
      `${changed} where id = $next`,
      /row \d+, line 4, is not as it was written/,
    ],
    [
      'a changed comment, with a function of the same name that returns the old one',
      `create function public.jsonb_strip_nulls(line jsonb) returns jsonb language sql as
        $$ select pg_catalog.jsonb_strip_nulls(replace(line::text, '"altered"', '"line 3"')::jsonb) $$;
        ${changed} where id = $next`,
      /row \d+, line 4, is not/,
    ],
    [
      'a changed instant',
      `update slv_history set at = at + interval '1 microsecond' where id = $id`,
      /line 3, is not/,
    ],
    [
      'a deleted line',
      'delete from slv_history where id = $id',
      /before row \d+ line 3 is gone/,
    ],
    [
      'a deleted line, with the rest moved up',
      `update slv_history set position = position - 1 where ${ofSlv} and position > 3; delete from slv_history where id = $id`,
      /line 3, is not/,
    ],
    [
      'a cut end',
      `delete from slv_history where id >= $next and ${ofSlv}`,
      /after row \d+ the last 3 of 6 lines are gone/,
    ],
    [
      'all lines deleted',
      `delete from slv_history where ${ofSlv}`,
      /all lines are gone of the SLV/,
    ],
    [
      'two swapped lines',
      `update slv_history set position = 7 - position,
        hash = (select hash from slv_history other where other.id = 2 * $id + 1 - slv_history.id) where id in ($id, $next)`,
      /is not as it was written/,
    ],
    [
      'a changed line with a new hash',
      `${changed}, hash = sha256(
          (select hash from slv_history before where before.slv_id = slv_history.slv_id and position = 2)
          || convert_to(history_content('slv_history', to_jsonb(slv_history) || '{"comment": "altered"}'), 'UTF8'))
        where id = $id`,
      /row \d+, line 4, is not/,
    ],
    [
      'an added line',
      `alter table slv_history disable trigger slv_history_is_chained;
        insert into slv_history (slv_id, at, actor_id, action, to_status, resubmit_count, position, hash)
        select slv_id, at, actor_id, 'save', to_status, 0, 7, hash from slv_history where id = $id`,
      /line 7, is not/,
    ],
    [
      'a missing end of the chain',
      `delete from history_head where history = 'slv_history' and object_id = ${slvId}`,
      /there is no end of the chain/,
    ],
  ])('names %s', async ([, sql, finding], { written, runAsOwner, check }) => {
    const [id, next] = written.ids.slice(2).map(String)
    const text = sql.replaceAll('$id', id ?? '').replaceAll('$next', next ?? '')
    await runAsOwner(`alter table slv_history disable trigger user; ${text}`)
    expect((await check()).finding).toMatchObject({
      table: 'slv_history',
      objectId: written.slvId,
      text: expect.stringMatching(finding),
    })
  })

  test('checks the history of people and of the SLA', async ({
    written,
    runAsOwner,
    check,
  }) => {
    await runAsOwner(`alter table sla_history disable trigger user;
      update sla_history set actor_id = (select seller_id from slv limit 1)`)
    expect((await check()).finding).toMatchObject({
      table: 'sla_history',
      text: expect.stringContaining('line 1, is not'),
    })
    await runAsOwner(
      'alter table user_history disable trigger user; delete from user_history where position = 2',
    )
    expect((await check()).finding).toMatchObject({
      table: 'user_history',
      objectId: written.underwriter.id,
    })
  })
})

test('twenty concurrent writes about one SLV make one chain', async ({
  committed: db,
  made,
  ctxOf,
  check,
}) => {
  const ctx = await ctxOf(await made.underwriter('myOwn'))
  const { id } = await made.slv({ status: 'REVIEW' })
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      writeHistory(ctx, event(id, String(n))),
    ),
  )
  const positions = (await findRows(db, 'slvHistory', { slvId: id })).map(
    ({ position }) => position,
  )
  expect(positions.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  )
  expect(await check()).toMatchObject({
    finding: null,
    counts: { slv_history: { lines: 20, chains: 1 } },
  })
})

test('the application cannot choose position, hash or chain heads', async ({
  written,
  committed: db,
  check,
}) => {
  await addRow(db, 'slvHistory', {
    ...event(written.slvId, null),
    changes: '[]',
    at: new Date(0),
    actorId: written.underwriter.id,
    position: 99,
    hash: Buffer.alloc(32),
  })
  expect((await check()).finding).toBeNull()
  for (const text of [
    `update history_head set length = 1`,
    'delete from history_head',
    `insert into history_head values ('slv_history', '${written.slvId}', 1, '')`,
  ])
    await expect(sql.raw(text).execute(db), text).rejects.toMatchObject({
      code: '42501',
    })
  expect((await check()).counts.slv_history?.lines).toBe(13)
})

describe('a database from before an upgrade', () => {
  const forget = (from: string) =>
    `delete from schema_migration where name >= '${from}'`
  const record = (names: readonly string[]) =>
    `${forget('')}; insert into schema_migration (name, hash)
      select unnest('{${names}}'::text[]), ''`

  test('is checked if it is of release 1.0.0, and refused if it is older', async ({
    written,
    check,
    runAsOwner,
  }) => {
    expect(written.ids).toHaveLength(6)
    await runAsOwner(record(beforeBaseline.migrations))
    const { counts, finding } = await check()
    expect(finding).toBeNull()
    expect(counts.slv_history).toMatchObject({ lines: 12 })
    await runAsOwner(record(beforeBaseline.migrations.slice(0, 44)))
    await expect(check()).rejects.toThrow(/Start release 1\.0\.0/)
  })

  test('misses a history that was dropped', async ({ check, runAsOwner }) => {
    await runAsOwner('drop table retention_history cascade')
    await expect(check()).rejects.toThrow('retention_history')
  })

  test('is migrated before a backup or a check of the running release', async ({
    ownerUrl,
    runAsOwner,
  }) => {
    await expect(requireMigrated(ownerUrl)).resolves.toBeUndefined()
    await runAsOwner(forget('1020'))
    const message =
      'The database is from an earlier release. Back up with that release, then migrate it: npm run migrate'
    await expect(requireMigrated(ownerUrl)).rejects.toThrow(message)
    await runAsOwner('drop table schema_migration')
    await expect(requireMigrated(ownerUrl)).rejects.toThrow(message)
  })
})

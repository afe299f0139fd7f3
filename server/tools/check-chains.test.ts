import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect } from 'vitest'
import type { Db } from '../src/lib/database/db.ts'
import { writeHistory } from '../src/slv/write-history.ts'
import { writeTdocHistory } from '../src/tdoc/activity/write-history.ts'
import { asOwner, test as base } from '../test/fixture.ts'
import { ctxFor, makers } from '../test/makers.ts'
import { tdocMaker } from '../test/tdoc-makers.ts'
import { checkChains } from './check-chains.ts'

const check = async (ownerUrl: string) => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  return checkChains(client).finally(() => client.end())
}

const event = (slvId: string, comment: string | null) => ({
  slvId,
  action: 'save' as const,
  fromStatus: 'REVIEW' as const,
  toStatus: 'REVIEW' as const,
  resubmitCount: 0,
  comment,
  changes: [{ field: 'city', before: null, after: 'Fresno “1” \\ \u0007 é' }],
})

const peopleHistory = (db: Db, userId: string, at: Date) =>
  db.insertInto('userHistory').values({ userId, at, actorId: null, action: 'edit' }).execute()

/** Two SLVs with six lines each, two people and the SLA with two: the ids of the first SLV's lines. */
const test = base.extend('written', async ({ committed: db, now }) => {
  const a = makers(db, now)
  const underwriter = await a.underwriter('myOwn')
  const ctx = await ctxFor(db, underwriter, now)
  const slvs = [await a.slv({ status: 'REVIEW' }), await a.slv({ status: 'REVIEW' })]
  for (let n = 0; n < 6; n++) for (const { id } of slvs) await writeHistory(ctx, event(id, n % 2 ? `line ${n}` : null))
  for (const { id } of [underwriter, underwriter, await a.seller()]) await peopleHistory(db, id, now)
  for (const field of ['cutOff', 'targetDays'])
    await db
      .insertInto('slaHistory')
      .values({ at: now, actorId: underwriter.id, changes: JSON.stringify([{ field, before: 1, after: 2 }]) })
      .execute()
  const tdocs = [await tdocMaker(db, now)(), await tdocMaker(db, now)()] as const
  for (const { id } of [tdocs[0], tdocs[0], tdocs[1]]) await writeTdocHistory(ctx, { tdocId: id, action: 'create' })
  const slvId = slvs[0]?.id ?? ''
  const lines = await db.selectFrom('slvHistory').selectAll().where('slvId', '=', slvId).orderBy('id').execute()
  return { slvId, ids: lines.map(({ id }) => id), underwriter, tdocs }
})

describe('checking the chains', () => {
  test('finds nothing in histories written by the portal, and counts them', async ({ written, ownerUrl }) => {
    expect(written.ids).toHaveLength(6)
    expect(await check(ownerUrl)).toEqual({
      finding: null,
      counts: {
        slv_history: { lines: 12, chains: 2, finding: null },
        user_history: { lines: 3, chains: 2, finding: null },
        tdoc_history: { lines: 3, chains: 2, finding: null },
        sla_history: { lines: 2, chains: 1, finding: null },
      },
    })
  })

  test('names an altered line of a Tdoc', async ({ written, ownerUrl }) => {
    const [{ id }] = written.tdocs
    await asOwner(
      ownerUrl,
      `alter table tdoc_history disable trigger user; update tdoc_history set action = 'complete' where tdoc_id = '${id}' and position = 2`,
    )
    const { finding } = await check(ownerUrl)
    expect(finding).toMatchObject({
      table: 'tdoc_history',
      objectId: id,
      text: expect.stringMatching(/line 2, is not as it was written/),
    })
  })

  const third = (text: string) => (ids: number[]) =>
    text.replaceAll('$id', String(ids[2])).replaceAll('$next', String(ids[3]))
  const deeds: [string, (ids: number[]) => string, RegExp][] = [
    [
      'a word that was altered',
      third(`update slv_history set comment = 'altered' where id = $next`),
      /row \d+, line 4, is not as it was written/,
    ],
    [
      'a word that was altered, where a function of the same name tells of the old one',
      third(`create function public.jsonb_strip_nulls(line jsonb) returns jsonb language sql as
        $$ select pg_catalog.jsonb_strip_nulls(replace(line::text, '"altered"', '"line 3"')::jsonb) $$;
        update slv_history set comment = 'altered' where id = $next`),
      /row \d+, line 4, is not/,
    ],
    [
      'an instant that was moved',
      third(`update slv_history set at = at + interval '1 microsecond' where id = $id`),
      /line 3, is not/,
    ],
    ['a line that was deleted', third('delete from slv_history where id = $id'), /before row \d+ line 3 is gone/],
    [
      'a line that was deleted, and the rest moved up',
      third(
        `delete from slv_history where id = $id; update slv_history set position = position - 1 where slv_id = (select slv_id from slv_history where id = $next) and position > 3`,
      ),
      /line 3, is not/,
    ],
    [
      'an end that was cut',
      third(`delete from slv_history where id >= $next and slv_id = (select slv_id from slv_history where id = $id)`),
      /after row \d+ the last 3 of 6 lines are gone/,
    ],
    [
      'all lines deleted',
      third(`delete from slv_history where slv_id = (select slv_id from slv_history where id = $id)`),
      /all lines are gone of the SLV/,
    ],
    [
      'two that were swapped',
      third(
        `update slv_history set position = 7 - position, hash = (select hash from slv_history other where other.id = 2 * $id + 1 - slv_history.id) where id in ($id, $next)`,
      ),
      /is not as it was written/,
    ],
    [
      'a line that was hashed again',
      third(
        `update slv_history set comment = 'altered', hash = sha256((select hash from slv_history before where before.slv_id = slv_history.slv_id and position = 2) || convert_to(history_content('slv_history', to_jsonb(slv_history) || '{"comment": "altered"}'), 'UTF8')) where id = $id`,
      ),
      /row \d+, line 4, is not/,
    ],
    [
      'a line that was put in',
      third(
        `alter table slv_history disable trigger slv_history_is_chained; insert into slv_history (slv_id, at, actor_id, action, to_status, resubmit_count, position, hash) select slv_id, at, actor_id, 'save', to_status, 0, 7, hash from slv_history where id = $id`,
      ),
      /line 7, is not/,
    ],
    [
      'an end of the chain that is gone',
      third(
        "delete from history_head where history = 'slv_history' and object_id = (select slv_id from slv_history where id = $id)",
      ),
      /there is no end of the chain/,
    ],
  ]
  for (const [deed, sqlOf, told] of deeds)
    test(`names ${deed}`, async ({ written, ownerUrl }) => {
      await asOwner(ownerUrl, `alter table slv_history disable trigger user; ${sqlOf(written.ids)}`)
      const { finding } = await check(ownerUrl)
      expect(finding).toMatchObject({
        table: 'slv_history',
        objectId: written.slvId,
        text: expect.stringMatching(told),
      })
    })

  test('checks the history of people and of the SLA', async ({ written, ownerUrl }) => {
    await asOwner(
      ownerUrl,
      `alter table sla_history disable trigger user; update sla_history set actor_id = (select seller_id from slv limit 1)`,
    )
    expect((await check(ownerUrl)).finding).toMatchObject({
      table: 'sla_history',
      text: expect.stringContaining('line 1, is not'),
    })
    await asOwner(
      ownerUrl,
      `alter table user_history disable trigger user; delete from user_history where position = 2`,
    )
    expect((await check(ownerUrl)).finding).toMatchObject({ table: 'user_history', objectId: written.underwriter.id })
  })
})

test('twenty concurrent writes about one SLV make one chain', async ({ committed: db, ownerUrl, now }) => {
  const a = makers(db, now)
  const ctx = await ctxFor(db, await a.underwriter('myOwn'), now)
  const { id } = await a.slv({ status: 'REVIEW' })
  await Promise.all(Array.from({ length: 20 }, (_, n) => writeHistory(ctx, event(id, String(n)))))
  const { rows } = await sql<{
    places: number[]
  }>`select array_agg(position order by position) as places from slv_history where slv_id = ${id}`.execute(db)
  expect(rows[0]?.places).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect(await check(ownerUrl)).toMatchObject({ finding: null, counts: { slv_history: { lines: 20, chains: 1 } } })
})

test('the application cannot choose position, hash or chain heads', async ({ written, committed: db, ownerUrl }) => {
  await db
    .insertInto('slvHistory')
    .values({
      ...event(written.slvId, null),
      changes: '[]',
      at: new Date(0),
      actorId: written.underwriter.id,
      position: 99,
      hash: Buffer.alloc(32),
    })
    .execute()
  expect((await check(ownerUrl)).finding).toBeNull()
  for (const text of [
    `update history_head set length = 1`,
    'delete from history_head',
    `insert into history_head values ('slv_history', '${written.slvId}', 1, '')`,
  ])
    await expect(sql.raw(text).execute(db), text).rejects.toMatchObject({ code: '42501' })
  expect((await check(ownerUrl)).counts.slv_history?.lines).toBe(13)
})

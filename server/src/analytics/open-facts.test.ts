import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CapacityQuery } from '@portal/contract/reporting/capacity'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { downloadReporting } from '@portal/contract/reporting/summary-api'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { describe, expect, test as plain } from 'vitest'
import { createPeople, hour, random, step } from '../../test/clock-walk.ts'
import { factsOn } from '../../test/facts.ts'
import { test as base, ctxFor, makers } from '../../test/makers.ts'
import { plainCapacity, plainSummary } from '../../test/plain-figures.ts'
import { readPlain } from '../../test/plain-rows.ts'
import { addRow, findRows, setRows } from '../../test/rows.ts'
import { openDb } from '../lib/database/db.ts'
import { countCapacity } from '../reporting/figures/count-capacity.ts'
import { readBoth, summarizeSlvs } from '../reporting/figures/summarize-slvs.ts'
import {
  asOfReplica,
  findAsOf,
  isInterrupted,
  sweepChanges,
} from './find-changes.ts'
import { slvColumns } from './load-facts.ts'
import type { Facts } from './open-facts.ts'

type Snapshot = Parameters<Parameters<Facts['read']>[0]>[0]

/** Two nodes of one database. */
const test = base.extend('nodes', async ({ committed, now }, { onCleanup }) => {
  const a = makers(committed, now)
  const as = (actor: Actor, at = now) => ctxFor(committed, actor, at)
  const asker = await a.user({ role: 'UNDERWRITER' })
  const nodes = [await factsOn(committed), await factsOn(committed)] as const
  onCleanup(async () => {
    for (const facts of nodes) await facts.close()
  })
  const summaries = nodes.map((facts) => summarizeSlvs(facts))
  const query = SummaryQuery.parse({ topLimit: '10' })
  /** Expects the figures of both nodes to equal those of plain loops. */
  const agree = async (at = now) => {
    const ctx = await as(asker, at)
    const plain = plainSummary(await readPlain(committed), query, ctx)
    for (const summary of summaries)
      expect(await summary(ctx, query)).toMatchObject(plain)
    return plain
  }
  return { a, as, facts: nodes, agree }
})

describe('the figures of each node', () => {
  test('are right after every step of random walks', {
    timeout: 180_000,
  }, async ({ nodes: { a, as, agree }, now }) => {
    const cast = await createPeople(a)
    const draw = random(17)
    const ids: string[] = []
    for (let n = 0; n < 6; n++)
      ids.push(
        (
          await a.slv({
            status: 'DRAFT',
            sellerId: cast.seller.id,
            underwriterId: cast.underwriter.id,
          })
        ).id,
      )
    const done = new Set<string>()
    for (let at = 1; at <= 90; at++) {
      const later = new Date(now.getTime() + at * 7 * hour)
      const action = await step(
        as,
        cast,
        ids[Math.floor(draw() * ids.length)] ?? '',
        later,
        draw,
      )
      if (action) done.add(action)
      await agree(later)
    }
    for (const action of [
      'set-resubmitted',
      'set-withdraw-approved',
      'make-final-decision',
    ])
      expect([...done]).toContain(action)
  })

  test('follow changes of names and variances, and deletions', async ({
    nodes: { a, agree },
    committed,
  }) => {
    const company = await a.company()
    const owner = await a.seller(company.id)
    const { id, requestId } = await a.slv({
      status: 'APPROVED',
      sellerId: owner.id,
    })
    expect((await agree()).topSellers).toMatchObject([{ label: company.name }])
    await setRows(
      committed,
      'company',
      { id: company.id },
      { name: 'Renamed, Inc.' },
    )
    expect((await agree()).topSellers).toMatchObject([
      { label: 'Renamed, Inc.' },
    ])
    await setRows(
      committed,
      'slvRequest',
      { id: requestId },
      { reason: 'Other' },
    )
    expect((await agree()).topReasons).toMatchObject([{ label: 'Other' }])
    await addRow(committed, 'slvRequest', {
      slvId: id,
      position: 2,
      reason: 'DTI',
    })
    expect((await agree()).totalSlvs).toBe(2)
    await committed.deleteFrom('slvRequest').where('slvId', '=', id).execute()
    expect((await agree()).totalSlvs).toBe(0)
    await committed.deleteFrom('slv').where('id', '=', id).execute()
    expect((await agree()).totalRequests).toBe(0)
  })

  test('include a late commit of an early transaction', async ({
    nodes: { a, agree },
    committed,
    url,
  }) => {
    const [slow, quick] = [
      await a.slv({ status: 'REVIEW' }),
      await a.slv({ status: 'REVIEW' }),
    ]
    await agree()
    const other = openDb({ url, size: 2 })
    try {
      const late = await other.startTransaction().execute()
      await setRows(late, 'slv', { id: slow.id }, { loanAmount: 7 })
      const undone = await other.startTransaction().execute()
      await setRows(undone, 'slv', { id: quick.id }, { loanAmount: 9 })
      await a.slv({ status: 'REVIEW' })
      await agree()
      await undone.rollback().execute()
      await setRows(committed, 'slv', { id: quick.id }, { loanAmount: 11 })
      await agree()
      await late.commit().execute()
      expect((await agree()).totalVolume).toBe(480_018)
    } finally {
      await other.destroy()
    }
  })

  test('are of one snapshot in a printed page', async ({
    nodes: {
      a,
      as,
      facts: [facts],
    },
  }) => {
    const underwriter = await a.underwriter()
    const send = () =>
      a.slv({ status: 'REVIEW', underwriterId: underwriter.id })
    await send()
    // Before each query of the page, another request is sent and counted by
    // another reader.
    const busily = (snapshot: Snapshot): Snapshot => ({
      ...snapshot,
      query: async (statement, params) => {
        await send()
        await facts.read(async () => undefined)
        return snapshot.query(statement, params)
      },
    })
    const busy: Facts = {
      close: () => facts.close(),
      read: (work) => facts.read((snapshot) => work(busily(snapshot))),
    }
    const query = downloadReporting.query.parse({})
    const { summary, capacity } = await readBoth(busy)(
      await as(underwriter),
      query,
    )
    expect([
      summary.totalRequests,
      summary.statusPercentages.REVIEW,
      capacity.totals.totalUnits,
    ]).toEqual([1, 1, 1])
    expect(capacity.asOf).toBe(summary.asOf)
  })

  test('include changes until they are swept, then load again', async ({
    nodes: { a, facts },
    committed,
  }) => {
    const [idle, active] = facts
    const { id } = await a.slv({ status: 'REVIEW', loanAmount: 1 })
    const first = (node: Facts, statement: string) =>
      node.read(
        async ({ query }) =>
          Object.values((await query<object>(statement))[0] ?? {})[0],
      )
    const amountOf = (node: Facts) =>
      first(node, 'select loan_amount from facts')
    await idle.read(async () => undefined)
    await setRows(committed, 'slv', { id: id }, { loanAmount: 2 })
    expect(await amountOf(active)).toEqual(2)
    await sweepChanges(committed)
    const changes = () => findRows(committed, 'reportingChange', { slvId: id })
    expect(await changes()).not.toEqual([])
    await sql`update reporting_change set at = at - interval '25 hours'`.execute(
      committed,
    )
    await sweepChanges(committed)
    expect(await changes()).toEqual([])
    expect(await amountOf(idle)).toEqual(2)
    // Once loaded, an old sweep doesn't cause another load.
    const tableOf = (node: Facts) =>
      first(
        node,
        `select table_oid from duckdb_tables() where table_name = 'facts'`,
      )
    await a.slv({ status: 'REVIEW' })
    const table = await tableOf(idle)
    await setRows(committed, 'slv', { id: id }, { loanAmount: 3 })
    expect(await tableOf(idle)).toBe(table)
  })

  test('are loaded again after their files are lost', async ({
    nodes: { a, agree, facts },
    committed,
  }) => {
    const [node] = facts
    const { id } = await a.slv({ status: 'REVIEW' })
    await agree()
    const [file] = await node.read(({ query }) =>
      query<{ path: string }>(
        'select path from duckdb_databases() where path is not null',
      ),
    )
    await rm(dirname(file?.path ?? ''), { recursive: true })
    await setRows(committed, 'slv', { id: id }, { loanAmount: 5 })
    await expect(node.read(async () => undefined)).rejects.toThrow(/ENOENT/)
    expect((await agree()).totalVolume).toBe(5)
  })

  test('stop loading when the process ends', async ({
    nodes: { facts },
    committed,
  }) => {
    const [node] = facts
    const loading = expect(node.read(async () => undefined)).rejects.toThrow()
    await node.close()
    await loading
    await expect(node.read(async () => undefined)).rejects.toThrow(/abort/i)
    expect((await sql`select 1`.execute(committed)).rows).toHaveLength(1)
  })
})

test('a new BDD or name changes the figures', async ({
  committed,
  now,
  onTestFinished,
}) => {
  const a = makers(committed, now)
  const [ada, bdd] = [await a.underwriter(), await a.user({ role: 'BDD' })]
  const slv = await a.slv({ status: 'REVIEW', underwriterId: ada.id })
  const facts = await factsOn(committed)
  onTestFinished(() => facts.close())
  const ctx = await ctxFor(committed, ada, now)
  const [ofBdd, byMonth] = [
    SummaryQuery.parse({ bdds: bdd.id }),
    CapacityQuery.parse({ countBy: 'MONTH' }),
  ]
  const figures = async () => {
    const answers = [
      await summarizeSlvs(facts)(ctx, ofBdd),
      await countCapacity(facts)(ctx, byMonth),
    ]
    const rows = await readPlain(committed)
    expect(answers).toMatchObject([
      plainSummary(rows, ofBdd, ctx),
      plainCapacity(rows, byMonth, ctx),
    ])
    return answers
  }
  expect(await figures()).toMatchObject([
    { totalRequests: 0 },
    { rows: [{ underwriter: ada.name }] },
  ])
  await setRows(committed, 'company', { id: slv.companyId }, { bddId: bdd.id })
  await setRows(committed, 'appUser', { id: ada.id }, { firstName: 'Zoe' })
  expect(await figures()).toMatchObject([
    { totalRequests: 1 },
    { rows: [{ underwriter: 'Zoe Tester' }] },
  ])
})

test('the trigger records changes of exactly the counted columns, and the primary is complete', async ({
  db,
}) => {
  const { rows } = await sql<{
    text: string
  }>`select pg_get_triggerdef(oid) as text from pg_trigger
    where tgname = 'slv_is_reported_anew'`.execute(db)
  const columns = [...(rows[0]?.text ?? '').matchAll(/\bold\.(\w+)/g)].map(
    ([, column]) => column,
  )
  expect(
    [...new Set(columns)].sort(),
    'A migration replaces the trigger slv_is_reported_anew, with the columns of slvColumns',
  ).toEqual(Object.keys(slvColumns).sort())
  expect(await findAsOf(db, db)).toBeNull()
})

plain(
  'changes are incomplete after a fail-over, a restore, or a sweep of unread changes',
  () => {
    const from = {
      position: '900',
      dropped: '100',
      origin: 'cluster.1.follows 1',
    }
    const cases: [Partial<typeof from>, boolean][] = [
      [{}, false],
      [{ position: '950' }, false],
      [{ position: '1000', dropped: '899' }, false],
      [{ position: '1000', dropped: '900' }, true],
      [{ position: '1000', origin: '00000002' }, true],
      [{ position: '899' }, true],
    ]
    for (const [change, isMissing] of cases)
      expect(isInterrupted(from, { ...from, ...change })).toBe(isMissing)
  },
)

const latest = new Date('2026-03-01T12:00:00Z')

plain.for([
  ['the primary misses nothing', false, null, '100', null],
  [
    'a replica at the primary’s position misses nothing',
    true,
    '100',
    '100',
    null,
  ],
  ['a replica past that position misses nothing', true, '101', '99', null],
  ['positions are compared as numbers', true, '1000', '999', null],
  [
    'a disconnected replica is as of its latest change',
    true,
    '99',
    '100',
    latest,
  ],
  [
    'a replica is as of its latest change if the primary is down',
    true,
    '100',
    null,
    latest,
  ],
  [
    'a replica that replayed nothing is as of its start',
    true,
    null,
    '100',
    latest,
  ],
] as const)('%s', ([, isReplica, replayed, written, asOf]) => {
  expect(asOfReplica({ isReplica, replayed, latest }, written)).toEqual(asOf)
})

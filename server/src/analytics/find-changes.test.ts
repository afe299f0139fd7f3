import { CapacityQuery } from '@portal/contract/reporting/capacity'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { sql } from 'kysely'
import { expect, test as plain } from 'vitest'
import { factsOn } from '../../test/facts.ts'
import { ctxFor, makers, test } from '../../test/makers.ts'
import { plainCapacity, plainSummary } from '../../test/plain-figures.ts'
import { readPlain } from '../../test/plain-rows.ts'
import { setRows } from '../../test/rows.ts'
import { countCapacity } from '../reporting/figures/count-capacity.ts'
import { summarizeSlvs } from '../reporting/figures/summarize-slvs.ts'
import { asOfReplica, findAsOf, isInterrupted } from './find-changes.ts'
import { slvColumns } from './load-facts.ts'

test('a new BDD or name changes the figures', async ({ committed, now, onTestFinished }) => {
  const a = makers(committed, now)
  const [ada, bdd] = [await a.underwriter(), await a.user({ role: 'BDD' })]
  const slv = await a.slv({ status: 'REVIEW', underwriterId: ada.id })
  const facts = await factsOn(committed)
  onTestFinished(facts.close)
  const ctx = await ctxFor(committed, ada, now)
  const [ofBdd, byMonth] = [SummaryQuery.parse({ bdds: bdd.id }), CapacityQuery.parse({ countBy: 'MONTH' })]
  const figures = async () => {
    const answers = [await summarizeSlvs(facts)(ctx, ofBdd), await countCapacity(facts)(ctx, byMonth)]
    const rows = await readPlain(committed)
    expect(answers).toMatchObject([plainSummary(rows, ofBdd, ctx), plainCapacity(rows, byMonth, ctx)])
    return answers
  }
  expect(await figures()).toMatchObject([{ totalRequests: 0 }, { rows: [{ underwriter: ada.name }] }])
  await setRows(committed, 'company', { id: slv.companyId }, { bddId: bdd.id })
  await setRows(committed, 'appUser', { id: ada.id }, { firstName: 'Zoe' })
  expect(await figures()).toMatchObject([{ totalRequests: 1 }, { rows: [{ underwriter: 'Zoe Tester' }] }])
})

test('the trigger records changes of exactly the counted columns', async ({ db }) => {
  const { rows } = await sql<{ text: string }>`select pg_get_triggerdef(oid) as text from pg_trigger
    where tgname = 'slv_is_reported_anew'`.execute(db)
  const columns = [...(rows[0]?.text ?? '').matchAll(/\bold\.(\w+)/g)].map(([, column]) => column)
  expect([...new Set(columns)].sort()).toEqual(Object.keys(slvColumns).sort())
})

plain('changes are incomplete after a fail-over, a restore, or a sweep of unread changes', () => {
  const from = { position: '900', dropped: '100', origin: 'cluster.1.follows 1' }
  const cases: [Partial<typeof from>, boolean][] = [
    [{}, false],
    [{ position: '950' }, false],
    [{ position: '1000', dropped: '899' }, false],
    [{ position: '1000', dropped: '900' }, true],
    [{ position: '1000', origin: '00000002' }, true],
    [{ position: '899' }, true],
  ]
  for (const [change, isMissing] of cases) expect(isInterrupted(from, { ...from, ...change })).toBe(isMissing)
})

const latest = new Date('2026-03-01T12:00:00Z')

plain.for([
  ['the primary misses nothing', false, null, '100', null],
  ['a replica at the primary’s position misses nothing', true, '100', '100', null],
  ['a replica past that position misses nothing', true, '101', '99', null],
  ['positions are compared as numbers', true, '1000', '999', null],
  ['a disconnected replica is as of its latest change', true, '99', '100', latest],
  ['a replica is as of its latest change if the primary is down', true, '100', null, latest],
  ['a replica that replayed nothing is as of its start', true, null, '100', latest],
] as const)('%s', ([, isReplica, replayed, written, asOf]) => {
  expect(asOfReplica({ isReplica, replayed, latest }, written)).toEqual(asOf)
})

test('figures read from the primary are complete', async ({ db }) => {
  expect(await findAsOf(db, db)).toBeNull()
})

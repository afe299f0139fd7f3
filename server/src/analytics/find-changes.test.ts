import { CapacityQuery } from '@portal/contract/reporting/capacity'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { factsOn } from '../../test/facts.ts'
import { ctxFor, makers, test } from '../../test/makers.ts'
import { plainCapacity, plainSummary } from '../../test/plain-figures.ts'
import { readPlain } from '../../test/plain-rows.ts'
import { toSnakeCase } from '../lib/database/db.ts'
import { countCapacity } from '../reporting/figures/count-capacity.ts'
import { summarizeSlvs } from '../reporting/figures/summarize-slvs.ts'
import { isInterrupted } from './find-changes.ts'
import { slvColumns } from './load-facts.ts'

test('a change of any counted column changes every figure', async ({ committed, now, onTestFinished }) => {
  const a = makers(committed, now)
  const ada = await a.user({ role: 'UNDERWRITER', holds: ['viewSlvDepartment', 'manageSlr', 'manageTradeDesk'] })
  const ben = await a.user({ role: 'UNDERWRITER', name: 'Ben' })
  const bdd = await a.user({ role: 'BDD' })
  const [one, other] = [await a.company(), await a.company()]
  const seller = await a.seller(one.id)
  const slv = await a.slv({ status: 'SLR_PENDING', sellerId: seller.id, underwriterId: ada.id })
  await a.slv({ status: 'APPROVED', sellerId: seller.id, underwriterId: ada.id })
  await a.slv({ status: 'TD_PENDING', sellerId: seller.id, underwriterId: ada.id })
  const facts = await factsOn(committed)
  onTestFinished(facts.close)
  const [summarize, count] = [summarizeSlvs(facts), countCapacity(facts)]
  const filters = [{}, { tableMode: 'SLR' }, { tableMode: 'TRADE_DESK' }, { tableMode: 'MY_OWN' }, { bdds: bdd.id }]
  const summaries = filters.map((query) => SummaryQuery.parse({ ...query, topLimit: '10' }))
  const table = CapacityQuery.parse({ countBy: 'MONTH' })
  const ctx = await ctxFor(committed, ada, now)

  let before = ''
  /** Expects the figures to equal the plain ones, which differ from those before. */
  const expectChange = async (what: string) => {
    const rows = await readPlain(committed)
    const plain = [...summaries.map((query) => plainSummary(rows, query, ctx)), plainCapacity(rows, table, ctx)]
    const results = await Promise.all([...summaries.map((query) => summarize(ctx, query)), count(ctx, table)])
    expect(results, what).toMatchObject(plain)
    const after = JSON.stringify(plain)
    expect(after === before, what).toBe(false)
    before = after
  }
  await expectChange('start')

  const changes = {
    underwriterManagerId: ben.id,
    tradeDeskId: ben.id,
    underwriterId: ben.id,
    companyId: other.id,
    date: new Date('2025-06-01T12:00:00Z'),
    buyerNonAgencyProgram: 'WVOE',
    state: 'NY',
    occupancy: 'S',
    loanAmount: 1.01,
    ltv: 12.34,
    creditScore: 801,
    dti: 5.01,
    dscr: 1.234,
    totalPostCloseReservesAmount: 77.07,
    status: 'REVIEW',
    buyerDays: 9,
    type: 'POST',
  } as const
  for (const [column, value] of Object.entries(changes)) {
    const status = column === 'tradeDeskId' ? 'TD_PENDING' : column === 'buyerDays' ? 'APPROVED' : null
    const reason = column === 'type' && ({ postCloseReason: 'Seller Error' } as const)
    const changing = committed.updateTable('slv').set({ [column]: value, ...reason })
    await (status ? changing.where('status', '=', status) : changing.where('id', '=', slv.id)).execute()
    await expectChange(column)
  }
  expect(Object.keys(changes).map(toSnakeCase).sort()).toEqual(Object.keys(slvColumns).sort())

  await committed.updateTable('company').set({ bddId: bdd.id }).where('id', '=', one.id).execute()
  await expectChange('BDD of a company')
  await committed.updateTable('appUser').set({ firstName: 'Zoe' }).where('id', '=', ben.id).execute()
  await expectChange('name of a person')
})

test('the trigger records changes of exactly the counted columns', async ({ db }) => {
  const { rows } = await sql<{ text: string }>`select pg_get_triggerdef(oid) as text from pg_trigger
    where tgname = 'slv_is_reported_anew'`.execute(db)
  const columns = [...(rows[0]?.text ?? '').matchAll(/\bold\.(\w+)/g)].map(([, column]) => column)
  expect([...new Set(columns)].sort()).toEqual(Object.keys(slvColumns).sort())
})

test('changes are incomplete after a fail-over, a restore, or a sweep of unread changes', () => {
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

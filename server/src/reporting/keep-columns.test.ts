import { CapacityQuery } from '@portal/contract/reporting/capacity'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { ctxFor, makers, test } from '../../test/house.ts'
import { plainCapacity, plainSummary } from '../../test/plain-figures.ts'
import { readPlain } from '../../test/plain-rows.ts'
import { countCapacity } from './count-capacity.ts'
import { keepFigures } from './keep-figures.ts'
import { countedColumns } from './load-figures.ts'
import { summariseSlvs } from './summarise-slvs.ts'

describe('a change of any column that is counted', () => {
  test('is heard of by every node, in summary, capacity and what is filtered', async ({ committed, now }) => {
    const a = makers(committed, now)
    const ada = await a.user({ role: 'UNDERWRITER', holds: ['viewSlvDepartment', 'manageSlr', 'manageTradeDesk'] })
    const ben = await a.user({ role: 'UNDERWRITER', name: 'Ben' })
    const bdd = await a.user({ role: 'BDD' })
    const [one, other] = [await a.company(), await a.company()]
    const seller = await a.seller(one.id)
    const slv = await a.slv({ status: 'SLR_PENDING', sellerId: seller.id, underwriterId: ada.id })
    await a.slv({ status: 'APPROVED', sellerId: seller.id, underwriterId: ada.id })
    await a.slv({ status: 'TD_PENDING', sellerId: seller.id, underwriterId: ada.id })
    const keepers = [keepFigures(committed), keepFigures(committed)]
    const nodes = keepers.map((keeper) => ({ summary: summariseSlvs(keeper), capacity: countCapacity(keeper) }))
    const summaries = [
      {},
      { tableMode: 'SLR' },
      { tableMode: 'TRADE_DESK' },
      { tableMode: 'MY_OWN' },
      { bdds: bdd.id },
      { sellers: one.name },
      { type: 'POST', timeframe: 'LAST_15_DAYS' },
    ].map((query) => SummaryQuery.parse({ ...query, topLimit: '10' }))
    const table = CapacityQuery.parse({ countBy: 'MONTH' })
    const ctx = await ctxFor(committed, ada, now)
    const agree = async () => {
      const rows = await readPlain(committed)
      const truth = JSON.stringify([
        summaries.map((query) => plainSummary(rows, query, ctx)),
        plainCapacity(rows, table, ctx),
      ])
      for (const { summary, capacity } of nodes) {
        for (const query of summaries) expect(await summary(ctx, query)).toMatchObject(plainSummary(rows, query, ctx))
        expect(await capacity(ctx, table)).toMatchObject(plainCapacity(rows, table, ctx))
      }
      return truth
    }
    let before = await agree()
    /** Changed by itself, it is seen, and the figures are others than before. */
    const isHeard = async (what: string) => {
      const after = await agree()
      expect([what, after === before]).toEqual([what, false])
      before = after
    }

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
    } as const
    for (const [column, value] of Object.entries(changes)) {
      const status = column === 'tradeDeskId' ? 'TD_PENDING' : column === 'buyerDays' ? 'APPROVED' : null
      const changing = committed.updateTable('slv').set({ [column]: value })
      await (status ? changing.where('status', '=', status) : changing.where('id', '=', slv.id)).execute()
      await isHeard(column)
    }
    await committed
      .updateTable('slv')
      .set({ type: 'POST', postCloseReason: 'Seller Error' })
      .where('id', '=', slv.id)
      .execute()
    await isHeard('type')
    expect([...Object.keys(changes), 'type'].sort()).toEqual([...countedColumns].sort())

    await committed.updateTable('company').set({ bddId: bdd.id }).where('id', '=', one.id).execute()
    await isHeard('BDD of a company')
    await committed.updateTable('appUser').set({ firstName: 'Zoe' }).where('id', '=', ben.id).execute()
    await isHeard('name of a person')
  })

  test('is noted by the trigger: it looks at the columns that are read, and at no others', async ({ db }) => {
    const { rows } = await sql<{ told: string }>`select pg_get_triggerdef(oid) as told from pg_trigger
      where tgname = 'slv_is_reported_anew'`.execute(db)
    const columns = [...(rows[0]?.told ?? '').matchAll(/\bold\.(\w+)/g)].map(([, column]) => column)
    const snake = countedColumns.map((column) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    expect([...new Set(columns)].sort()).toEqual(snake.sort())
  })
})

import { SlvListQuery } from '@portal/contract/slv/list-query'
import { slvStatuses } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../test/house.ts'
import { listSlvs } from './list.ts'
import { sweepSlvTally } from './sweep-tally.ts'

test('the tally is a plain count, however SLVs came and moved, and whenever it was added up', async ({ a, as, db }) => {
  const sellers = [await a.seller(), await a.seller()]
  for (const [n, status] of slvStatuses.entries())
    await a.slv({ status, ...(n % 3 && { sellerId: sellers[n % 2]?.id }) })
  const counted = async () =>
    (await sql`select company_id, status, count(*) as n from slv group by 1, 2 order by 1, 2`.execute(db)).rows
  const tallied = async () =>
    (
      await sql`select company_id, status, sum(n) as n from slv_tally group by 1, 2 having sum(n) <> 0 order by 1, 2`.execute(
        db,
      )
    ).rows
  const ctx = await as(await a.underwriter('viewSlvDepartment'))
  const total = async () =>
    (await listSlvs(ctx, SlvListQuery.parse({ tableMode: 'ALL', status: 'REVIEW,PENDING' }))).total

  const moves = [
    sql`update slv set status = 'REVIEW', status_before_withdrawal = null where status in ('PENDING', 'SLR_REVIEW', 'WITHDRAW_PENDING')`,
    sql`update slv set company_id = ${sellers[0]?.companyId}, seller_id = ${sellers[0]?.id} where status in ('REVIEW', 'TD_REVIEW')`,
    sql`update slv set loan_amount = 1`,
    sql`update slv set status = 'PENDING' where id in (select id from slv where status = 'REVIEW' order by id limit 2)`,
  ]
  expect(await tallied()).toEqual(await counted())
  for (const move of moves) {
    await move.execute(db)
    expect(await tallied()).toEqual(await counted())
    await sweepSlvTally(db)
    expect(await tallied()).toEqual(await counted())
    expect(await total()).toBe(
      (await sql`select from slv where status in ('REVIEW', 'PENDING')`.execute(db)).rows.length,
    )
  }
  const rows = await sql`select from slv_tally`.execute(db)
  expect(rows.rows.length).toBe((await counted()).length)
})

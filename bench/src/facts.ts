import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportedStatuses } from '@portal/contract/reporting/policy'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { openWithoutFacts, type Snapshot } from '../../server/src/analytics/open-facts.ts'
import { readSummary } from '../../server/src/reporting/figures/summarize-slvs.ts'
import type { Row } from './goals.ts'
import { medianTime, timed } from './load.ts'

const slvs = 10_000_000

const oneOf = (values: readonly string[], n: string) =>
  `([${values.map((value) => `'${value}'`).join()}])[(1 + ${n} % ${values.length})::bigint]`

/** Synthetic SLVs of ten years: 2,000 companies, 12 programs, 50 states, one to three variances each. */
const facts = `create table facts as select
    md5(n::varchar)::uuid as id, ${oneOf(reportedStatuses, 'hash(n)')} as status,
    if(n % 3 = 0, 'POST', 'PRE') as type, 'c' || hash(n, 1) % 2000 as company_id, 'u' || hash(n, 2) % 400 as underwriter_id,
    null::varchar as underwriter_manager_id, null::varchar as trade_desk_id,
    'Program ' || hash(n, 3) % 12 as buyer_non_agency_program, 'S' || hash(n, 4) % 50 as state,
    ${oneOf(['P', 'S', 'I'], 'hash(n, 5)')} as occupancy, (100000 + hash(n, 6) % 2000000)::decimal(11, 2) as loan_amount,
    (40 + hash(n, 7) % 50)::decimal(5, 2) as ltv, (600 + hash(n, 8) % 200)::integer as credit_score,
    (20 + hash(n, 9) % 30)::decimal(5, 2) as dti, (1 + hash(n, 10) % 1000 / 1000)::decimal(6, 3) as dscr,
    (hash(n, 11) % 100000)::decimal(11, 2) as total_post_close_reserves_amount, (1 + hash(n, 12) % 3)::integer as variances,
    ${oneOf(['Credit Score', 'DTI', 'DTI|Reserves', 'Credit Score|LTV|Reserves'], 'hash(n, 13)')} as reasons,
    date '2016-01-01' + (n % 3650)::integer as day, left(day::varchar, 7) as month, (n % 9)::integer as turn_time
  from range(${slvs}) as rows (n)`

/** Measures the whole summary of the reporting page in DuckDB, with ten times the SLVs of the largest goal. */
export async function measureFacts(): Promise<Row[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'portal-bench-facts-'))
  const duck = await openWithoutFacts(folder.path)
  const filter = { where: 'true', params: {}, days: { from: null, to: null }, thisMonth: '2025-12' }
  try {
    const filled = await timed(() =>
      duck.transaction(async (run) => {
        await run(facts)
        await run(
          `create table companies as select 'c' || n as id, 'Company ' || n as name from range(2000) as rows (n)`,
        )
        await run('create table people (id varchar, name varchar)')
      }),
    )
    const memoryBefore = process.memoryUsage.rss()
    const value = await medianTime(() =>
      duck.transaction((query) => {
        const snapshot: Snapshot = { query, cached: (_key, make) => make(), version: 0, asOf: null }
        return readSummary(snapshot, filter, { now: new Date() }, SummaryQuery.parse({}))
      }),
    )
    const memory = (process.memoryUsage.rss() - memoryBefore) / 2 ** 20
    return [{ goal: 'facts.summary', value, details: { 'ms to fill': filled, 'MB added': memory } }]
  } finally {
    await duck.close()
  }
}

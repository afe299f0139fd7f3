import { slvStatuses } from '@portal/contract/slv/status'
import { countCapacity } from '../src/reporting/figures/count-capacity.ts'
import { summarizeSlvs } from '../src/reporting/figures/summarize-slvs.ts'
import { test as base } from './makers.ts'
import { addRow, setRows } from './rows.ts'

/** Instants at the edges of New York's days, months, years and clocks. */
const edges = [
  '2025-03-09T06:59:59.999Z', // the last second before the clocks go on
  '2025-03-09T07:00:00Z',
  '2025-11-02T05:30:00Z', // twice half past one
  '2025-11-02T06:30:00Z',
  '2025-12-01T04:59:59.999Z', // November in New York, December in UTC
  '2025-12-01T05:00:00Z',
  '2026-01-01T04:59:59.999Z',
  '2026-01-01T05:00:00Z',
  '2026-01-31T12:00:00Z',
  '2026-02-04T04:59:59Z', // a month before today
  '2026-02-04T05:00:00Z',
  '2026-02-17T05:00:00Z', // 15 days before today
  '2026-02-17T04:59:59Z',
  '2026-02-28T23:30:00Z',
  '2026-03-01T04:30:00Z',
  '2026-03-04T14:59:00Z',
]
const programs = [
  'DSCR Prime',
  'DSCR Multi',
  'Bank Statement 12',
  'WVOE',
  'Jumbo Prime',
  'P&L Only',
  null,
]
const askedReasons = [
  'Credit Score',
  'LTV / CLTV',
  'DTI',
  'DSCR',
  'Other',
  'Title / Vesting',
] as const

/**
 * SLVs of every kind at every edge, three of the buyer's people, and functions
 * for their figures.
 */
export const test = base.extend('crowd', async ({ a, as, db, facts }) => {
  let state = 7
  const roll = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = <T>(values: readonly T[]) =>
    values[Math.floor(roll() * values.length)] as T
  const bdd = await a.user({ role: 'BDD' })
  const companies = [
    await a.company('SELLER', bdd.id),
    await a.company(),
    await a.company(),
    await a.company(),
  ]
  // A filter by seller takes two companies of one name as one; names may
  // contain the separators of addresses.
  for (const [index, name] of [
    [1, 'Twin, Inc.'],
    [2, 'Twin, Inc.'],
    [3, 'Yes! Lending'],
  ] as const)
    await setRows(db, 'company', { id: companies[index]?.id ?? '' }, { name })
  const sellers = []
  for (const company of companies) sellers.push(await a.seller(company.id))
  const underwriters = [
    await a.user({
      role: 'UNDERWRITER',
      holds: ['viewSlvDepartment', 'manageSlr', 'manageTradeDesk'],
      name: 'Ada',
    }),
    await a.user({ role: 'UNDERWRITER', name: 'Ben' }),
    await a.user({ role: 'UNDERWRITER', name: 'Ben' }),
  ] as const
  for (let n = 0; n < 150; n++) {
    const type = pick(['PRE', 'PRE', 'POST'] as const)
    const has = <T>(value: T) => (roll() < 0.8 ? value : null)
    const { id } = await a.slv({
      status: pick(slvStatuses),
      type,
      postCloseReason: type === 'POST' ? 'Seller Error' : null,
      sellerId: pick(sellers).id,
      underwriterId: pick([null, ...underwriters])?.id ?? null,
      underwriterManagerId: pick([null, ...underwriters])?.id ?? null,
      tradeDeskId: pick([null, ...underwriters])?.id ?? null,
      resubmitCount: pick([0, 0, 1, 2]),
      date: new Date(pick(edges)),
      buyerNonAgencyProgram: pick(programs),
      state: pick(['CA', 'NY', 'TX', null]),
      occupancy: pick(['P', 'S', 'I', 'U', null]),
      loanAmount: has(
        pick([100_000, 480_000.01, 999_999_999.99, 0, 123_456.78]),
      ),
      creditScore: has(600 + Math.floor(roll() * 200)),
      ltv: has(Math.round(roll() * 9000) / 100),
      dti: has(Math.round(roll() * 5000) / 100),
      dscr: has(Math.round(roll() * 2000) / 1000),
      totalPostCloseReservesAmount: has(Math.round(roll() * 1e7) / 100),
      buyerDays: Math.floor(roll() * 12),
    })
    if (roll() < 0.1)
      await db.deleteFrom('slvRequest').where('slvId', '=', id).execute()
    for (let more = Math.floor(roll() * 3); more > 0; more--)
      await addRow(db, 'slvRequest', {
        slvId: id,
        position: 1 + more,
        reason: pick(askedReasons),
      })
  }
  const ctx = await as(underwriters[0])
  return {
    bdd,
    companies,
    underwriters,
    ctx,
    summarize: summarizeSlvs(facts),
    count: countCapacity(facts),
  }
})

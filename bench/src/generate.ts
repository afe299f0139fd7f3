import { type BusinessDays, civil } from '@portal/contract/sla/calendar'
import { clocksOf } from '@portal/contract/slv/clocks'
import { programs } from '@portal/contract/slv/model'
import { isDecided, type SlvStatus, slrStatuses, tdStatuses } from '@portal/contract/slv/status'
import { borrowerLastNames } from '@portal/sandbox/loan-dock/borrowers'
import { openDb } from '../../server/src/lib/db.ts'
import { loadSla } from '../../server/src/sla/load.ts'
import { openFilling } from './lib/filling.ts'

/** Parts in a thousand. Most SLVs of 14 months are decided; the outcomes are field.md's. */
const statusShares: Partial<Record<SlvStatus, number>> = {
  APPROVED: 540,
  DECLINED: 222,
  NOT_NEEDED: 74,
  WITHDRAWN_APPROVED: 92,
  DRAFT: 16,
  PENDING: 8,
  REVIEW: 16,
  PENDING_DOCUMENTS: 8,
  DOCUMENTS_RECEIVED: 4,
  SLR_PENDING: 3,
  SLR_REVIEW: 4,
  SLR_PENDING_INFO: 1,
  SLR_INFO_RECEIVED: 1,
  SLR_COMPLETED: 2,
  TD_PENDING: 2,
  TD_REVIEW: 2,
  TD_COMPLETED: 1,
  WITHDRAW_PENDING: 2,
  RESUBMITTED: 2,
}
/** Parts in a hundred (field.md). */
const stateShares = {
  CA: 33,
  FL: 15,
  TX: 8,
  NY: 5,
  NJ: 5,
  GA: 5,
  AZ: 4,
  WA: 4,
  NV: 4,
  NC: 3,
  CO: 3,
  IL: 3,
  UT: 2,
  OR: 2,
  MA: 2,
  TN: 2,
}
const historyDays = 460
const dayMs = 86_400_000

const spread = <T>(shares: Record<string, number>, make: (name: string) => T): T[] =>
  Object.entries(shares).flatMap(([name, share]) => Array.from({ length: share }, () => make(name)))

/** What slv.sql has to know of a status: whose clock runs, and whether it ended. */
const stageOf = (status: SlvStatus) => {
  const clocks = clocksOf(status)
  const stay = (isThere: boolean, party?: string) => (party ? 'RUNS' : isThere ? 'RESTS' : null)
  return {
    status,
    party: clocks.SLV ?? null,
    slr: stay((slrStatuses as readonly string[]).includes(status), clocks.SLR),
    td: stay((tdStatuses as readonly string[]).includes(status), clocks.TD),
    isDecided: isDecided(status),
    isEnded: isDecided(status) || status === 'WITHDRAWN_APPROVED',
  }
}

const calendarOf = (days: BusinessDays, now: Date) =>
  Array.from({ length: historyDays }, (_, ago) => {
    const { day } = civil(new Date(now.getTime() - (ago - 1) * dayMs))
    const ordinal = days.ordinal(day)
    return { day, ordinal, received: days.isBusinessDay(day) ? ordinal : ordinal + 1 }
  }).filter(({ day }, index, all) => all[index - 1]?.day !== day)

type Order = { ownerUrl: string; slvs: number; now: Date }
/** Seconds of each step, in their order. */
export type Steps = Record<string, number>

const tables = ['slv', 'slv_request', 'slv_interval', 'slv_history', 'comment', 'notification']
/** SLVs drawn by one statement, which holds what it draws in memory. */
const atOnce = 25_000

/**
 * Fills a migrated, empty database with people and `slvs` SLVs by field.md's figures, their variances, ledger, history in
 * its chains, conversations and notifications, the same on each run but for ids, and lets PostgreSQL look at it (ANALYZE).
 * Snapshots of ended rounds are left out. What reporting counts needs no filling: each node reads it from the SLVs.
 */
export async function generate({ ownerUrl, slvs, now }: Order): Promise<Steps> {
  const db = openDb({ url: ownerUrl, size: 1 })
  const { days } = await loadSla(db)
  await db.destroy()

  const steps: Steps = {}
  const step = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    steps[name] = Math.round((performance.now() - began) / 100) / 10
  }
  const filling = await openFilling(ownerUrl)
  try {
    let restoreIndexes = async () => {}
    await step('people', async () => {
      await filling.run('people', [Math.max(22, Math.round(slvs / 500)), Math.max(8, Math.round(slvs / 2500))])
      await filling.runAll(['analyze company, app_user'])
      restoreIndexes = await filling.setIndexesAside(tables)
    })
    const shapes = [
      JSON.stringify(calendarOf(days, now)),
      JSON.stringify(spread(statusShares, (status) => stageOf(status as SlvStatus))),
      JSON.stringify(Object.entries(programs).map(([name, products]) => ({ name, products }))),
      spread(stateShares, (state) => state),
      borrowerLastNames,
    ]
    const chunks = Array.from({ length: Math.ceil(slvs / atOnce) }, (_, n) => n * atOnce)
    await step('SLVs', () =>
      filling.runEach(
        'slv',
        chunks.map((first) => [first + 1, now, ...shapes, Math.min(slvs, first + atOnce)]),
        (index) => `select setseed(${(0.42 + index / 1000) % 1})`,
      ),
    )
    await step('variances', () => filling.runAlong('slv-request', 'slv'))
    await step('ledger', () => filling.runAlong('slv-interval', 'slv'))
    await step('history', () => filling.runAlong('slv-history', 'slv'))
    await step('comments', () => filling.runAlong('comment', 'slv'))
    await step('notifications', () => filling.runAlong('notification', 'slv', [now]))
    await step('indexes', restoreIndexes)
    const rest = 'company, app_user, user_role, user_permission'
    await step('analyze', () =>
      filling.runAll(
        [
          'slv_history',
          'slv',
          ...tables.filter((name) => !name.startsWith('slv')),
          'slv_request',
          'slv_interval',
          'history_head',
          rest,
        ].map((name) => `vacuum (analyze) ${name}`),
      ),
    )
    await step('checkpoint', () => filling.runAll(['checkpoint']))
  } finally {
    await filling.end()
  }
  return steps
}

import { civil } from '@portal/contract/sla/calendar'
import { borrowerLastNames } from '@portal/sandbox/loan-dock/borrowers'
import { openDb } from '../../server/src/lib/db.ts'
import { loadSla } from '../../server/src/sla/load.ts'
import { openFilling } from './lib/filling.ts'

const historyDays = 740
const vendors = 8
const dayMs = 86_400_000

type Order = { url: string; tdocs: number; now: Date }

/**
 * Adds `tdocs` Tdocs with their categories, ledger and history, and the vendors and reviewers that go with them, to a
 * database that has the buyer's people and sellers; the same on each run. Lets PostgreSQL look at it (ANALYZE).
 */
export async function generateTdocs({ url, tdocs, now }: Order): Promise<void> {
  const db = openDb({ url, size: 1 })
  const { days } = await loadSla(db)
  await db.destroy()
  const calendar = Array.from({ length: historyDays }, (_, ago) => {
    const { day } = civil(new Date(now.getTime() - (ago - 1) * dayMs))
    return { day, ordinal: days.ordinal(day) }
  })

  const filling = await openFilling(url)
  try {
    const restoreIndexes = await filling.setIndexesAside(['tdoc', 'tdoc_interval', 'tdoc_history', 'review_category'])
    const values = [tdocs, now, JSON.stringify(calendar), borrowerLastNames, vendors]
    await filling.runEach('tdoc', [values], () => 'select setseed(0.42)')
    for (const table of ['review-category', 'tdoc-interval', 'tdoc-history']) await filling.runAlong(table, 'tdoc')
    await restoreIndexes()
    await filling.runAll(
      ['tdoc', 'review_category, tdoc_interval, tdoc_history'].map((name) => `vacuum (analyze) ${name}`),
    )
    await filling.runAll(['checkpoint'])
  } finally {
    await filling.end()
  }
}

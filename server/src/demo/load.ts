import { sql } from 'kysely'
import { type Db, inTransaction } from '../lib/db.ts'
import type { FileStore } from '../lib/files.ts'
import { loadSla } from '../sla/load.ts'
import { dropTransmittal, uploadCaptures } from './data-capture.ts'
import { fetchAccounts, fetchLoans } from './loan-dock.ts'
import { addPeople } from './people.ts'
import { shownSeller, slvCount, slvEvents } from './scenarios.ts'
import { tdocEvents } from './tdocs.ts'
import { play, workTime } from './timeline.ts'

type Options = {
  loanDockUrl: string
  now: Date
  files: FileStore
  /** A folder in which transmittals arrive; absent, none is dropped. */
  intakeFolder?: string | undefined
}

/** 14 months, in calendar days. */
const historyDays = 426
const dayMs = 86_400_000

const hasUsers = async (db: Db) =>
  (await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Fills an empty database: LoanDock's accounts and the rest of the department, and the SLVs and Tdocs of the last 14 months,
 * written by the portal's own verbs on a simulated clock, so that history, clock intervals, rounds and figures agree.
 * Does nothing and answers undefined when there are users already. One transaction: a start that is killed leaves nothing.
 */
export async function loadDemo(
  db: Db,
  { loanDockUrl, now, files, intakeFolder }: Options,
): Promise<{ slvs: number } | undefined> {
  if (await hasUsers(db)) return undefined
  const accounts = await fetchAccounts(loanDockUrl)
  const ofShown = await fetchLoans(loanDockUrl, { sellerCorrId: shownSeller }, 4)
  const loans = [...ofShown, ...(await fetchLoans(loanDockUrl, {}, 10))]
  const unique = [...new Map(loans.map((loan) => [loan.loanNumber, loan])).values()]

  const loaded = await inTransaction(db, async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    // Plans are made once, while the tables are empty, and must not scan tables that fill up afterwards.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
    // Of two first starts on one database, the second waits here until the first has loaded everything.
    await sql`select pg_advisory_xact_lock(hashtext('demo data'))`.execute(tx)
    if (await hasUsers(tx)) return undefined

    const sla = await loadSla(tx)
    const time = workTime(sla.days, now, historyDays)
    const cast = await addPeople(tx, accounts, new Date(now.getTime() - (historyDays + 30) * dayMs))
    const world = { db: tx, sla, files, time, cast }
    await play(time, [...slvEvents(world, unique), ...tdocEvents(world, unique)])
    await uploadCaptures(world, unique)
    await markSeen(tx, new Date(now.getTime() - dayMs))
    return { slvs: slvCount }
  })
  if (loaded && intakeFolder !== undefined) await dropTransmittal(intakeFolder, unique, now)
  return loaded
}

/** Only the notifications of the last day are unread. */
const markSeen = (tx: Db, then: Date) =>
  tx.updateTable('notification').set({ status: 'CHECKED' }).where('createdAt', '<', then).execute()

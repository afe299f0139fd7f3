import { sql } from 'kysely'
import { type Db, inTransaction } from '../lib/db.ts'
import type { FileStore } from '../lib/files.ts'
import { loadSla } from '../sla/load.ts'
import { makeCast } from './cast.ts'
import { type Account, fetchAccounts, fetchLoans, type Sample } from './outside.ts'
import { planStories, shownEmail, shownSeller } from './plan.ts'
import { play } from './play.ts'
import { withTalk } from './talk.ts'
import { tellTdocs } from './tdocs.ts'
import { dropTransmittal } from './transmittal.ts'
import { tellUploads } from './uploads.ts'
import { workTime } from './work-time.ts'

type World = {
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
 * Fills an empty database with the demo: LoanDock's accounts and the rest of the department, and 600 SLVs of the last
 * 14 months and 240 Tdocs, told by the verbs themselves under a moved clock, so that history, ledger, rounds and figures agree.
 * Does nothing and answers undefined when there are users already. One transaction: a start that is killed leaves nothing.
 */
export async function loadDemo(
  db: Db,
  { loanDockUrl, now, files, intakeFolder }: World,
): Promise<{ slvs: number } | undefined> {
  if (await hasUsers(db)) return undefined
  const [accounts, loans] = await Promise.all([fetchAccounts(loanDockUrl), fetchLoans(loanDockUrl, shownSeller)])

  const told = await inTransaction(db, async (tx) => {
    await aloneWithTheDatabase(tx)
    if (await hasUsers(tx)) return undefined
    return tell(tx, { now, files }, accounts, loans)
  })
  if (told && intakeFolder !== undefined) await dropTransmittal(intakeFolder, loans.all, now)
  return told
}

/** Of two first starts on one database, the second waits here until the first has told everything. */
async function aloneWithTheDatabase(tx: Db) {
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('demo data'))`.execute(tx)
}

async function tell(tx: Db, { now, files }: Pick<World, 'now' | 'files'>, accounts: readonly Account[], loans: Sample) {
  const sla = await loadSla(tx)
  const time = workTime(sla.days, now, historyDays)
  const cast = await makeCast(tx, accounts, new Date(now.getTime() - (historyDays + 30) * dayMs))
  const stories = planStories(cast, loans, time).map(withTalk(cast.byEmail(shownEmail), time))
  await play({ db: tx, sla, files }, time, stories)
  await tellTdocs({ db: tx, sla, files }, cast, loans.all, time)
  await tellUploads({ db: tx, sla, files }, cast, loans.all, time)
  await viewUpTo(tx, new Date(now.getTime() - dayMs))
  return { slvs: stories.length }
}

/** People have seen what they were told up to then: what is new at the bell is of the last day. */
const viewUpTo = (tx: Db, then: Date) =>
  tx.updateTable('notification').set({ status: 'CHECKED' }).where('createdAt', '<', then).execute()

import { Loan } from '@portal/contract/loan/model'
import { civil, dayMs } from '@portal/contract/sla/calendar'
import { Account } from '@portal/sandbox/loan-dock/accounts'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inTransaction } from '../lib/database/db.ts'
import type { FileStore } from '../lib/files/files.ts'
import { loadSla } from '../lib/sla.ts'
import { captureEvents, dropTransmittal } from './data-capture.ts'
import { addAuthority } from './decision-rules.ts'
import { addGuidelines, versionDays } from './guidelines.ts'
import { addPeople } from './people.ts'
import { shownSeller, slvCount, slvEvents } from './scenarios.ts'
import { tdocEvents } from './tdocs.ts'
import { conditions } from './texts.ts'
import { businessMorning, play, workTime } from './timeline.ts'

const get = async <T>(url: URL, schema: z.ZodType<T>): Promise<T> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(15_000) })
  if (!answer.ok)
    throw new Error(`LoanDock answered ${answer.status} to ${url.pathname}`)
  return schema.parse(await answer.json())
}

const newcomers = [
  'arrival@buyer.example',
  'seller@yarrowgate.example',
  'seller.two@yarrowgate.example',
]

const pageSize = 100

/**
 * Loans from at most `wanted` pages, spread evenly over all that match the
 * filter.
 */
async function fetchLoans(
  loanDockUrl: string,
  filter: Record<string, string>,
  wanted: number,
): Promise<Loan[]> {
  const page = (number: number) => {
    const url = new URL('/loans', loanDockUrl)
    url.search = new URLSearchParams({
      ...filter,
      page: String(number),
      size: String(pageSize),
    }).toString()
    return get(url, z.object({ items: z.array(Loan), total: z.number() }))
  }
  const { items: loans, total } = await page(1)
  const pages = Math.ceil(total / pageSize)
  const step = Math.max(1, pages / wanted)
  for (let number = 1 + step; number <= pages; number += step)
    loans.push(...(await page(Math.floor(number))).items)
  return loans
}

type Options = {
  loanDockUrl: string
  now: Date
  files: FileStore
  intakeFolder?: string | undefined
  /** Ends the load; the transaction is rolled back. */
  signal?: AbortSignal
}

/** 14 months, in calendar days. */
const historyDays = 426
const hasUsers = async (db: Db) =>
  (await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst()) !==
  undefined

/** The accounts that already use the portal. */
async function fetchAccounts(loanDockUrl: string) {
  const { items } = await get(
    new URL('/accounts', loanDockUrl),
    z.object({ items: z.array(Account) }),
  )
  return items.filter(({ email }) => !newcomers.includes(email))
}

async function fetchUniqueLoans(loanDockUrl: string) {
  const loans = [
    ...(await fetchLoans(loanDockUrl, { sellerCorrId: shownSeller }, 4)),
    ...(await fetchLoans(loanDockUrl, {}, 10)),
  ]
  const byNumber = new Map(loans.map((loan) => [loan.loanNumber, loan]))
  return [...byNumber.values()]
}

async function prepareTransaction(tx: Db) {
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  // Plans are made once, while the tables are empty, and must not scan tables
  // that fill up afterward.
  await sql`set local enable_seqscan = off`.execute(tx)
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
  // Of two first starts on one database, the second waits here until the first
  // has loaded everything.
  await sql`select pg_advisory_xact_lock(hashtext('demo data'))`.execute(tx)
}

/**
 * Fills an empty database in one transaction with the portal's own verbs on a
 * simulated clock. Returns undefined if there are users already.
 */
export async function loadDemo(
  db: Db,
  { loanDockUrl, now, files, intakeFolder, signal }: Options,
) {
  if (await hasUsers(db)) return undefined
  const accounts = await fetchAccounts(loanDockUrl)
  const unique = await fetchUniqueLoans(loanDockUrl)

  const loaded = await inTransaction(db, async (tx) => {
    await prepareTransaction(tx)
    if (await hasUsers(tx)) return undefined

    const sla = await loadSla(tx)
    const time = workTime(sla.days, now, historyDays)
    const back = (days: number) => businessMorning(sla.days, now, days)
    const people = await addPeople(tx, accounts, back(versionDays.first + 7))
    const secondVersionFrom = civil(back(versionDays.second)).day
    const world = { db: tx, sla, files, time, people, secondVersionFrom }
    const admin = people.byEmail('admin@buyer.example')
    const asAdmin = (at: Date) => ({ actor: admin, now: at, db: tx, sla })
    await addGuidelines({
      as: asAdmin,
      back,
      sellerId: people.byEmail('seller@acme.example').companyId,
    })
    await tx
      .insertInto('conditionLibrary')
      .values(
        conditions.map((condition, position) => ({ ...condition, position })),
      )
      .execute()
    const events = [
      ...slvEvents(world, unique),
      ...tdocEvents(world, unique),
      ...captureEvents(world, unique),
    ]
    await play(time, events, signal)
    await addAuthority(asAdmin(now), people)
    const aDayAgo = new Date(now.getTime() - dayMs)
    await tx
      .updateTable('notification')
      .set({ status: 'CHECKED' })
      .where('createdAt', '<', aDayAgo)
      .execute()
    return { slvs: slvCount }
  })
  if (loaded && intakeFolder !== undefined)
    await dropTransmittal(intakeFolder, unique, now)
  return loaded
}

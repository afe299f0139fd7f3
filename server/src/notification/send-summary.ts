import { getsSummary } from '@portal/contract/notification/policy'
import { addDays, civil, sevenOClock } from '@portal/contract/sla/calendar'
import type { Actor } from '@portal/contract/user/model'
import { isSeller } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { toMailKey } from '../lib/integrations/mail.ts'
import { greeting, type Part } from '../lib/integrations/render-mail.ts'
import { enqueueAll } from '../lib/jobs/jobs.ts'
import { loadSla } from '../lib/sla.ts'
import { expectedOrdinal } from '../slv/list/clock-sql.ts'
import { findNeed } from '../slv/list/find-needs.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { findPersonActor } from '../user/find-actor.ts'
import { findPreferences } from './find-preferences.ts'
import type { SendMailDeps } from './send-mail.ts'
import { addUnsubscribe } from './write-mail.ts'

/** Queues the morning summary of everyone whose role may get it. */
export const queueSummaries = ({ db, now }: { db: Db; now: Date }) =>
  inTransaction(db, async (tx) => {
    const people = await tx
      .selectFrom('appUser')
      .innerJoin('userRole', 'userRole.userId', 'appUser.id')
      .select('appUser.id')
      .where('userRole.position', '=', 0)
      .where('userRole.role', 'in', ['BDD', 'UBDD', 'SELLER'])
      .where('appUser.status', '=', 'ACTIVE')
      .where('appUser.isService', '=', false)
      .where((eb) =>
        eb.or([
          eb('userRole.role', '<>', 'SELLER'),
          eb.exists(
            eb
              .selectFrom('userPermission')
              .select('userPermission.userId')
              .whereRef('userPermission.userId', '=', 'appUser.id')
              .where('permission', '=', 'myCompanyView'),
          ),
        ]),
      )
      .execute()
    const { day } = civil(now)
    const jobs = people.map(({ id }) => ({
      data: { userId: id, day },
      key: `${id} ${day}`,
    }))
    await enqueueAll(tx, 'send-summary', jobs)
  })

type Summary = { userId: string; day: string }

/**
 * Mails the summary of a day to a manager of a seller or to a BDD, unless they
 * don't want it or there is nothing to say.
 */
export async function sendSummary(
  deps: SendMailDeps,
  { userId, day }: Summary,
): Promise<void> {
  const { db, mailer, brandName } = deps
  const reader = await findPersonActor(db, userId)
  if (!reader || !getsSummary(reader)) return
  const { SUMMARY } = await findPreferences({ db, actor: reader })
  if (SUMMARY?.email !== 'DAILY') return
  const morning = sevenOClock(day)
  const sellers = await countBySeller(
    { db, now: morning, actor: reader, sla: await loadSla(db) },
    findLastMorning(day),
  )
  if (sellers.length === 0) return
  const to = await db
    .selectFrom('appUser')
    .select(['email', 'firstName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const parts = [
    greeting(to.firstName),
    ...describeSummary(deps, { reader, day, sellers }),
  ]
  await mailer.send({
    type: 'SUMMARY',
    to: to.email,
    subject: `Your sellers this morning · ${brandName}`,
    ...addUnsubscribe(deps, userId, ['SUMMARY'], parts),
    key: toMailKey(`summary ${userId} ${day}`),
  })
}

/** 7 AM of the previous day from Monday to Friday. */
function findLastMorning(day: string): Date {
  const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1
  return sevenOClock(addDays(day, isMonday ? -3 : -1))
}

type SellerCounts = {
  name: string
  decided: number
  late: number
  waiting: number
}

/**
 * What the reader may see, by seller: for a BDD the companies, for a manager the
 * people of their company. Late is what the buyer should have decided.
 */
function countBySeller(ctx: Ctx, since: Date): Promise<SellerCounts[]> {
  const name = isSeller(ctx.actor)
    ? sql<string>`owner.name`
    : sql<string>`company.name`
  const isDecided = sql<boolean>`slv.decision_date >= ${since} and slv.decision_date < ${ctx.now}`
  const isLate = sql<boolean>`slv.clock_party = 'BUYER'
    and ${expectedOrdinal(ctx)} < ${ctx.sla.days.ordinalAt(ctx.now)}`
  const isWaiting = sql<boolean>`(${findNeed(ctx)}) in ('DOCUMENTS', 'UNSENT', 'COMMENT')`
  return visibleSlvs(ctx)
    .innerJoin('company', 'company.id', 'slv.companyId')
    .innerJoin('appUser as owner', 'owner.id', 'slv.sellerId')
    .select([
      name.as('name'),
      sql<number>`count(*) filter (where ${isDecided})::int`.as('decided'),
      sql<number>`count(*) filter (where ${isLate})::int`.as('late'),
      sql<number>`count(*) filter (where ${isWaiting})::int`.as('waiting'),
    ])
    .where(sql<boolean>`(${isDecided} or ${isLate} or ${isWaiting})`)
    .groupBy(name)
    .orderBy(name)
    .execute()
}

const weekday = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'long',
})

function describeSummary(
  { publicUrl }: SendMailDeps,
  {
    reader,
    day,
    sellers,
  }: { reader: Actor; day: string; sellers: readonly SellerCounts[] },
): Part[] {
  const since = weekday.format(findLastMorning(day))
  const list = isSeller(reader) ? '/slv?tableMode=MY_COMPANY' : '/slv'
  return [
    `Decisions since ${since}, 7 AM ET, and requests that are late or waiting on your sellers.`,
    {
      table: {
        head: ['Seller', 'Decided', 'Late', 'Waiting on the seller'],
        rows: sellers.map(({ name, decided, late, waiting }) => [
          name,
          String(decided),
          String(late),
          String(waiting),
        ]),
      },
    },
    'Late requests are past their expected decision day. A request that waits on its seller needs documents or an answer to a comment.',
    { link: `${publicUrl}${list}`, label: 'Open the list' },
  ]
}

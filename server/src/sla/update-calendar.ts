import type { Change } from '@portal/contract/history/model'
import { getKeys, toRecord } from '@portal/contract/lib/typed'
import type { SlaItem } from '@portal/contract/sla/api'
import {
  BusinessDays,
  civil,
  keepingOrdinal,
} from '@portal/contract/sla/calendar'
import { calendarFields } from '@portal/contract/sla/labels'
import type {
  BusinessCalendarAnswer,
  BusinessCalendarChange,
  SlaItemChange,
} from '@portal/contract/sla/manage-api'
import { computeClockColumns } from '@portal/contract/slv/clocks'
import { computeTdocClock } from '@portal/contract/tdoc/clocks'
import {
  anyOf,
  isBdd,
  isSeller,
  isUnderwriter,
  managesSla,
} from '@portal/contract/user/policy'
import { sql } from 'kysely'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { updateRows } from '../lib/database/update-rows.ts'
import { refuseStale } from '../lib/errors.ts'
import { loadCalendar, type StoredCalendar } from '../lib/sla.ts'
import { lockActor } from '../user/lock-person.ts'
import { readRunning, readRunningTdocs } from './read-running.ts'

/** Writes the SLA history, in the transaction of the change. */
const writeChange = ({ db, actor, now }: Ctx, changes: readonly Change[]) =>
  db
    .insertInto('slaHistory')
    .values({ at: now, actorId: actor.id, changes: JSON.stringify(changes) })
    .execute()

/** Sets the target of one step. Throws 412. */
export const updateItem = (
  ctx: Ctx,
  { name, ...target }: SlaItemChange,
  ifMatch?: number,
): Promise<SlaItem> =>
  transact(ctx, async (inner) => {
    const item = await inner.db
      .selectFrom('slaItem')
      .select(['name', 'label', 'area', 'targetDays', 'warnDays', 'version'])
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await lockActor(inner, managesSla)
    refuseStale(item, ifMatch)
    const changes = changesBetween(item, target)
    if (changes.length === 0) return item

    const version = item.version + 1
    await inner.db
      .updateTable('slaItem')
      .set({ ...target, version })
      .where('name', '=', name)
      .execute()
    await writeChange(
      inner,
      changes.map((change) => ({
        ...change,
        field: `${name}.${change.field}`,
      })),
    )
    return { ...item, ...target, version }
  })

export const findCalendar = async ({
  db,
  now,
}: Ctx): Promise<BusinessCalendarAnswer> => {
  const calendar = await loadCalendar(db)
  return { ...calendar, today: civil(now, calendar.timeZone).day }
}

const seesSlvs = anyOf(isSeller, isBdd, isUnderwriter)

/** The calendar as everyone may see it, without holidays that are over. */
export async function findWorkCalendar(ctx: Ctx) {
  const { today, timeZone, cutOff, frames, holidays } = await findCalendar(ctx)
  return {
    timeZone,
    cutOff,
    frames,
    holidays: holidays.filter(({ day }) => day >= today),
    targets: seesSlvs(ctx.actor) ? ctx.sla.targets : null,
  }
}

/**
 * Replaces the calendar and recounts every running clock in one transaction,
 * with SLVs locked out (docs/decisions/018-sla-management.md). Throws 412.
 */
export const updateCalendar = (
  ctx: Ctx,
  wanted: BusinessCalendarChange,
  ifMatch?: number,
): Promise<BusinessCalendarAnswer> =>
  transact(ctx, async (inner) => {
    await sql`select take_calendar()`.execute(inner.db)
    const before = await loadCalendar(inner.db)
    await lockActor(inner, managesSla)
    refuseStale(before, ifMatch)
    const [had, has] = [calendarFields(before), calendarFields(wanted)]
    const changes = changesBetween(had, { ...gone(had), ...has })
    const today = civil(inner.now, before.timeZone).day
    if (changes.length === 0) return { ...before, today }

    const { ordinalOffset = 0 } = keepingOrdinal(
      { ...before, ...wanted },
      new BusinessDays(before),
      today,
    )
    const after = {
      ...before,
      ...wanted,
      ordinalOffset,
      version: before.version + 1,
    }
    await keepPast(inner, before)
    await replace(inner, after)
    await writeChange(inner, changes.toSorted(byField))
    await writeClocks(inner.db, new BusinessDays(after))
    return findCalendar(inner)
  })

const gone = (fields: Record<string, string>) =>
  toRecord(Object.keys(fields), () => null)
const byField = (a: Change, b: Change) => (a.field < b.field ? -1 : 1)

const keepPast = (
  { db, now }: Ctx,
  { frames, holidays, ...calendar }: StoredCalendar,
) =>
  db
    .insertInto('businessCalendarPast')
    .values({
      ...calendar,
      frames: JSON.stringify(frames),
      holidays: JSON.stringify(holidays),
      endedAt: now,
    })
    .execute()

async function replace(
  { db }: Ctx,
  { frames, holidays, cutOff, ordinalOffset, version }: StoredCalendar,
) {
  await db
    .updateTable('businessCalendar')
    .set({ cutOff, ordinalOffset, version })
    .execute()
  await db.deleteFrom('businessFrame').execute()
  await db.insertInto('businessFrame').values(frames).execute()
  await db.deleteFrom('businessHoliday').execute()
  if (holidays.length > 0)
    await db.insertInto('businessHoliday').values(holidays).execute()
}

/**
 * Recounts running clocks without new versions, under the calendar lock
 * (docs/decisions/018-sla-management.md).
 */
async function writeClocks(db: Db, days: BusinessDays): Promise<void> {
  for await (const slvs of readRunning(db))
    await updateRows(
      db,
      'slv',
      slvs.flatMap((slv) =>
        recounted(
          slv,
          computeClockColumns(slv.ledger, slv.resubmitCount, days),
        ),
      ),
    )
  for await (const tdocs of readRunningTdocs(db))
    await updateRows(
      db,
      'tdoc',
      tdocs.flatMap((tdoc) =>
        recounted(tdoc, computeTdocClock(tdoc.ledger, days)),
      ),
    )
}

/** The figures as a row to be updated; none if they are the same as before. */
const recounted = <Figures extends object>(
  before: Figures & { id: string },
  figures: Figures,
) =>
  getKeys(figures).some((column) => before[column] !== figures[column])
    ? [{ id: before.id, ...figures }]
    : []

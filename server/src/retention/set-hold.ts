import { noSuchLoan } from '@portal/contract/retention/messages'
import type { Hold, NewHold } from '@portal/contract/retention/model'
import { type Insertable, sql } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { holdColumns, holds, presentHold } from './list-holds.ts'

type Event = Omit<
  Insertable<DB['retentionHistory']>,
  'at' | 'actorId' | 'changes'
>
const writeHistory = ({ db, actor, now }: Ctx, event: Event) =>
  db
    .insertInto('retentionHistory')
    .values({ ...event, at: now, actorId: actor.id })
    .execute()

/**
 * The SLVs and Tdocs of a loan. Throws 400 if there are none: a mistyped number
 * would protect nothing.
 */
async function findCovered(db: Db, loanNumber: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from loan_records(array[${loanNumber}])`.execute(db)
  if (rows.length === 0)
    throw badRequest([{ field: 'loanNumber', error: noSuchLoan }])
  return rows.map(({ id }) => id)
}

/**
 * Sets a legal hold. Throws 400 for a company that isn't a seller and for a
 * loan number that nothing has, 409 if there is already such a hold.
 */
export const createHold = (
  ctx: Ctx,
  { reason, ...target }: NewHold,
): Promise<Hold> =>
  transact(ctx, async (inner) => {
    const { db, actor, now } = inner
    const { loanNumber = null, companyId = null } = target
    if (companyId !== null) {
      const query = db
        .selectFrom('company')
        .select('id')
        .where('id', '=', companyId)
        .where('kind', '=', 'SELLER')
      if (!(await query.executeTakeFirst()))
        throw badRequest([{ field: 'companyId', error: 'Choose a seller' }])
    }
    const recordIds =
      loanNumber === null ? [] : await findCovered(db, loanNumber)
    const hold = await db
      .insertInto('legalHold')
      .values({
        loanNumber,
        companyId,
        recordIds,
        reason,
        setAt: now,
        setById: actor.id,
      })
      .onConflict((taken) => taken.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!hold) throw conflict('This loan or seller is already on legal hold')
    await writeHistory(inner, {
      action: 'set-hold',
      loanNumber,
      companyId,
      reason,
    })
    return getHold(inner, hold.id)
  })

/** Lifts a legal hold. Throws 404 if there is none, 409 if it was lifted. */
export const liftHold = (ctx: Ctx, id: string): Promise<Hold> =>
  transact(ctx, async (inner) => {
    const { db, actor, now } = inner
    const hold = await db
      .selectFrom('legalHold')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!hold) throw notFound('Legal hold')
    if (hold.liftedAt) throw conflict('This legal hold was already lifted')
    await db
      .updateTable('legalHold')
      .set({ liftedAt: now, liftedById: actor.id })
      .where('id', '=', id)
      .execute()
    const { loanNumber, companyId, reason } = hold
    await writeHistory(inner, {
      action: 'lift-hold',
      loanNumber,
      companyId,
      reason,
    })
    return getHold(inner, id)
  })

export async function getHold({ db }: Ctx, id: string): Promise<Hold> {
  const hold = await holds(db)
    .select(holdColumns)
    .where('legalHold.id', '=', id)
    .executeTakeFirst()
  if (!hold) throw notFound('Legal hold')
  return presentHold(hold)
}

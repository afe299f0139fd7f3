import type {
  Hold,
  LoanRecord,
  RecordState,
  RetentionChange,
} from '@portal/contract/retention/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { type Paging, readRows } from '../lib/database/list-query.ts'
import { findSlv } from '../slv/lock.ts'

export const holds = (db: Db) =>
  db
    .selectFrom('legalHold')
    .innerJoin('appUser as setter', 'setter.id', 'legalHold.setById')
    .leftJoin('appUser as lifter', 'lifter.id', 'legalHold.liftedById')
    .leftJoin('company', 'company.id', 'legalHold.companyId')

const countCovered = (kind: LoanRecord['kind']) =>
  sql<number>`(
    select count(*)::int
    from hold_records(legal_hold) record
    where record.kind = ${kind}
  )`

export const holdColumns = [
  'legalHold.id',
  'legalHold.loanNumber',
  'legalHold.reason',
  'legalHold.setAt',
  'legalHold.liftedAt',
  'company.name as companyName',
  'setter.name as setBy',
  'lifter.name as liftedBy',
  countCovered('slv').as('slvs'),
  countCovered('tdoc').as('tdocs'),
] as const

type Row = Omit<Hold, 'setAt' | 'liftedAt'> & {
  setAt: Date
  liftedAt: Date | null
}
export const presentHold = ({ setAt, liftedAt, ...hold }: Row): Hold => ({
  ...hold,
  setAt: setAt.toISOString(),
  liftedAt: liftedAt?.toISOString() ?? null,
})

/** Active holds first, then newest first. */
export async function listHolds({ db }: Ctx, paging: Paging) {
  const ordered = holds(db)
    .select(holdColumns)
    .orderBy(sql`legal_hold.lifted_at is not null`)
    .orderBy('legalHold.id', 'desc')
  const { rows, ...page } = await readRows(
    ordered,
    db.selectFrom('legalHold'),
    paging,
  )
  return { ...page, items: rows.map(presentHold) }
}

/**
 * The hold of an SLV, or of its loan's seller, and when its data was erased.
 * Throws 404 if the actor may not see the SLV.
 */
export async function getRecordState(
  ctx: Ctx,
  slvId: string,
): Promise<RecordState> {
  const { companyId } = await findSlv(ctx, slvId)
  // A seller may have many SLVs, so a hold on one is compared by its id.
  const coversLoan = sql<boolean>`legal_hold.loan_number is not null and exists (
    select from hold_records(legal_hold) record where record.kind = 'slv' and record.id = ${slvId})`
  const hold = await holds(ctx.db)
    .select(['legalHold.reason', 'legalHold.setAt', 'setter.name as setBy'])
    .where('legalHold.liftedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('legalHold.companyId', '=', companyId), coversLoan]),
    )
    .executeTakeFirst()
  const query = ctx.db
    .selectFrom('slv')
    .select('erasedAt')
    .where('id', '=', slvId)
  const { erasedAt } = await query.executeTakeFirstOrThrow()
  return {
    hold: hold ? { ...hold, setAt: hold.setAt.toISOString() } : null,
    erasedAt: erasedAt?.toISOString() ?? null,
  }
}

/** Holds and erasures, newest first. */
export async function listRetentionChanges({ db }: Ctx, paging: Paging) {
  const ordered = db
    .selectFrom('retentionHistory')
    .leftJoin('appUser', 'appUser.id', 'retentionHistory.actorId')
    .leftJoin('company', 'company.id', 'retentionHistory.companyId')
    .select([
      'retentionHistory.id',
      'retentionHistory.at',
      'appUser.name as actorName',
      'retentionHistory.action',
      'retentionHistory.loanNumber',
      'company.name as companyName',
      'retentionHistory.reason',
      sql<boolean>`retention_history.history is not distinct from 'tdoc_history'`.as(
        'isTdoc',
      ),
      sql<number>`jsonb_array_length(retention_history.changes)`.as('entries'),
    ])
    .orderBy('retentionHistory.id', 'desc')
  const { rows, ...page } = await readRows(
    ordered,
    db.selectFrom('retentionHistory'),
    paging,
  )
  const items: RetentionChange[] = rows.map(({ at, ...change }) => ({
    ...change,
    at: at.toISOString(),
  }))
  return { ...page, items }
}

import type { OpenWorkKind } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'

/** The kinds of open work that are Tdocs. */
export const tdocKinds = ['tdoc', 'purchasedTdoc', 'tprReview'] as const satisfies OpenWorkKind[]
type TdocKind = (typeof tdocKinds)[number]

/**
 * A person's incomplete Tdocs, by kind: those assigned to them for work or review, and those with an open category of
 * theirs. A TPR's are of the person's own vendor.
 */
export async function findOpenTdocs(db: Db, userId: string): Promise<Record<TdocKind, string[]>> {
  const { rows } = await sql<{ id: string; kind: TdocKind }>`
    with theirs as (
      select id from tdoc where is_purchased in (true, false) and assigned_underwriter_id = ${userId} and status <> 'COMPLETE'
      union select id from tdoc where is_purchased in (true, false) and review_underwriter_id = ${userId} and status <> 'COMPLETE'
      union select tdoc_id from review_category where reviewer_id = ${userId} and status <> 'COMPLETED'
    )
    select tdoc.id, case
      when tdoc.vendor_id = (select company_id from app_user where app_user.id = ${userId}) then 'tprReview'
      when tdoc.is_purchased then 'purchasedTdoc' else 'tdoc' end as kind
    from theirs join tdoc on tdoc.id = theirs.id where tdoc.status <> 'COMPLETE' order by tdoc.id`.execute(db)
  const of = (kind: TdocKind) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return { tdoc: of('tdoc'), purchasedTdoc: of('purchasedTdoc'), tprReview: of('tprReview') }
}

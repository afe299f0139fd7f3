import type { SlaItem } from '@portal/contract/sla/api'
import { type SlaArea, slaItemNames } from '@portal/contract/sla/model'
import type { Ctx } from '../lib/ctx.ts'
import { type Paging, readRows } from '../lib/database/list-query.ts'

/** The targets of all steps or one area, in the contract's order. */
export async function listSlaItems(
  { db }: Ctx,
  area?: SlaArea,
): Promise<SlaItem[]> {
  const items = await db
    .selectFrom('slaItem')
    .select(['name', 'label', 'area', 'targetDays', 'warnDays', 'version'])
    .$if(area !== undefined, (query) => query.where('area', '=', area ?? 'SLV'))
    .execute()
  return slaItemNames.flatMap((name) =>
    items.filter((item) => item.name === name),
  )
}

export async function listSlaChanges({ db }: Ctx, paging: Paging) {
  const changes = db.selectFrom('slaHistory')
  const { rows, ...page } = await readRows(
    changes
      .innerJoin('appUser', 'appUser.id', 'slaHistory.actorId')
      .select([
        'slaHistory.id',
        'slaHistory.at',
        'slaHistory.changes',
        'appUser.name as actorName',
      ])
      .orderBy('slaHistory.id', 'desc'),
    changes,
    paging,
  )
  return {
    ...page,
    items: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
  }
}

import type { SlaItem } from '@portal/contract/sla/api'
import { type SlaArea, slaItemNames } from '@portal/contract/sla/model'
import type { Ctx } from '../lib/ctx.ts'

/** The targets of all steps or one area, in the contract's order. */
export async function listSlaItems({ db }: Ctx, area?: SlaArea): Promise<SlaItem[]> {
  const items = await db
    .selectFrom('slaItem')
    .select(['name', 'label', 'area', 'targetDays', 'warnDays', 'version'])
    .$if(area !== undefined, (query) => query.where('area', '=', area ?? 'SLV'))
    .execute()
  return slaItemNames.flatMap((name) => items.filter((item) => item.name === name))
}

export async function listSlaChanges({ db }: Ctx, { page, size }: { page: number; size: number }) {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('slaHistory')
      .innerJoin('appUser', 'appUser.id', 'slaHistory.actorId')
      .select(['slaHistory.id', 'slaHistory.at', 'slaHistory.changes', 'appUser.name as actorName'])
      .orderBy('slaHistory.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    db
      .selectFrom('slaHistory')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })), total, page, size }
}

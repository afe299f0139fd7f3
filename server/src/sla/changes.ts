import type { Ctx } from '../lib/ctx.ts'

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

import type { listUserChanges as api } from '@portal/contract/user/manage-api'
import { managesEveryone } from '@portal/contract/user/policy'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { findManaged } from './find-managed.ts'

/**
 * What changed of a person, newest first. Who looks after their own company alone does not learn the names of people
 * elsewhere, nor what those wrote to the person: there the company stands for them.
 */
export async function listChanges(ctx: Ctx, id: string, { page, size }: z.output<typeof api.query>) {
  await findManaged(ctx, id)
  const changes = ctx.db.selectFrom('userHistory').where('userHistory.userId', '=', id)
  const rows = await changes
    .leftJoin('appUser', 'appUser.id', 'userHistory.actorId')
    .leftJoin('company', 'company.id', 'appUser.companyId')
    .select([
      'userHistory.id',
      'userHistory.at',
      'userHistory.action',
      'userHistory.changes',
      'userHistory.customMessage',
      'appUser.name as actorName',
      'appUser.companyId',
      'company.name as companyName',
    ])
    .orderBy('userHistory.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await changes.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { actor } = ctx
  const items = rows.map(({ at, companyId, companyName, actorName, customMessage, ...row }) => {
    const isOurs = managesEveryone(actor) || companyId === actor.companyId
    return {
      ...row,
      at: at.toISOString(),
      actorName: isOurs ? actorName : companyName,
      // Written to the person, not to their company.
      customMessage: isOurs ? customMessage : null,
    }
  })
  return { items, total, page, size }
}

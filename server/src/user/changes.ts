import type {
  listUserChanges as api,
  UserAction,
} from '@portal/contract/user/manage-api'
import { managesEveryone } from '@portal/contract/user/policy'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { readRows } from '../lib/database/list-query.ts'
import { findManagedUser } from './find-user.ts'

/** One changed field; never a secret. */
export type PersonChange = { field: string; before: unknown; after: unknown }

type NewChange = {
  userId: string
  action: UserAction
  changes?: readonly PersonChange[]
  /** The admin's message to the user. */
  customMessage?: string | null
}

/**
 * Inserts an entry into a user's history and returns its id. `actorId` is null
 * where no one is signed in.
 */
export const writeUserChange = async (
  { db, now, actorId }: { db: Db; now: Date; actorId: string | null },
  { userId, action, changes = [], customMessage = null }: NewChange,
): Promise<number> => {
  const { id } = await db
    .insertInto('userHistory')
    .values({
      userId,
      at: now,
      actorId,
      action,
      changes: JSON.stringify(changes),
      customMessage,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The history of a user, newest first. Those who manage only their own company
 * see other companies' names instead of their people's, and not their messages.
 */
export async function listChanges(
  ctx: Ctx,
  id: string,
  { page, size }: z.output<typeof api.query>,
) {
  await findManagedUser(ctx, id)
  const changes = ctx.db
    .selectFrom('userHistory')
    .where('userHistory.userId', '=', id)
  const { rows, ...paging } = await readRows(
    changes
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
      .orderBy('userHistory.id', 'desc'),
    changes,
    { page, size },
  )
  const { actor } = ctx
  const items = rows.map(
    ({ at, companyId, companyName, actorName, customMessage, ...row }) => {
      const isVisible = managesEveryone(actor) || companyId === actor.companyId
      return {
        ...row,
        at: at.toISOString(),
        actorName: isVisible ? actorName : companyName,
        customMessage: isVisible ? customMessage : null,
      }
    },
  )
  return { ...paging, items }
}

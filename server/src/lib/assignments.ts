import {
  type AssignAction,
  type AssignedItem,
  undoSeconds,
} from '@portal/contract/assignment/model'
import type { Ctx } from './ctx.ts'

/**
 * Stores an assignment so that it can be undone, in its transaction. Returns
 * its id; null if nothing changed.
 */
export async function recordAssignment(
  { db, actor, now }: Ctx,
  action: AssignAction,
  items: readonly AssignedItem[],
): Promise<string | null> {
  if (items.length === 0) return null
  const { id } = await db
    .insertInto('assignment')
    .values({ userId: actor.id, at: now, action, items: JSON.stringify(items) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes assignments that can't be undone any more. */
export const sweepAssignments = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  db
    .deleteFrom('assignment')
    .where('at', '<', new Date(now.getTime() - undoSeconds * 1000))
    .execute()

import {
  type AssignAction,
  type AssignedItem,
  undoSeconds,
} from '@portal/contract/assignment/model'
import type { Ctx } from './ctx.ts'
import { changedSince } from './errors.ts'

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

/**
 * The locked rows of an assignment, each with what was assigned. Throws 409 if
 * one has changed since, or is gone.
 */
export function pairUnchanged<Row extends { id: string; version: number }>(
  noun: 'SLVs' | 'Tdocs',
  rows: readonly Row[],
  items: readonly AssignedItem[],
): { row: Row; item: AssignedItem }[] {
  const itemsById = new Map(items.map((item) => [item.id, item]))
  const pairs = rows.flatMap((row) => {
    const item = itemsById.get(row.id)
    return item?.version === row.version ? [{ row, item }] : []
  })
  if (pairs.length < items.length)
    throw changedSince(noun, items.length - pairs.length)
  return pairs
}

/** An SLV or a Tdoc whose previous assignee is back. */
export type Restored = {
  id: string
  description: string
  /** Who is notified that they have it again; null for no one. */
  previousAssigneeId: string | null
}

/** Deletes assignments that can't be undone any more. */
export const sweepAssignments = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  db
    .deleteFrom('assignment')
    .where('at', '<', new Date(now.getTime() - undoSeconds * 1000))
    .execute()

import {
  type AssignAction,
  type AssignedItem,
  undoSeconds,
} from '@portal/contract/assignment/model'
import { mayAssign } from '@portal/contract/assignment/rules'
import type { NotificationAction } from '@portal/contract/notification/model'
import type { Restored } from '../lib/assignments.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, forbidden, notFound } from '../lib/errors.ts'
import { notifyAll } from '../lib/notify.ts'
import { restoreSlvs } from '../slv/assign.ts'
import { slvNotices } from '../slv/notify.ts'
import { isOfTdocs, restoreTdocs } from '../tdoc/assign.ts'

/**
 * Undoes the actor's own assignment, all or none. Throws 404 for another
 * person's, 409 after `undoSeconds` or if one of its SLVs or Tdocs has changed
 * since. The actor may no longer see them: they may have reassigned SLVs that
 * only the assignee can see.
 */
export const undoAssignment = (
  ctx: Ctx,
  id: string,
): Promise<{ ids: string[] }> =>
  transact(ctx, async (inner) => {
    const { db, actor, now } = inner
    const assignment = await db
      .selectFrom('assignment')
      .select(['at', 'action', 'items', 'undoneAt'])
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!assignment) throw notFound('Assignment')
    const { at, action, items, undoneAt } = assignment
    if (!mayAssign[action](actor))
      throw forbidden('You do not have permission to do this')
    if (undoneAt) throw conflict('You already undid this assignment')
    if (now.getTime() - at.getTime() > undoSeconds * 1000)
      throw conflict(
        `An assignment can be undone for ${undoSeconds} seconds. Reassign them instead.`,
      )
    const restored = isOfTdocs(action)
      ? await restoreTdocs(inner, action, items)
      : await restoreSlvs(inner, action, items)
    await db
      .updateTable('assignment')
      .set({ undoneAt: now })
      .where('id', '=', id)
      .execute()
    await withdrawNotices(inner, { at, action, items }, restored)
    return { ids: items.map((item) => item.id) }
  })

type Undone = { at: Date; action: AssignAction; items: readonly AssignedItem[] }

/**
 * Deletes the unviewed notifications of the assignment, and notifies those who
 * viewed theirs.
 */
async function withdrawNotices(
  ctx: Ctx,
  { at, action, items }: Undone,
  restored: readonly Restored[],
) {
  const sent = findNotice(action)
  if (sent === null) return
  const ids = items.map(({ id }) => id)
  const withdrawn = await ctx.db
    .deleteFrom('notification')
    .where('actorId', '=', ctx.actor.id)
    .where('createdAt', '=', at)
    .where('action', 'in', [sent, 'REASSIGNED_FROM'])
    .where('status', '=', 'UNCHECKED')
    .where((eb) => eb('entityId', '=', eb.fn.any(eb.val(ids))))
    .returning(['entityId', 'userId'])
    .execute()
  const unviewed = new Set(
    withdrawn.map(({ entityId, userId }) => `${entityId} ${userId}`),
  )
  const hasViewed = (itemId: string, userId: string | null) =>
    userId !== null && !unviewed.has(`${itemId} ${userId}`)

  const assigneeIds = new Map(items.map(({ id, personId }) => [id, personId]))
  const notices = restored.flatMap((item) => {
    const assigneeId = assigneeIds.get(item.id) ?? null
    const previousId = item.previousAssigneeId
    const fromAssignee = undoneNotice(
      sent,
      assigneeId,
      'An assignment to you was undone',
      item.description,
    )
    const toPrevious = undoneNotice(
      'REASSIGNED',
      previousId,
      'A reassignment from you was undone',
      item.description,
    )
    return [
      ...(hasViewed(item.id, assigneeId) ? [fromAssignee] : []),
      ...(hasViewed(item.id, previousId) ? [toPrevious] : []),
    ]
  })
  await notifyAll(ctx, notices)
}

const undoneNotice = (
  action: NotificationAction,
  personId: string | null,
  title: string,
  description: string,
) => ({
  action,
  entityId: null,
  to: [personId],
  title,
  description,
})

/** The notification that assignees get; null if none. */
const findNotice = (action: AssignAction): NotificationAction | null => {
  if (isOfTdocs(action))
    return action === 'set-underwriter' ? 'TDOC_RECEIVED' : null
  const notice = slvNotices[action]?.action
  return notice && notice !== 'DECISION' ? notice : null
}

import { toRecord } from '@portal/contract/lib/typed'
import type {
  AccessAnswer,
  AccessRequest,
} from '@portal/contract/user/access-api'
import { managesEveryone } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { notify } from '../lib/notify.ts'
import { writeUserChange } from '../user/changes.ts'
import { transactWithRights } from '../user/lock-person.ts'
import { deleteAccessNotifications } from '../user/request-access.ts'
import { getAccessRequest } from './list-access-requests.ts'
import { setRights } from './set-rights.ts'

/**
 * Grants or refuses a request for access, once. Changes to rights run one at a
 * time, so the second of two administrators gets the answer of the first.
 */
export const decideAccess = (
  ctx: Ctx,
  id: string,
  { roles, permissions = [], refuse }: AccessAnswer,
): Promise<AccessRequest> =>
  transactWithRights(ctx, managesEveryone, async (inner) => {
    const request = await getAccessRequest(inner, id)
    checkIsOpen(request)
    await saveAnswer(inner, id, refuse ?? null)
    if (refuse !== undefined) await notifyOfRefusal(inner, request, refuse)
    else if (roles)
      await setRights(inner, {
        id: request.person.id,
        roles,
        ...toRecord(permissions, () => true),
      })
    return getAccessRequest(inner, id)
  })

function checkIsOpen({ status, answeredBy, person }: AccessRequest): void {
  if (status === 'OPEN') return
  const answer = status === 'GRANTED' ? 'granted' : 'refused'
  throw conflict(
    answeredBy === null
      ? `${person.name} already has access`
      : `${answeredBy} already ${answer} this request`,
  )
}

const saveAnswer = (
  { db, now, actor }: Ctx,
  id: string,
  refusal: string | null,
) =>
  db
    .updateTable('accessRequest')
    .set({ answeredAt: now, answeredById: actor.id, refusal })
    .where('id', '=', id)
    .execute()

async function notifyOfRefusal(
  ctx: Ctx,
  { person }: AccessRequest,
  reason: string,
): Promise<void> {
  const { db, now, actor } = ctx
  await deleteAccessNotifications(db, person.id)
  await writeUserChange(
    { db, now, actorId: actor.id },
    { userId: person.id, action: 'refuse-access', customMessage: reason },
  )
  await notify(ctx, {
    action: 'ACCESS_REFUSED',
    entityId: null,
    to: [person.id],
    description: reason,
  })
}

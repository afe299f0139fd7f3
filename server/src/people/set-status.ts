import type { setStatus as api, User } from '@portal/contract/user/manage-api'
import { statusRefusal } from '@portal/contract/user/manage-policy'
import type { UserStatus } from '@portal/contract/user/model'
import { managesPeople } from '@portal/contract/user/policy'
import type { z } from 'zod'
import { endAccess } from '../auth/links/open-link.ts'
import type { MailDeps } from '../auth/send-mail.ts'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { conflict } from '../lib/errors.ts'
import { greeting, renderMail } from '../lib/integrations/render-mail.ts'
import { enqueue } from '../lib/jobs/jobs.ts'
import { notify } from '../lib/notify.ts'
import { writeUserChange } from '../user/changes.ts'
import { findManagedUser, presentUser } from '../user/find-user.ts'
import { transactWithRights } from '../user/lock-person.ts'
import { assignOpenWork } from './assign-open-work.ts'
import {
  type HandOverRequest,
  lockManagedUser,
  planHandOver,
} from './change-rights.ts'

type StatusRequest = Omit<z.output<typeof api.body>, 'handOver'> &
  HandOverRequest

/**
 * Activates or deactivates a user. Deactivation signs them out immediately, and
 * emails them the admin's message.
 */
export const setStatus = (
  ctx: Ctx,
  { id, status, handOver, customMessage }: StatusRequest,
): Promise<User> =>
  transactWithRights(ctx, managesPeople, async (inner) => {
    const { db, now, actor } = inner
    const locked = await lockManagedUser(inner, id)
    const { person, work, othersManage } = locked
    const refusal = statusRefusal(actor, person, status, othersManage)
    if (refusal) throw conflict(refusal)
    if (person.status === status) return presentUser(person)

    const personAfter = { ...person, status }
    const plan = await planHandOver(inner, locked, personAfter, handOver)
    await writeStatus(inner, id, status)
    const reassigned = await assignOpenWork(inner, person, work, plan)
    const message = customMessage || null
    const changeId = await writeUserChange(
      { db, now, actorId: actor.id },
      {
        userId: id,
        action: 'set-status',
        changes: [
          { field: 'status', before: person.status, after: status },
          ...reassigned,
        ],
        customMessage: message,
      },
    )
    if (status === 'ACTIVE') await notifyActivated(inner, id, message)
    else if (message !== null) await queueDeactivationMail(db, changeId)
    return presentUser(await findManagedUser(inner, id))
  })

async function writeStatus({ db, now }: Ctx, id: string, status: UserStatus) {
  await db.updateTable('appUser').set({ status }).where('id', '=', id).execute()
  if (status === 'INACTIVE') await endAccess({ db, now }, id)
}

const notifyActivated = (ctx: Ctx, id: string, message: string | null) =>
  notify(ctx, {
    action: 'ACCOUNT_ACTIVATED',
    entityId: id,
    to: [id],
    description: message ?? '',
  })

const queueDeactivationMail = (db: Db, changeId: number) =>
  enqueue(db, 'tell-deactivated', { changeId }, { key: String(changeId) })

/**
 * Emails the admin's message to a deactivated user, who can't read
 * notifications.
 */
export async function sendDeactivationMail(
  deps: MailDeps,
  { changeId }: { changeId: number },
): Promise<void> {
  const to = await deps.db
    .selectFrom('userHistory')
    .innerJoin('appUser', 'appUser.id', 'userHistory.userId')
    .select(['appUser.email', 'appUser.firstName', 'userHistory.customMessage'])
    .where('userHistory.id', '=', changeId)
    .where('appUser.status', '=', 'INACTIVE')
    .executeTakeFirst()
  if (!to?.customMessage) return
  await deps.mailer.send({
    type: 'DEACTIVATION',
    to: to.email,
    subject: `Your account was deactivated · ${deps.brandName}`,
    key: `deactivated.${changeId}`,
    ...renderMail({
      brandName: deps.brandName,
      parts: [
        greeting(to.firstName),
        `Your account in the ${deps.brandName} loan-review portal was deactivated with this message:`,
        to.customMessage,
      ],
    }),
  })
}

import type { setStatus as api } from '@portal/contract/user/manage-api'
import { statusRefusal } from '@portal/contract/user/manage-policy'
import { managesPeople } from '@portal/contract/user/policy'
import type { z } from 'zod'
import { endAccess } from '../auth/links/open-link.ts'
import type { MailDeps } from '../auth/send-mail.ts'
import type { Ctx } from '../lib/ctx.ts'
import { greeting, renderMail } from '../lib/integrations/render-mail.ts'
import { enqueue } from '../lib/jobs/jobs.ts'
import { notify } from '../lib/notify.ts'
import { changeRights, type HandOverRequest } from './change-rights.ts'

/**
 * Activates or deactivates a user. Deactivation signs them out immediately, and
 * emails them the admin's message.
 */
export const setStatus = (
  ctx: Ctx,
  {
    id,
    status,
    ...request
  }: Omit<z.output<typeof api.body>, 'handOver'> & HandOverRequest,
) =>
  changeRights(
    ctx,
    { id, ...request },
    {
      action: 'set-status',
      access: managesPeople,
      refusal: (actor, person, othersManage) =>
        statusRefusal(actor, person, status, othersManage),
      after: (person) => ({ ...person, status }),
      changes: (person) =>
        person.status === status
          ? []
          : [{ field: 'status', before: person.status, after: status }],
      write: async (db) => {
        await db
          .updateTable('appUser')
          .set({ status })
          .where('id', '=', id)
          .execute()
        if (status === 'INACTIVE') await endAccess({ db, now: ctx.now }, id)
      },
      notify: async (inner, _person, { message, changeId }) => {
        if (status === 'ACTIVE')
          await notify(inner, {
            entityId: id,
            to: [id],
            description: message ?? '',
            action: 'ACCOUNT_ACTIVATED',
          })
        else if (message !== null)
          await enqueue(
            inner.db,
            'tell-deactivated',
            { changeId },
            { key: String(changeId) },
          )
      },
    },
  )

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

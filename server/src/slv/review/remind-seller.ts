import { reminderHours } from '@portal/contract/document/model'
import type { Ctx } from '../../lib/ctx.ts'
import { conflict } from '../../lib/errors.ts'
import type { LockedSlv } from '../lock.ts'
import { performing } from '../perform.ts'

const format = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/New_York',
})
const hour = 3_600_000

/**
 * Reminds the seller of the documents that were requested last, by notification
 * and mail. Throws 409 with the time of the last reminder if it is too recent.
 */
export const remindSeller = performing('remind', async (ctx, slv) => {
  const requested = await listLastRequested(ctx, slv)
  if (requested.length === 0) throw conflict('No document is requested')
  const lastReminder = requested.find(({ remindedAt }) => remindedAt)
  refuseTooSoon(ctx, lastReminder?.remindedAt ?? null)
  await ctx.db
    .updateTable('slvPendingDocument')
    .set({ remindedAt: ctx.now })
    .where(
      'id',
      'in',
      requested.map(({ id }) => id),
    )
    .execute()
  const names = requested.map(({ name }) => name).join(', ')
  return {
    changes: [{ field: 'pendingDocuments', before: null, after: names }],
  }
})

/** The documents of the last request that are still open: they have one time. */
async function listLastRequested(ctx: Ctx, slv: LockedSlv) {
  const open = await ctx.db
    .selectFrom('slvPendingDocument')
    .select(['id', 'name', 'askedAt', 'remindedAt'])
    .where('slvId', '=', slv.id)
    .where('resubmitCount', '=', slv.resubmitCount)
    .where('outcome', 'is', null)
    .orderBy('askedAt', 'desc')
    .orderBy('id')
    .execute()
  const last = open[0]?.askedAt.getTime()
  return open.filter(({ askedAt }) => askedAt.getTime() === last)
}

function refuseTooSoon({ now }: Ctx, remindedAt: Date | null) {
  if (!remindedAt) return
  const next = new Date(remindedAt.getTime() + reminderHours * hour)
  if (now >= next) return
  throw conflict(
    `The last reminder was sent on ${format.format(remindedAt)} ET. You can send the next one after ${format.format(next)} ET.`,
  )
}

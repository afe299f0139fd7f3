import { clocks, getClocks } from '@portal/contract/slv/clocks'
import { ratiosToStore, recalculateRatios } from '@portal/contract/slv/figures'
import type { SlvFormPatch } from '@portal/contract/slv/form'
import type { SlvType } from '@portal/contract/slv/model'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { Insertable } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import type { DB } from '../../lib/database/db-types.ts'
import { lockCalendar } from '../../lib/sla.ts'
import type { Owner } from '../../loan/look-up.ts'
import { openIntervals } from '../move-clocks.ts'
import { writeEvent } from '../write-history.ts'

type NewSlv = {
  type: SlvType
  status: SlvStatus
  action: 'open-draft' | 'create-post-close'
  buyerLoan: string
  owner: Pick<Owner, 'id' | 'companyId'>
  form: SlvFormPatch
  more?: Partial<Insertable<DB['slv']>>
}

export const requestorFields = ({
  id,
  name,
  email,
  phone,
}: Owner): SlvFormPatch => ({
  // Without a name, people are shown as Unnamed-{id} (spec.md §3). The form
  // asks for the name instead.
  requestorName: name === `Unnamed-${id}` ? null : name,
  email,
  requestorPhoneNumber: phone,
})

/**
 * Inserts an SLV with its first clock interval and history entry. Undefined if
 * the loan has an open SLV of this type.
 */
export async function insertSlv(
  ctx: Ctx,
  { type, status, action, buyerLoan, owner, form, more }: NewSlv,
): Promise<string | undefined> {
  const parties = getClocks(status)
  const running = clocks.flatMap((clock) =>
    parties[clock] ? [[clock, parties[clock]] as const] : [],
  )
  const sla = running.length > 0 ? await lockCalendar(ctx) : ctx.sla
  const row = await ctx.db
    .insertInto('slv')
    .values({
      ...form,
      ...(status === 'DRAFT'
        ? recalculateRatios({}, form, [])
        : ratiosToStore(form)),
      ...more,
      type,
      status,
      companyId: owner.companyId,
      sellerId: owner.id,
      createdById: ctx.actor.id,
      loanDockId: buyerLoan,
      buyerLoan,
      createdAt: ctx.now,
      updatedAt: ctx.now,
      countedBy: sla.version,
      ...(running.length > 0 && {
        clockParty: 'BUYER',
        clockSince: sla.days.receivedOrdinal(ctx.now),
      }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined

  if (running.length > 0)
    await openIntervals(
      ctx,
      { id: row.id, resubmitCount: 0 },
      running.map(([clock, party]) => ({ clock, party })),
      ctx.now,
    )
  await writeEvent(
    ctx,
    { id: row.id, status, resubmitCount: 0 },
    { action, fromStatus: null },
  )
  return row.id
}

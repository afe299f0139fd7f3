import { statusFor } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { containing } from '../../lib/database/list-query.ts'
import { visibleStatuses } from '../resubmission.ts'
import { visibleSlvs } from '../visible.ts'

/**
 * The SLVs of a loan that the actor may see, by the buyer's or the seller's
 * number, newest first.
 */
export async function listSlvsOfLoan(ctx: Ctx, number: string) {
  const slvs = await visibleSlvs(ctx)
    .innerJoin('company', 'company.id', 'slv.companyId')
    .leftJoin('appUser', 'appUser.id', 'slv.underwriterId')
    .select([
      'slv.id',
      'slv.type',
      visibleStatuses(ctx.actor).status.as('status'),
      'slv.date',
      'company.name as sellerName',
      'appUser.name as underwriterName',
      'slv.postCloseReason',
    ])
    // The search's index finds candidates; the equations decide.
    .where('slv.searchForm', 'like', containing(number))
    .where((eb) =>
      eb.or([
        eb('slv.buyerLoan', '=', number),
        eb(sql`lower(slv.seller_loan)`, '=', number.toLowerCase()),
      ]),
    )
    .orderBy('slv.createdAt', 'desc')
    .orderBy('slv.id', 'desc')
    .execute()
  return {
    items: slvs.map(({ date, status, ...slv }) => ({
      ...slv,
      status: statusFor(ctx.actor.role, status),
      date: date?.toISOString() ?? null,
    })),
  }
}

import type { SortKey } from '@portal/contract/slv/list-query'
import { slvStatuses, statusFor } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { slaDays, turnTime } from './clock-sql.ts'

/** A status by its place in the life of an SLV, as the role is shown it: what looks the same sorts the same. */
const place = (role: Role) => {
  const places = slvStatuses.map((status) => slvStatuses.indexOf(statusFor(role, status)) + 1)
  const branches = slvStatuses.map((status, index) => sql`when ${sql.lit(status)} then ${sql.lit(places[index])}`)
  return sql`case slv.status ${sql.join(branches, sql` `)} end`
}

/**
 * The sort key of a column, as SQL on `slv`, and on `named` for the name of a seller or an underwriter.
 * Text ignores letter case.
 */
export const sortExpression = (key: SortKey, ctx: Ctx): RawBuilder<unknown> => {
  switch (key) {
    case 'date':
      return sql`slv.date`
    case 'updatedAt':
      return sql`slv.updated_at`
    case 'buyerLoan':
      return sql`slv.buyer_loan`
    case 'sellerLoan':
      return sql`lower(slv.seller_loan)`
    case 'sellerName':
      return sql`lower(named.name)`
    case 'borrowerLastName':
      return sql`lower(slv.borrower_last_name)`
    case 'buyerNonAgencyProgram':
      return sql`lower(slv.buyer_non_agency_program)`
    case 'loanAmount':
      return sql`slv.loan_amount`
    case 'ltv':
      return sql`slv.ltv`
    case 'creditScore':
      return sql`slv.credit_score`
    case 'status':
      return place(ctx.actor.role)
    case 'type':
      return sql`slv.type`
    case 'underwriterName':
      return sql`lower(named.name)`
    case 'turnTime':
      return turnTime(ctx)
    case 'groupSlaStatus':
      return slaDays(ctx)
  }
}

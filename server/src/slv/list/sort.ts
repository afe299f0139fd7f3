import type { SortKey } from '@portal/contract/slv/list-query'
import { slvStatuses, statusFor } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { slaDays, turnTime } from './clock-sql.ts'

/** Position of a status in the life of an SLV, as the role sees it: statuses that look the same sort the same. */
const statusPosition = (role: Role) => {
  const positions = slvStatuses.map((status) => slvStatuses.indexOf(statusFor(role, status)) + 1)
  const branches = slvStatuses.map((status, index) => sql`when ${sql.lit(status)} then ${sql.lit(positions[index])}`)
  return sql`case slv.status ${sql.join(branches, sql` `)} end`
}

const columns: Record<Exclude<SortKey, 'status' | 'turnTime' | 'groupSlaStatus'>, RawBuilder<unknown>> = {
  date: sql`slv.date`,
  updatedAt: sql`slv.updated_at`,
  buyerLoan: sql`slv.buyer_loan`,
  sellerLoan: sql`lower(slv.seller_loan)`,
  sellerName: sql`lower(named.name)`,
  borrowerLastName: sql`lower(slv.borrower_last_name)`,
  buyerNonAgencyProgram: sql`lower(slv.buyer_non_agency_program)`,
  loanAmount: sql`slv.loan_amount`,
  ltv: sql`slv.ltv`,
  creditScore: sql`slv.credit_score`,
  type: sql`slv.type`,
  underwriterName: sql`lower(named.name)`,
}

/** The sort key of a column, as SQL on `slv`, and on `named` for a seller or an underwriter. Text ignores letter case. */
export const sortExpression = (key: SortKey, ctx: Ctx): RawBuilder<unknown> => {
  switch (key) {
    case 'status':
      return statusPosition(ctx.actor.role)
    case 'turnTime':
      return turnTime(ctx)
    case 'groupSlaStatus':
      return slaDays(ctx)
    default:
      return columns[key]
  }
}

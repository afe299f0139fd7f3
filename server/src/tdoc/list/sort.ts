import type { TdocColumn } from '@portal/contract/tdoc/list-query'
import type { TdocTab } from '@portal/contract/tdoc/model'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'

/** The sort key of a column, as SQL on `tdoc`, and on `named` for a name. Text ignores letter case; enums sort by position. */
export const sortExpression = (column: TdocColumn, tab: TdocTab, ctx: Ctx): RawBuilder<unknown> => {
  switch (column) {
    case 'slaDays':
      // Complete Tdocs have no SLA. A constant leaves their order to an index.
      return tab === 'COMPLETE'
        ? sql`null::int`
        : sql`case when tdoc.status_place < 3 then ${turnTime(ctx)} - ${target(ctx)} end`
    case 'turnTime':
      return turnTime(ctx)
    case 'dueOutOfReview':
      return sql`case when tdoc.clock_party = 'BUYER' and tdoc.buyer_days <= ${target(ctx)} then tdoc.clock_since + ${target(ctx)} - tdoc.buyer_days end`
    default:
      return columns[column]
  }
}

const columns: Record<Exclude<TdocColumn, 'slaDays' | 'turnTime' | 'dueOutOfReview'>, RawBuilder<unknown>> = {
  progressTracking: sql`tdoc.progress_place`,
  type: sql`tdoc.type_place`,
  buyerLoanNumber: sql`tdoc.buyer_loan_number`,
  imageFileName: sql`lower(tdoc.image_file_name)`,
  assignedUnderwriter: sql`lower(named.name)`,
  reviewUnderwriter: sql`lower(named.name)`,
  sellerName: sql`lower(tdoc.seller_name)`,
  corrId: sql`lower(tdoc.corr_id)`,
  borrowerLastName: sql`lower(tdoc.borrower_last_name)`,
  productCode: sql`lower(tdoc.product_code)`,
  currentLDStatus: sql`lower(tdoc.current_ld_status)`,
  tdocReceivedDate: sql`tdoc.tdoc_received_date`,
  sftpTransmittalDate: sql`tdoc.sftp_transmittal_date`,
  status: sql`tdoc.status_place`,
  tprResponse: sql`tdoc.response_place`,
  tprTDocResponseDate: sql`tdoc.tpr_response_date`,
  tprEstimatedDateOfReview: sql`tdoc.tpr_estimated_date_of_review`,
  reviewCategories: sql`tdoc.review_percent`,
  isReviewComplete: sql`tdoc.is_review_complete`,
  completedDate: sql`tdoc.completed_date`,
  createdByUserFullName: sql`lower(named.name)`,
  completedBy: sql`lower(named.name)`,
  jumboVendorName: sql`lower(named.name)`,
}

const turnTime = ({ now, sla }: Ctx) =>
  sql<number>`tdoc.buyer_days + case when tdoc.clock_party = 'BUYER' then greatest(0, ${sla.days.ordinalAt(now)}::int - tdoc.clock_since) else 0 end`

/** The target of a Tdoc's SLA item, in business days (`slaItemOf` of the contract). */
const target = ({
  sla: { targets },
}: Ctx) => sql<number>`case when tdoc.type_place = 2 then ${targets.tdocEscalation.targetDays}::int
  when tdoc.is_purchased then ${targets.tdocPurchased.targetDays}::int
  when tdoc.type_place = 3 then ${targets.tdocManual.targetDays}::int else ${targets.tdocAutomatic.targetDays}::int end`

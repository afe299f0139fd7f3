import type { TdocColumn } from '@portal/contract/tdoc/list-query'
import { type RawBuilder, sql } from 'kysely'
import type { Slot } from '../lib/prepared.ts'

/** What the clock columns are read against: the ordinal of the business day that it is, and the targets. */
export type ClockValues = {
  today: number
  automaticTarget: number
  manualTarget: number
  escalationTarget: number
  purchasedTarget: number
}

/**
 * How a column is sorted by. KEY: an expression that stands in an index of its own. PERSON and VENDOR: the name of whom a
 * column names. CLOCK: an expression that changes with the day; only what is open has it, or has more of it.
 */
export type SortKind =
  | { kind: 'KEY'; key: RawBuilder<unknown>; isNullable: boolean }
  | {
      kind: 'NAME'
      column: 'assigned_underwriter_id' | 'review_underwriter_id' | 'created_by_id' | 'completed_by_id' | 'vendor_id'
      table: 'app_user' | 'company'
    }
  | { kind: 'CLOCK'; clock: 'turnTime' | 'slaDays' | 'dueOutOfReview' }

const key = (expression: RawBuilder<unknown>, isNullable = true): SortKind => ({
  kind: 'KEY',
  key: expression,
  isNullable,
})
const always = (expression: RawBuilder<unknown>) => key(expression, false)

/** By which index a list is walked along for each of its columns. Text sorts without regard to letter case, words by their place. */
export const sortKinds: Record<TdocColumn, SortKind> = {
  slaDays: { kind: 'CLOCK', clock: 'slaDays' },
  turnTime: { kind: 'CLOCK', clock: 'turnTime' },
  progressTracking: always(sql`tdoc.progress_place`),
  type: always(sql`tdoc.type_place`),
  buyerLoanNumber: always(sql`tdoc.buyer_loan_number`),
  imageFileName: always(sql`lower(tdoc.image_file_name)`),
  assignedUnderwriter: { kind: 'NAME', column: 'assigned_underwriter_id', table: 'app_user' },
  reviewUnderwriter: { kind: 'NAME', column: 'review_underwriter_id', table: 'app_user' },
  sellerName: key(sql`lower(tdoc.seller_name)`),
  corrId: key(sql`lower(tdoc.corr_id)`),
  borrowerLastName: key(sql`lower(tdoc.borrower_last_name)`),
  productCode: key(sql`lower(tdoc.product_code)`),
  currentLDStatus: key(sql`lower(tdoc.current_ld_status)`),
  tdocReceivedDate: always(sql`tdoc.tdoc_received_date`),
  sftpTransmittalDate: key(sql`tdoc.sftp_transmittal_date`),
  status: always(sql`tdoc.status_place`),
  tprResponse: key(sql`tdoc.response_place`),
  tprTDocResponseDate: key(sql`tdoc.tpr_response_date`),
  tprEstimatedDateOfReview: key(sql`tdoc.tpr_estimated_date_of_review`),
  dueOutOfReview: { kind: 'CLOCK', clock: 'dueOutOfReview' },
  reviewCategories: key(sql`tdoc.review_percent`),
  isReviewComplete: always(sql`tdoc.is_review_complete`),
  completedDate: key(sql`tdoc.completed_date`),
  createdByUserFullName: { kind: 'NAME', column: 'created_by_id', table: 'app_user' },
  completedBy: { kind: 'NAME', column: 'completed_by_id', table: 'app_user' },
  jumboVendorName: { kind: 'NAME', column: 'vendor_id', table: 'company' },
}

/** `slaItemOf` of the contract, as the target that holds for a `tdoc`. */
const target = (
  value: Slot<ClockValues>,
) => sql<number>`case when tdoc.type = 'ESCALATION' then ${value('escalationTarget')}::int
  when tdoc.is_purchased then ${value('purchasedTarget')}::int
  when tdoc.type = 'MANUAL' then ${value('manualTarget')}::int else ${value('automaticTarget')}::int end`

const turnTime = (value: Slot<ClockValues>) =>
  sql<number>`tdoc.buyer_days + case when tdoc.clock_party = 'BUYER' then greatest(0, ${value('today')}::int - tdoc.clock_since) else 0 end`

/** What is shown of a clock, as SQL on `tdoc`; null where nothing is shown. */
export const clockExpression = (
  clock: Extract<SortKind, { kind: 'CLOCK' }>['clock'],
  value: Slot<ClockValues>,
): RawBuilder<number | null> => {
  switch (clock) {
    case 'turnTime':
      return turnTime(value)
    case 'slaDays':
      return sql`case when tdoc.status_place < 3 then ${turnTime(value)} - ${target(value)} end`
    case 'dueOutOfReview':
      return sql`case when tdoc.clock_party = 'BUYER' and tdoc.buyer_days <= ${target(value)} then tdoc.clock_since + ${target(value)} - tdoc.buyer_days end`
  }
}

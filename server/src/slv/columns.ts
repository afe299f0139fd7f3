import { decisionFieldNames } from '@portal/contract/slv/bodies'
import { formFieldNames } from '@portal/contract/slv/form'

/**
 * The columns of `slv` that responses and policies need. Named, so that a
 * migration never changes a prepared statement.
 */
export const slvColumnNames = [
  'id',
  'version',
  'status',
  'resubmission',
  'type',
  'resubmitCount',
  'statusBeforeWithdrawal',
  'companyId',
  'sellerId',
  'createdById',
  'underwriterId',
  'underwriterManagerId',
  'tradeDeskId',
  'sentById',
  'slrRecommenderIds',
  'tdRecommenderIds',
  'taggedIds',
  'reassignedToSeller',
  'date',
  'decisionDate',
  'suggestedPrice',
  'createdAt',
  'updatedAt',
  'loanDockId',
  'buyerLoan',
  'dtiDscr',
  'qualifiesBy',
  'temporaryStatus',
  'statusComment',
  'slrRecommendedDecision',
  'tdRecommendedDecision',
  'withdrawReason',
  'withdrawDeclineReason',
  'postCloseReason',
  'buyerDays',
  'sellerDays',
  'roundDays',
  'clockParty',
  'clockSince',
  'slrDays',
  'slrSince',
  'tdDays',
  'tdSince',
  'countedBy',
  ...formFieldNames,
  ...decisionFieldNames,
] as const

type Name = (typeof slvColumnNames)[number]

export const slvColumns = slvColumnNames.map(
  (name) => `slv.${name}` as const,
) as `slv.${Name}`[]

import type { Selectable } from 'kysely'
import type { DB } from '../lib/database/db-types.ts'

/**
 * The columns of `tdoc` that responses and policies need. Named, so that a
 * migration never changes a prepared statement.
 */
const tdocColumnNames = [
  'id',
  'version',
  'status',
  'type',
  'loanKind',
  'originalTdocId',
  'vendorId',
  'assignedUnderwriterId',
  'reviewUnderwriterId',
  'progressTracking',
  'buyerLoanNumber',
  'imageFileName',
  'imageKey',
  'sellerName',
  'corrId',
  'borrowerLastName',
  'productCode',
  'currentLdStatus',
  'tdocReceivedDate',
  'sftpTransmittalDate',
  'tprResponse',
  'tprResponseDate',
  'tprEstimatedDateOfReview',
  'isReturned',
  'completedDate',
  'completedById',
  'createdById',
  'buyerDays',
  'clockParty',
  'clockSince',
  'countedBy',
  'isReviewComplete',
  'innerChanges',
] as const

type Name = (typeof tdocColumnNames)[number]
export type TdocRow = Pick<Selectable<DB['tdoc']>, Name>

export const tdocColumns = tdocColumnNames.map(
  (name) => `tdoc.${name}` as const,
) as `tdoc.${Name}`[]

import { pick } from '@portal/contract/lib/typed'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  findSlaItem,
  tdocSlaStatus,
  tdocTurnTime,
} from '@portal/contract/tdoc/clocks'
import { getCategoryTypes, visibleVersion } from '@portal/contract/tdoc/policy'
import { availableTdocActions } from '@portal/contract/tdoc/transitions'
import type { Ctx, Sla } from '../lib/ctx.ts'
import type { TdocRecord } from './read-rows.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null
const person = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' }

/** Fields that are shown as they are stored. */
const shown = [
  'id',
  'version',
  'status',
  'type',
  'loanKind',
  'originalTdocId',
  'originalImageFileName',
  'escalations',
  'progressTracking',
  'buyerLoanNumber',
  'imageFileName',
  'hasImage',
  'sellerName',
  'corrId',
  'borrowerLastName',
  'productCode',
  'tprResponse',
  'tprEstimatedDateOfReview',
  'isReviewComplete',
  'completedBy',
] as const

/**
 * The last day for the buyer's work. Null if the buyer's days were used up
 * before it got the Tdoc back: it was due while the buyer had it before.
 */
function findDueDay(tdoc: TdocRecord, { days, targets }: Sla): string | null {
  const { buyerDays, clockParty, clockSince } = tdoc
  const daysLeft = targets[findSlaItem(tdoc)].targetDays - buyerDays
  if (clockParty !== 'BUYER' || clockSince === null || daysLeft < 0) return null
  return days.toDay(clockSince + daysLeft)
}

export function presentTdoc({ actor, now, sla }: Ctx, tdoc: TdocRecord): Tdoc {
  const types = getCategoryTypes(actor)
  const today = sla.days.ordinalAt(now)
  const clock = tdocSlaStatus(tdoc, sla.targets, { days: sla.days, today })
  return {
    ...pick(tdoc, shown),
    version: visibleVersion(actor, tdoc),
    assignedUnderwriter: person(
      tdoc.assignedUnderwriterId,
      tdoc.assignedUnderwriterName,
    ),
    reviewUnderwriter: person(
      tdoc.reviewUnderwriterId,
      tdoc.reviewUnderwriterName,
    ),
    slaDays: clock?.days ?? null,
    sla: clock,
    turnTime: tdocTurnTime(tdoc, today),
    currentLDStatus: tdoc.currentLdStatus,
    tdocReceivedDate: tdoc.tdocReceivedDate.toISOString(),
    sftpTransmittalDate: iso(tdoc.sftpTransmittalDate),
    tprTDocResponseDate: iso(tdoc.tprResponseDate),
    dueOutOfReview: findDueDay(tdoc, sla),
    reviewCategories: tdoc.categories.filter(({ type }) =>
      types.includes(type),
    ),
    completedDate: iso(tdoc.completedDate),
    createdByUserFullName: tdoc.createdBy,
    jumboVendorName: tdoc.vendorName,
    availableActions: availableTdocActions(actor, tdoc),
  }
}

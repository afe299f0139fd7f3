import type { Tdoc } from '@portal/contract/tdoc/answers'
import { slaItemOf, tdocSlaStatus, tdocTurnTime } from '@portal/contract/tdoc/clocks'
import { categoryTypesOf } from '@portal/contract/tdoc/policy'
import { availableTdocActions } from '@portal/contract/tdoc/transitions'
import type { Ctx } from '../lib/ctx.ts'
import type { TdocRecord } from './read-rows.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null
const person = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

export function presentTdoc({ actor, now, sla }: Ctx, tdoc: TdocRecord): Tdoc {
  const { status, type, loanKind, buyerDays, clockParty, clockSince } = tdoc
  const since = clockParty === 'BUYER' ? clockSince : null
  const { targetDays } = sla.targets[slaItemOf(tdoc)]
  const types = categoryTypesOf(actor)
  const today = sla.days.ordinalAt(now)
  const clock = tdocSlaStatus(tdoc, sla.targets, today)
  return {
    id: tdoc.id,
    version: tdoc.version,
    status,
    type,
    loanKind,
    originalTdocId: tdoc.originalTdocId,
    originalImageFileName: tdoc.originalImageFileName,
    escalations: tdoc.escalations,
    assignedUnderwriter: person(tdoc.assignedUnderwriterId, tdoc.assignedUnderwriterName),
    reviewUnderwriter: person(tdoc.reviewUnderwriterId, tdoc.reviewUnderwriterName),
    slaDays: clock?.days ?? null,
    sla: clock,
    turnTime: tdocTurnTime(tdoc, today),
    progressTracking: tdoc.progressTracking,
    buyerLoanNumber: tdoc.buyerLoanNumber,
    imageFileName: tdoc.imageFileName,
    hasImage: tdoc.hasImage,
    sellerName: tdoc.sellerName,
    corrId: tdoc.corrId,
    borrowerLastName: tdoc.borrowerLastName,
    productCode: tdoc.productCode,
    currentLDStatus: tdoc.currentLdStatus,
    tdocReceivedDate: tdoc.tdocReceivedDate.toISOString(),
    sftpTransmittalDate: iso(tdoc.sftpTransmittalDate),
    tprResponse: tdoc.tprResponse,
    tprTDocResponseDate: iso(tdoc.tprResponseDate),
    tprEstimatedDateOfReview: tdoc.tprEstimatedDateOfReview,
    // A Tdoc that came back after its days were used up was due in an earlier interval, so it has no due date now.
    dueOutOfReview: since === null || buyerDays > targetDays ? null : sla.days.dayOf(since + targetDays - buyerDays),
    reviewCategories: tdoc.categories.filter(({ type }) => types.includes(type)),
    isReviewComplete: tdoc.isReviewComplete,
    completedDate: iso(tdoc.completedDate),
    createdByUserFullName: tdoc.createdBy,
    completedBy: tdoc.completedBy,
    jumboVendorName: tdoc.vendorName,
    availableActions: availableTdocActions(actor, tdoc),
  }
}

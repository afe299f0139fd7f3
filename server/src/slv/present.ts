import { isApproved } from '@portal/contract/condition/policy'
import { composeDecisionComment } from '@portal/contract/condition/texts'
import { suggestPrice } from '@portal/contract/price/suggestion'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  findExpectation,
  slaStatuses,
  turnTimes,
} from '@portal/contract/slv/clocks'
import { fourEyes, mayPrepareDecision } from '@portal/contract/slv/policy'
import { isUndecided, statusFor } from '@portal/contract/slv/status'
import { availableActions } from '@portal/contract/slv/transitions'
import { pickVisible } from '@portal/contract/slv/visible-fields'
import { measured, shortSummary } from '@portal/contract/slv-request/distance'
import type { Actor } from '@portal/contract/user/model'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { asUnchecked } from '../lib/http/as-unchecked.ts'
import { presentCondition, summarizeOpen } from './read-conditions.ts'
import type { SlvRecord } from './record.ts'
import { presentFiles, presentPendingDocument } from './record.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** All fields of an SLV, unmasked. Snapshots of rounds are made of this. */
export const presentUnmasked = (
  { actor, now, sla }: Ctx,
  { resubmission, priceGrid, ...slv }: SlvRecord,
) => {
  const today = { days: sla.days, today: sla.days.ordinalAt(now) }
  const clocks = slaStatuses(slv, sla.targets, today)
  return {
    ...slv,
    ...turnTimes(
      { ...slv, status: slv.statusInEffect ?? slv.status },
      today.today,
    ),
    ...clocks,
    ...findExpectation(slv, sla.targets, today),
    waitingSince: resubmission?.startedAt ?? waitingSince(actor, slv),
    slaDays: clocks.groupSlaStatus?.days ?? null,
    corrID: slv.corrId ?? '',
    date: iso(slv.date),
    decisionDate: iso(slv.decisionDate),
    createdAt: slv.createdAt.toISOString(),
    updatedAt: slv.updatedAt.toISOString(),
    slvRequests: slv.slvRequests.map(measured),
    variances: shortSummary(slv.slvRequests),
    ...presentConditions(slv),
    ...presentDrift(slv),
    suggestedPrice:
      slv.suggestedPrice ?? (priceGrid && suggestPrice(slv, priceGrid)),
    pendingDocuments: slv.pendingDocuments.map(presentPendingDocument),
    documents: presentFiles(actor, slv, slv.files, 'SELLER'),
    underwriterDocuments: presentFiles(actor, slv, slv.files, 'UNDERWRITER'),
    availableActions: availableActions(actor, slv),
    decisionBlockedBy: mayPrepareDecision(actor, slv)
      ? fourEyes(actor, slv)
      : null,
  }
}

/**
 * The conditions of the decision. Those of an approval are part of its comment;
 * a draft decision keeps them apart.
 */
const presentConditions = (
  slv: Pick<
    SlvRecord,
    'conditions' | 'decisionComment' | 'status' | 'statusInEffect'
  >,
) => {
  const conditions = slv.conditions.map(presentCondition)
  const kept = { conditions, decisionNote: slv.decisionComment }
  if (!isApproved(slv))
    return { ...kept, openConditions: null, conditionDueOn: null }
  return {
    ...kept,
    ...summarizeOpen(conditions),
    decisionComment: composeDecisionComment(conditions, slv.decisionComment),
  }
}

const presentDrift = (
  slv: Pick<SlvRecord, 'drift' | 'status' | 'statusInEffect'>,
) => {
  const drift = isApproved(slv) ? slv.drift : null
  if (!drift) return { drift, figuresChanged: null }
  return {
    drift: { ...drift, checkedAt: new Date(drift.checkedAt).toISOString() },
    figuresChanged: drift.figures.length > 0,
  }
}

/**
 * Sellers see how long the buyer has had the SLV; the time at each desk would
 * reveal internal stages.
 */
const waitingSince = (
  actor: Actor,
  {
    status,
    createdAt,
    sideSince,
    deskSince,
  }: Omit<SlvRecord, 'resubmission' | 'priceGrid'>,
): string | null => {
  if (!isUndecided(status)) return null
  const since = isSeller(actor) ? sideSince : deskSince
  return since ? new Date(since).toISOString() : createdAt.toISOString()
}

/** An SLV as the actor may see it. */
export const presentDetail = (ctx: Ctx, slv: SlvRecord): SlvDetail => {
  const { role } = ctx.actor
  const shown = pickVisible(
    role,
    slv.statusInEffect ?? slv.status,
    presentUnmasked(ctx, slv),
  )
  return asUnchecked({ ...shown, status: statusFor(role, slv.status) })
}

import type { SlvFacts } from '../slv/policy.ts'
import {
  getWorkPart,
  isSellerDraft,
  type SlvStatus,
  slvStatuses,
} from '../slv/status.ts'
import { slvTransitions } from '../slv/transitions.ts'
import { tdocTransitions } from '../tdoc/transitions.ts'
import type { Permission } from '../user/model.ts'
import { type ActorRule, anyOf } from '../user/policy.ts'
import type { AssignAction, SlvWork, Work } from './model.ts'

export const mayAssign: Record<AssignAction, ActorRule> = {
  'assign-requests': slvTransitions['assign-requests'].access,
  'assign-slr': slvTransitions['assign-slr'].access,
  'assign-td': slvTransitions['assign-td'].access,
  'assign-seller': slvTransitions['assign-seller'].access,
  'set-underwriter': tdocTransitions['set-underwriter'].access,
  'set-reviewer': tdocTransitions['set-reviewer'].access,
}

export const mayAssignAnything: ActorRule = anyOf(...Object.values(mayAssign))

/** Who may see other people's workload: those who may assign the work. */
export const maySeeWorkload: Record<Work, ActorRule> = {
  underwriter: mayAssign['assign-requests'],
  slr: mayAssign['assign-slr'],
  tradeDesk: mayAssign['assign-td'],
  tdoc: mayAssign['set-underwriter'],
  tdocReview: mayAssign['set-reviewer'],
}

/** The permission that someone needs to be assigned this work. */
export const permissionFor: Record<Work, Permission | null> = {
  underwriter: 'myOwn',
  slr: 'manageSlr',
  tradeDesk: 'manageTradeDesk',
  tdoc: null,
  tdocReview: null,
}

/**
 * Order in which balancing reassigns a person's SLVs: 0 isn't started, 1 is
 * started, null waits on others and stays.
 */
export const reassignmentRank = (
  work: SlvWork,
  status: SlvStatus,
): 0 | 1 | null => {
  if (notStarted[work].includes(status)) return 0
  return started[work].includes(status) ? 1 : null
}

const notStarted: Record<SlvWork, readonly SlvStatus[]> = {
  underwriter: ['PENDING', 'RESUBMITTED'],
  slr: ['SLR_PENDING'],
  tradeDesk: ['TD_PENDING'],
}

const started: Record<SlvWork, readonly SlvStatus[]> = {
  underwriter: slvStatuses.filter(
    (status) => getWorkPart(status) === 'OPEN' && !isSellerDraft(status),
  ),
  slr: ['SLR_INFO_RECEIVED', 'SLR_REVIEW'],
  tradeDesk: ['TD_REVIEW'],
}

/**
 * Why someone can't take an SLV in a split (four eyes), or null. Completes 'Ana
 * can’t take 2 SLVs: …'.
 */
export const refusalToTake = (
  work: SlvWork,
  personId: string,
  slv: Pick<
    SlvFacts,
    'sentById' | 'slrRecommenderIds' | 'tdRecommenderIds' | 'underwriterId'
  >,
): string | null => {
  if (work !== 'underwriter')
    return slv.underwriterId === personId ? 'they are the underwriter' : null
  if (slv.sentById === personId) return 'they sent the request'
  if (slv.slrRecommenderIds.includes(personId))
    return 'they gave the SLR recommendation'
  return slv.tdRecommenderIds.includes(personId)
    ? 'they gave the trade desk recommendation'
    : null
}

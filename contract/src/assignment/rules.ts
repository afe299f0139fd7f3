import type { SlvFacts } from '../slv/policy.ts'
import { slvTransitions } from '../slv/transitions.ts'
import { tdocTransitions } from '../tdoc/transitions.ts'
import type { Permission } from '../user/model.ts'
import { type ActorRule, anyOf } from '../user/policy.ts'
import type { AssignAction, Work } from './model.ts'

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

/** Why someone can't take an SLV in a split (four eyes), or null. Completes 'Ana can’t take 2 SLVs: …'. */
export const refusalToTake = (
  work: Extract<Work, 'underwriter' | 'slr' | 'tradeDesk'>,
  personId: string,
  slv: Pick<SlvFacts, 'sentById' | 'slrRecommenderIds' | 'tdRecommenderIds' | 'underwriterId'>,
): string | null => {
  if (work !== 'underwriter') return slv.underwriterId === personId ? 'they are the underwriter' : null
  if (slv.sentById === personId) return 'they sent the request'
  if (slv.slrRecommenderIds.includes(personId)) return 'they gave the SLR recommendation'
  return slv.tdRecommenderIds.includes(personId) ? 'they gave the trade desk recommendation' : null
}

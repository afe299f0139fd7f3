import type { SlvFacts } from '@portal/contract/slv/policy'
import type { SlvStatus } from '@portal/contract/slv/status'
import {
  factsFor,
  home,
  me,
  other,
  type Persona,
} from '@portal/contract/test/personas'

/** The id of nothing. */
export const missingId = '00000000-0000-4000-8000-000000000000'

/**
 * The relations of a thing to the caller. The last two are things that don't
 * exist, or not at that address.
 */
export const relations = [
  'own',
  'same company',
  'other company',
  'unassigned',
  'missing',
  'wrong parent',
] as const
export type Relation = (typeof relations)[number]

type Ids = {
  actorId: string
  strangerId: string
  companyId: string
  sellerId: string
}

/** The facts of a persona's own SLV with the ids of real people. */
export const ownFacts = (
  persona: Persona,
  status: SlvStatus,
  ids: Ids,
): SlvFacts => {
  const facts = factsFor(persona, status)
  const idOf: Record<string, string> = {
    [me]: ids.actorId,
    [other]: ids.strangerId,
    [home]: ids.companyId,
  }
  const real: SlvFacts = JSON.parse(
    JSON.stringify(facts),
    (_, value) => idOf[value] ?? value,
  )
  return {
    ...real,
    sellerId: facts.sellerId === me ? ids.actorId : ids.sellerId,
  }
}

/**
 * The columns of an SLV with these facts. `bddId`, `statusInEffect`,
 * `hasOtherOpenSlv` and `isOwnerActive` are stored elsewhere.
 */
export const columnsOf = (facts: SlvFacts) => ({
  type: facts.type,
  status: facts.status,
  sellerId: facts.sellerId,
  companyId: facts.companyId,
  createdById: facts.createdById,
  sentById: facts.sentById,
  underwriterId: facts.underwriterId,
  underwriterManagerId: facts.underwriterManagerId,
  tradeDeskId: facts.tradeDeskId,
  slrRecommenderIds: [...facts.slrRecommenderIds],
  tdRecommenderIds: [...facts.tdRecommenderIds],
  slrRecommendedDecision: facts.slrRecommendedDecision,
  tdRecommendedDecision: facts.tdRecommendedDecision,
  taggedIds: [...facts.taggedIds],
  statusBeforeWithdrawal: facts.statusBeforeWithdrawal,
  postCloseReason: facts.type === 'POST' ? ('Seller Error' as const) : null,
})

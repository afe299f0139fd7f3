import type { SlvFacts } from '@portal/contract/slv/policy'
import { me, type Persona } from '@portal/contract/test/personas'
import type { Actor } from '@portal/contract/user/model'

/** The relations of a thing to the caller. The last two are things that don't exist, or not at that address. */
export const relations = ['own', 'same company', 'other company', 'unassigned', 'missing', 'wrong parent'] as const
export type Relation = (typeof relations)[number]

type Ids = Pick<
  SlvFacts,
  'sellerId' | 'companyId' | 'underwriterId' | 'underwriterManagerId' | 'tradeDeskId' | 'createdById' | 'type'
> & { sentById: string; slrRecommenderIds: string[]; tdRecommenderIds: string[]; taggedIds: string[] }

/** The people around a persona: `mate` is of their own company, `colleague` of the home company, `outsider` of another. */
type People = Record<'actor' | 'stranger' | 'colleague' | 'outsider' | 'mate', Actor> & { homeId: string }

const free = {
  underwriterManagerId: null,
  tradeDeskId: null,
  type: 'PRE',
  slrRecommenderIds: [] as string[],
  tdRecommenderIds: [] as string[],
  taggedIds: [] as string[],
} as const
/** The people of an SLV in this relation to a persona. */
export const idsOf = (persona: Persona, relation: Relation, people: People): Ids => {
  const { facts } = persona
  const { actor, stranger, colleague, outsider, mate, homeId } = people
  const real = (id: string | null | undefined) => (id === me ? actor.id : id ? stranger.id : null)
  if (relation === 'other company')
    return {
      ...free,
      sellerId: outsider.id,
      companyId: outsider.companyId,
      underwriterId: stranger.id,
      createdById: outsider.id,
      sentById: outsider.id,
    }
  if (relation !== 'own') {
    const seller = persona.role === 'SELLER' ? mate : colleague
    const underwriterId = relation === 'unassigned' ? null : stranger.id
    return {
      ...free,
      sellerId: seller.id,
      companyId: seller.companyId,
      underwriterId,
      createdById: seller.id,
      sentById: seller.id,
    }
  }
  return {
    type: facts.type ?? 'PRE',
    sellerId: facts.sellerId === me ? actor.id : colleague.id,
    companyId: homeId,
    underwriterId: facts.underwriterId === me ? actor.id : stranger.id,
    underwriterManagerId: real(facts.underwriterManagerId),
    tradeDeskId: real(facts.tradeDeskId),
    createdById: facts.createdById === me ? actor.id : stranger.id,
    sentById: stranger.id,
    slrRecommenderIds: (facts.slrRecommenderIds ?? []).map((id) => (id === me ? actor.id : stranger.id)),
    tdRecommenderIds: (facts.tdRecommenderIds ?? []).map((id) => (id === me ? actor.id : stranger.id)),
    taggedIds: (facts.taggedIds ?? []).map(() => actor.id),
  }
}

import type { SlvFacts } from '../slv/policy.ts'
import type { Actor } from '../user/model.ts'

/** Both an SLV under its lock and the SLV that a screen has read. */
export type ConditionFacts = Pick<
  SlvFacts,
  'status' | 'statusInEffect' | 'sellerId' | 'underwriterId'
>

/** A person, as rules and as screens know them. */
type Person = Pick<Actor, 'id' | 'role' | 'permissions'>

/** Whether an approval with its conditions is in effect. */
export const isApproved = ({
  status,
  statusInEffect,
}: Pick<ConditionFacts, 'status' | 'statusInEffect'>): boolean =>
  (statusInEffect ?? status) === 'APPROVED'

/** Who adds conditions to an approval, changes them and marks them. */
const ownsConditions = (actor: Person, slv: ConditionFacts): boolean =>
  actor.role === 'UNDERWRITER' &&
  (slv.underwriterId === actor.id || actor.permissions.assignLoans)

export const mayClearConditions = (
  actor: Person,
  slv: ConditionFacts,
): boolean => isApproved(slv) && ownsConditions(actor, slv)

/** The owner, but not while a new round is drafted. */
export const mayAnswerConditions = (
  actor: Person,
  slv: ConditionFacts,
): boolean =>
  slv.status === 'APPROVED' &&
  actor.role === 'SELLER' &&
  slv.sellerId === actor.id

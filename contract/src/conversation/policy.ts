import { isInCompanyView, isOfAssignedSellers, isOwner, mayView, type SlvFacts } from '../slv/policy.ts'
import { isReviewer, mayViewTdoc, type TdocFacts } from '../tdoc/policy.ts'
import type { Actor, Role } from '../user/model.ts'
import { isUnderwriter } from '../user/policy.ts'
import { type CommentType, commentTypes } from './model.ts'

/** The comments that a role reads on what it may see. The server's queries hold sellers to EXTERNAL. */
export const readableTypes = (role: Role): readonly CommentType[] => {
  if (role === 'SELLER') return ['EXTERNAL']
  return role === 'UNDERWRITER' || role === 'BDD' || role === 'UBDD' ? commentTypes : []
}

/** The comments that a role writes on what it may see; a BDD reads only (product.md §1). */
export const writableTypes = (role: Role): readonly CommentType[] => {
  if (role === 'SELLER') return ['EXTERNAL']
  return role === 'UNDERWRITER' ? commentTypes : []
}

export const mayRead = (role: Role, type: CommentType): boolean => readableTypes(role).includes(type)
export const mayWrite = (role: Role, type: CommentType): boolean => writableTypes(role).includes(type)

/**
 * Whom a comment may name. An internal one: every underwriter, to whom the SLV opens with it, and the seller's BDD.
 * An external one: whom the seller may know anyway, and who may open the SLV. That is their own people, the underwriter
 * whom they see on it, and those who spoke to them here.
 */
export const mayBeNamed = (
  person: Actor,
  type: CommentType,
  slv: SlvFacts,
  spokeOpenly: readonly string[],
): boolean => {
  if (type === 'INTERNAL') return isUnderwriter(person) || isOfAssignedSellers(person, slv)
  const isKnown = slv.underwriterId === person.id || spokeOpenly.includes(person.id)
  return mayView(person, slv) && (isOwner(person, slv) || isInCompanyView(person, slv) || isKnown)
}

/** The comments that a role reads and writes on the Tdocs that it may see. The server's queries hold reviewers to EXTERNAL. */
export const tdocCommentTypes = (role: Role): readonly CommentType[] => {
  if (role === 'TPR') return ['EXTERNAL']
  return role === 'UNDERWRITER' ? commentTypes : []
}

/**
 * Whom a comment on a Tdoc may name, of those who may open it: naming opens it to nobody. An internal one, underwriters. An
 * external one, its vendor's reviewers and the underwriters whom they know: who has it to do or to review, and those who
 * spoke to them here.
 */
export const mayBeNamedOnTdoc = (
  person: Actor,
  type: CommentType,
  tdoc: TdocFacts,
  spokeOpenly: readonly string[],
): boolean => {
  if (!mayViewTdoc(person, tdoc)) return false
  if (type === 'INTERNAL') return isUnderwriter(person)
  const known = [tdoc.assignedUnderwriterId, tdoc.reviewUnderwriterId, ...spokeOpenly]
  return isReviewer(person) || known.includes(person.id)
}

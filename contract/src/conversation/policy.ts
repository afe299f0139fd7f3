import {
  isInCompanyView,
  isOfAssignedSellers,
  isOwner,
  mayView,
  type SlvFacts,
} from '../slv/policy.ts'
import { isReviewer, mayViewTdoc, type TdocFacts } from '../tdoc/policy.ts'
import type { Actor, Role } from '../user/model.ts'
import {
  type ActorRule,
  anyOf,
  isBdd,
  isSeller,
  isUnderwriter,
} from '../user/policy.ts'
import { type CommentType, commentTypes } from './model.ts'

/**
 * The comment types that a role reads on SLVs that it may see. The server's
 * queries limit sellers to EXTERNAL.
 */
export const readableTypes = (role: Role): readonly CommentType[] => {
  if (role === 'SELLER') return ['EXTERNAL']
  return role === 'UNDERWRITER' || role === 'BDD' || role === 'UBDD'
    ? commentTypes
    : []
}

/**
 * The comment types that a role writes on SLVs that it may see. A BDD only
 * reads (product.md §1).
 */
export const writableTypes = (role: Role): readonly CommentType[] => {
  if (role === 'SELLER') return ['EXTERNAL']
  return role === 'UNDERWRITER' ? commentTypes : []
}

export const mayRead = (role: Role, type: CommentType): boolean =>
  readableTypes(role).includes(type)
export const mayWrite = (role: Role, type: CommentType): boolean =>
  writableTypes(role).includes(type)

/**
 * Who decides that a comment of the buyer needs no answer: those whom it needs.
 * Sellers and reviewers do so for their company; a BDD, who can't answer, for
 * themselves.
 */
export const mayDismiss: ActorRule = anyOf(isSeller, isBdd, isReviewer)

/**
 * Whom a comment on an SLV can mention. Internal: underwriters and the seller's
 * BDD. External: people with access whom the seller knows.
 */
export const mayBeMentioned = (
  person: Actor,
  type: CommentType,
  slv: SlvFacts,
  externalAuthors: readonly string[],
): boolean => {
  if (type === 'INTERNAL')
    return isUnderwriter(person) || isOfAssignedSellers(person, slv)
  const isKnown =
    slv.underwriterId === person.id || externalAuthors.includes(person.id)
  return (
    mayView(person, slv) &&
    (isOwner(person, slv) || isInCompanyView(person, slv) || isKnown)
  )
}

/**
 * The comment types that a role reads and writes on Tdocs that it may see. The
 * server's queries limit reviewers to EXTERNAL.
 */
export const tdocCommentTypes = (role: Role): readonly CommentType[] => {
  if (role === 'TPR') return ['EXTERNAL']
  return role === 'UNDERWRITER' ? commentTypes : []
}

/**
 * Whom a comment on a Tdoc can mention. Internal: underwriters. External: the
 * vendor's reviewers, its underwriters, and authors of external comments.
 */
export const mayBeMentionedOnTdoc = (
  person: Actor,
  type: CommentType,
  tdoc: TdocFacts,
  externalAuthors: readonly string[],
): boolean => {
  if (!mayViewTdoc(person, tdoc)) return false
  if (type === 'INTERNAL') return isUnderwriter(person)
  const known = [
    tdoc.assignedUnderwriterId,
    tdoc.reviewUnderwriterId,
    ...externalAuthors,
  ]
  return isReviewer(person) || known.includes(person.id)
}

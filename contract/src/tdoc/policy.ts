import { type CategoryStatus, type CategoryType, categoryTypes } from '../review-category/model.ts'
import type { Actor } from '../user/model.ts'
import { type ActorRule, anyOf, is, isUnderwriter, underwriterWith } from '../user/policy.ts'
import type { LoanKind, TdocStatus, TdocTableMode } from './model.ts'

/** What the rules know of one Tdoc. Read under its lock. */
export type TdocFacts = {
  status: TdocStatus
  loanKind: LoanKind
  /** The vendor company; null when no reviewer has to do with it. */
  vendorId: string | null
  assignedUnderwriterId: string | null
  reviewUnderwriterId: string | null
  categories: readonly { type: CategoryType; status: CategoryStatus }[]
}

export type TdocRule = (actor: Actor, tdoc: TdocFacts) => boolean

export const isReviewer = is('TPR')

/** Who has the condition manager at all. */
export const seesTdocs: ActorRule = anyOf(isUnderwriter, isReviewer)

/** The tables of the condition manager that a person has; the purchased queue needs its permission (spec.md §3). */
export const tdocModeRules: Record<TdocTableMode, ActorRule> = {
  ACTIVE: seesTdocs,
  PURCHASED_POST_PURCHASED: anyOf(underwriterWith('managePurchasedTdocs'), isReviewer),
}

const isOfVendor: TdocRule = (actor, tdoc) => isReviewer(actor) && tdoc.vendorId === actor.companyId

const isOfDepartment: TdocRule = (actor, tdoc) =>
  isUnderwriter(actor) && (tdoc.loanKind !== 'PURCHASED' || actor.permissions.managePurchasedTdocs)

/**
 * Who may see a Tdoc at all (product.md §1): reviewers those of their vendor, underwriters all, but those of purchased loans
 * only with the permission. `visibleTdocs` on the server is this rule as SQL; one test holds the two together.
 */
export const mayViewTdoc: TdocRule = (actor, tdoc) => isOfVendor(actor, tdoc) || isOfDepartment(actor, tdoc)

/** The categories that a person sees and acts on: reviewers the TPR category alone (docs/decisions/022-data-capture-and-intake.md). */
export const categoryTypesOf = (actor: Actor): readonly CategoryType[] => (isReviewer(actor) ? ['TPR'] : categoryTypes)

/** Who has to do with a category: whoever sees its Tdoc and this type. For everybody else it is not there. */
export const mayActOnCategory = (actor: Actor, tdoc: TdocFacts, type: CategoryType): boolean =>
  mayViewTdoc(actor, tdoc) && categoryTypesOf(actor).includes(type)

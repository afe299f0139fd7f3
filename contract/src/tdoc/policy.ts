import {
  type CategoryStatus,
  type CategoryType,
  categoryTypes,
} from '../review-category/model.ts'
import type { Actor } from '../user/model.ts'
import {
  type ActorRule,
  anyOf,
  is,
  isUnderwriter,
  underwriterWith,
} from '../user/policy.ts'
import type { LoanKind, TdocStatus, TdocTableMode } from './model.ts'

/** The facts that the rules need, read under the lock. */
export type TdocFacts = {
  status: TdocStatus
  loanKind: LoanKind
  vendorId: string | null
  assignedUnderwriterId: string | null
  reviewUnderwriterId: string | null
  categories: readonly { type: CategoryType; status: CategoryStatus }[]
}

export type TdocRule = (actor: Actor, tdoc: TdocFacts) => boolean

export const isReviewer = is('TPR')

export const seesTdocs: ActorRule = anyOf(isUnderwriter, isReviewer)

/**
 * Who has each table; the purchased queue needs its permission (spec.md §3).
 */
export const tdocModeRules: Record<TdocTableMode, ActorRule> = {
  ACTIVE: seesTdocs,
  PURCHASED_POST_PURCHASED: anyOf(
    underwriterWith('managePurchasedTdocs'),
    isReviewer,
  ),
}

const isOfVendor: TdocRule = (actor, tdoc) =>
  isReviewer(actor) && tdoc.vendorId === actor.companyId

const isOfDepartment: TdocRule = (actor, tdoc) =>
  isUnderwriter(actor) &&
  (tdoc.loanKind !== 'PURCHASED' || actor.permissions.managePurchasedTdocs)

/**
 * Who may see a Tdoc (product.md §1). `visibleTdocs` on the server is this rule
 * as SQL; a test compares them.
 */
export const mayViewTdoc: TdocRule = (actor, tdoc) =>
  isOfVendor(actor, tdoc) || isOfDepartment(actor, tdoc)

const reviewersTypes: readonly CategoryType[] = ['TPR']

/**
 * Reviewers see only the TPR category
 * (docs/decisions/022-data-capture-and-intake.md).
 */
export const isSeenByReviewers = (type: CategoryType): boolean =>
  reviewersTypes.includes(type)

export const getCategoryTypes = (actor: Actor): readonly CategoryType[] =>
  isReviewer(actor) ? reviewersTypes : categoryTypes

/**
 * The version of a Tdoc as the actor sees it: for reviewers, without changes to
 * categories that they don't see.
 */
export const visibleVersion = (
  actor: Actor,
  { version, innerChanges }: { version: number; innerChanges: number },
) => (isReviewer(actor) ? version - innerChanges : version)

/** Who may see and act on a category. */
export const mayActOnCategory = (
  actor: Actor,
  tdoc: TdocFacts,
  type: CategoryType,
): boolean => mayViewTdoc(actor, tdoc) && getCategoryTypes(actor).includes(type)

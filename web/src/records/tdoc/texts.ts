import {
  type CategoryStatus,
  type CategoryType,
  categoryTypeLabels,
} from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  progressTrackingLabels,
  tdocStatusLabels,
} from '@portal/contract/tdoc/model'
import type { TdocChange } from './change.ts'

/** Why a Tdoc can't be completed: 'Collateral and TPR reviews are not complete'. */
export const openCategoriesText = (
  categories: readonly { type: CategoryType; status: CategoryStatus }[],
): string => {
  const names = categories
    .filter(({ status }) => status === 'REVIEW_REQUIRED')
    .map(({ type }) => categoryTypeLabels[type])
  const last = names.pop()
  if (last === undefined) return 'Not available right now'
  return names.length === 0
    ? `${last} review is not complete`
    : `${names.join(', ')} and ${last} reviews are not complete`
}

export const getName = ({
  buyerLoanNumber,
  imageFileName,
}: Pick<Tdoc, 'buyerLoanNumber' | 'imageFileName'>) =>
  `${buyerLoanNumber} · ${imageFileName}`

/**
 * An escalation has the number and image of its original, so its title says
 * what it is.
 */
export const getTitle = (tdoc: Tdoc) =>
  tdoc.type === 'ESCALATION' ? `Escalation · ${getName(tdoc)}` : getName(tdoc)

/** The Tdocs of a message: 'Loan 7007450', '3 Tdocs'. */
export const tdocsText = (
  tdocs: readonly Pick<Tdoc, 'buyerLoanNumber'>[],
): string => {
  const [only] = tdocs
  return only && tdocs.length === 1
    ? `Loan ${only.buyerLoanNumber}`
    : `${tdocs.length} Tdocs`
}

/**
 * What a change did, for a message: '3 Tdocs: assigned to Marcus Bellamy',
 * 'Loan 7007450: Tdoc completed'.
 */
export const changedText = (
  change: TdocChange,
  tdocs: readonly Pick<Tdoc, 'buyerLoanNumber'>[],
): string => `${tdocsText(tdocs)}: ${doneText(change, tdocs.length)}`

const doneText = (change: TdocChange, count: number): string => {
  switch (change.kind) {
    case 'underwriter':
      return change.person ? `assigned to ${change.person.name}` : 'unassigned'
    case 'reviewer':
      return change.person ? `reviewer ${change.person.name}` : 'no reviewer'
    case 'progress':
      return `progress ${progressTrackingLabels[change.progress]}`
    case 'status': {
      const what = count === 1 ? 'Tdoc ' : ''
      return change.status === 'COMPLETE'
        ? `${what}completed`
        : `${what}set to ${tdocStatusLabels[change.status]}`
    }
  }
}

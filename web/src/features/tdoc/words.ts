import { type CategoryStatus, type CategoryType, categoryTypeLabels } from '@portal/contract/review-category/model'

/** Why a Tdoc cannot be completed yet: 'Collateral and TPR are not reviewed yet'. */
export const openCategoriesText = (categories: readonly { type: CategoryType; status: CategoryStatus }[]): string => {
  const names = categories
    .filter(({ status }) => status === 'REVIEW_REQUIRED')
    .map(({ type }) => categoryTypeLabels[type])
  const last = names.pop()
  if (last === undefined) return 'Not possible now'
  return names.length === 0 ? `${last} is not reviewed yet` : `${names.join(', ')} and ${last} are not reviewed yet`
}

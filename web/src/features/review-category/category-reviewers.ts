import type { CategoryType } from '@portal/contract/review-category/model'
import { useQuery } from '@tanstack/react-query'
import { useProfile } from '../auth/queries.ts'
import { reviewersQuery, underwritersQuery } from '../user/queries.ts'

/** Who can be given a category, by first name: nobody of the buyer is named to a reviewer, and reviewers do the TPR review alone. */
export const useCategoryReviewers = (type: CategoryType, tdocId: string, isWanted: boolean) => {
  const isOfBuyer = useProfile().role === 'UNDERWRITER'
  const asksReviewers = isWanted && type === 'TPR'
  const underwriters = useQuery({ ...underwritersQuery(), enabled: isWanted && isOfBuyer })
  const reviewers = useQuery({ ...reviewersQuery(tdocId), enabled: asksReviewers })
  const asked = [...(type === 'TPR' ? [reviewers] : []), ...(isOfBuyer ? [underwriters] : [])]
  const isRead = asked.every(({ data }) => data !== undefined)
  const named = (reviewers.data ?? [])
    .filter(({ role }) => role === 'TPR')
    .map(({ id, name, companyName }) => ({ id, name, label: isOfBuyer ? `${name}, ${companyName}` : name }))
  const own = isOfBuyer ? (underwriters.data ?? []).map(({ id, name }) => ({ id, name, label: name })) : []
  return {
    choices: isRead ? [...named, ...own] : undefined,
    isError: asked.some(({ isError }) => isError),
  }
}

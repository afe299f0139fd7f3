import * as api from '@portal/contract/review-category/api'
import * as model from '@portal/contract/review-category/model'
import { categoryTransitions } from '@portal/contract/review-category/transitions'
import { tdocTransitions } from '@portal/contract/tdoc/transitions'
import type { Person } from '@portal/contract/user/model'
import {
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { hasStatus } from '../../lib/call-error.ts'
import { pagesQuery } from '../../lib/queries.ts'
import type { Intent } from '../../lib/state/intent.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import {
  categoriesQuery,
  patchTdocs,
  tdocSeen,
  tdocsInTurn,
} from '../../records/tdoc/queries.ts'
import { tdocKey } from '../../records/tdoc/tdoc-key.ts'
import { tdocsText } from '../../records/tdoc/texts.ts'

export const categoryHistoryQuery = (id: string) =>
  pagesQuery(
    [...tdocKey, 'category-history', id],
    api.listCategoryHistory,
    (page) => ({ params: { id }, query: { page, size: 10 } }),
    { quiet: true },
  )

export type CategoryChange =
  | { kind: 'set-reviewer'; reviewer: Pick<Person, 'id' | 'name'> | null }
  | { kind: 'set-status'; status: model.CategoryStatus }
  | { kind: 'done' | 'undo' }

const statusAfter = { done: 'COMPLETED', undo: 'REVIEW_REQUIRED' } as const

export const withChange = (
  category: api.ReviewCategory,
  change: CategoryChange,
): api.ReviewCategory => {
  if (change.kind === 'set-reviewer')
    return { ...category, reviewer: change.reviewer }
  return {
    ...category,
    status:
      change.kind === 'set-status' ? change.status : statusAfter[change.kind],
  }
}

const send = (
  id: string,
  change: CategoryChange,
  ifMatch: string,
  intent: Intent,
) => {
  const params = { id }
  switch (change.kind) {
    case 'set-reviewer':
      return call(
        api.setCategoryReviewer,
        { params, body: { reviewerId: change.reviewer?.id ?? null } },
        { ifMatch },
      )
    case 'set-status':
      return call(
        api.setCategoryStatus,
        { params, body: { status: change.status } },
        { ifMatch },
      )
    case 'done':
    case 'undo':
      return call(
        api.updateCategoryDone,
        { params, body: { action: change.kind === 'done' ? 'DONE' : 'UNDO' } },
        { ifMatch, intent },
      )
  }
}

/**
 * Changes one category. `onStale` says whether it failed because someone else
 * just changed the Tdoc.
 */
export const useChangeCategory = (
  category: api.ReviewCategory,
  onStale: (isStale: boolean) => void,
) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const { id, tdocId } = category
  const key = categoriesQuery(tdocId).queryKey
  return useMutation({
    scope: tdocsInTurn,
    mutationFn: (change: CategoryChange) => {
      const seen =
        queryClient.getQueryData(key)?.find((one) => one.id === id) ?? category
      return send(id, change, `"${seen.tdocVersion}"`, intent)
    },
    meta: {
      done: (answer: api.ReviewCategory, change: CategoryChange) => ({
        message: categoryTransitions[change.kind].done,
        to: categoryText(queryClient, answer, changeText(change)),
      }),
      failed: ({ kind }: CategoryChange) => categoryTransitions[kind].failed,
      prefers: 'reason',
      shown: [412],
    },
    onMutate: () => onStale(false),
    onSuccess: (answer) => {
      queryClient.setQueryData(key, (all) =>
        all?.map((one) =>
          one.id === id ? answer : { ...one, tdocVersion: answer.tdocVersion },
        ),
      )
      updateTdoc(queryClient, answer)
    },
    onError: (error) => onStale(hasStatus(error, 412)),
    // Not awaited: a refused change must not look made until the categories are
    // read again.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
}

const changeText = (change: CategoryChange): string => {
  if (change.kind === 'set-reviewer')
    return change.reviewer ? `reviewer ${change.reviewer.name}` : 'no reviewer'
  if (change.kind === 'set-status')
    return model.categoryStatusLabels[change.status].toLowerCase()
  return change.kind === 'done' ? 'completed' : 'taken back'
}

/** 'Loan 7007450, Collateral: completed' */
const categoryText = (
  queryClient: QueryClient,
  { tdocId, type }: api.ReviewCategory,
  what: string,
) => {
  const tdoc = tdocSeen(queryClient, tdocId)
  return `${tdoc ? `${tdocsText([tdoc])}, ` : ''}${model.categoryTypeLabels[type]}: ${what}`
}

const updateTdoc = (
  queryClient: QueryClient,
  { id, tdocId, type, status, tdocVersion }: api.ReviewCategory,
) =>
  patchTdocs(queryClient, (tdoc) =>
    tdoc.id === tdocId
      ? {
          ...tdoc,
          version: tdocVersion,
          reviewCategories: [
            ...tdoc.reviewCategories.filter((one) => one.id !== id),
            { id, type, status },
          ],
        }
      : tdoc,
  )

export const useAddCategory = (tdocId: string) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const { done, failed } = tdocTransitions['add-category']
  return useMutation({
    scope: tdocsInTurn,
    mutationFn: (type: model.CategoryType) =>
      call(api.addCategory, { body: { tdocId, type } }, { intent }),
    meta: {
      done: (answer: api.ReviewCategory) => ({
        message: done,
        to: categoryText(queryClient, answer, 'to be reviewed'),
      }),
      failed,
      prefers: 'reason',
    },
    onSuccess: (answer) => updateTdoc(queryClient, answer),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
}

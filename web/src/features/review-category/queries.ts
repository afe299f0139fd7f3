import * as api from '@portal/contract/review-category/api'
import {
  type CategoryStatus,
  type CategoryType,
  categoryStatusLabels,
  categoryTypeLabels,
} from '@portal/contract/review-category/model'
import { categoryTransitions } from '@portal/contract/review-category/transitions'
import { tdocTransitions } from '@portal/contract/tdoc/transitions'
import type { Person } from '@portal/contract/user/model'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { hasStatus } from '../../lib/call-error.ts'
import type { Intent } from '../../lib/intent.ts'
import { createStanding } from '../../lib/standing.ts'
import { useIntent } from '../../lib/use-intent.ts'
import { patchTdocs, tdocSeen } from '../tdoc/queries.ts'
import { tdocKey } from '../tdoc/tdoc-key.ts'
import { tdocsText } from '../tdoc/words.ts'
import { tdocsInTurn } from '../tdoc/writes.ts'

/** The review categories of a Tdoc, with their reviewers. */
export const categoriesQuery = (tdocId: string) =>
  queryOptions({
    queryKey: [...tdocKey, 'categories', tdocId],
    queryFn: ({ signal }) => call(api.listCategories, { params: { id: tdocId } }, { signal }),
  })

/** What happened to one category, newest first, ten at a time. */
export const categoryHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...tdocKey, 'category-history', id],
    queryFn: ({ signal, pageParam: page }) =>
      call(api.listCategoryHistory, { params: { id }, query: { page, size: 10 } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
    meta: { quiet: true },
  })

/** What is done to a category. */
export type CategoryChange =
  | { kind: 'set-reviewer'; reviewer: Pick<Person, 'id' | 'name'> | null }
  | { kind: 'set-status'; status: CategoryStatus }
  | { kind: 'done' | 'undo' }

const applied = (category: api.ReviewCategory, change: CategoryChange): api.ReviewCategory => {
  switch (change.kind) {
    case 'set-reviewer':
      return { ...category, reviewer: change.reviewer }
    case 'set-status':
      return { ...category, status: change.status }
    case 'done':
      return { ...category, status: 'COMPLETED' }
    case 'undo':
      return { ...category, status: 'REVIEW_REQUIRED' }
  }
}

/** A category whose change was refused, as it stands at the server. */
const putBack = (category: api.ReviewCategory, before: api.ReviewCategory, { kind }: CategoryChange) =>
  kind === 'set-reviewer' ? { ...category, reviewer: before.reviewer } : { ...category, status: before.status }

const send = (id: string, change: CategoryChange, ifMatch: string, intent: Intent) => {
  const params = { id }
  switch (change.kind) {
    case 'set-reviewer':
      return call(api.setCategoryReviewer, { params, body: { reviewerId: change.reviewer?.id ?? null } }, { ifMatch })
    case 'set-status':
      return call(api.setCategoryStatus, { params, body: { status: change.status } }, { ifMatch })
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
 * Changes one category. It shows at once; refused, it shows again how it stands. Of a Tdoc that somebody else changed in
 * the meantime the panel tells itself.
 */
export const useChangeCategory = (category: api.ReviewCategory, onStale: (isStale: boolean) => void) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const { id, tdocId } = category
  const key = categoriesQuery(tdocId).queryKey
  const [standing] = useState(createStanding<api.ReviewCategory>)
  const patch = (change: (one: api.ReviewCategory) => api.ReviewCategory) =>
    queryClient.setQueryData(key, (all) => all?.map(change))
  return useMutation({
    scope: tdocsInTurn,
    mutationFn: (change: CategoryChange) => {
      const seen = queryClient.getQueryData(key)?.find((one) => one.id === id) ?? category
      return send(id, change, `"${seen.tdocVersion}"`, intent)
    },
    meta: {
      done: (answer: api.ReviewCategory, change: CategoryChange) => ({
        message: categoryTransitions[change.kind].done,
        to: told(queryClient, answer, changedText(change)),
      }),
      failed: ({ kind }: CategoryChange) => categoryTransitions[kind].failed,
      prefers: 'reason',
      shown: [412],
    },
    onMutate: (change) => {
      onStale(false)
      void queryClient.cancelQueries({ queryKey: key })
      standing.hold([queryClient.getQueryData(key)?.find((one) => one.id === id) ?? category])
      patch((one) => (one.id === id ? applied(one, change) : one))
    },
    onSuccess: (answer) => {
      standing.agree([answer])
      patch((one) => (one.id === id ? answer : { ...one, tdocVersion: answer.tdocVersion }))
      keepVersion(queryClient, answer)
    },
    onError: (error, change) => {
      const before = standing.of(id)
      if (before) patch((one) => (one.id === id ? putBack(one, before, change) : one))
      onStale(hasStatus(error, 412))
    },
    onSettled: () => {
      standing.release([id])
      return queryClient.invalidateQueries({ queryKey: tdocKey })
    },
  })
}

const changedText = (change: CategoryChange): string => {
  switch (change.kind) {
    case 'set-reviewer':
      return change.reviewer ? `reviewer ${change.reviewer.name}` : 'no reviewer'
    case 'set-status':
      return categoryStatusLabels[change.status].toLowerCase()
    case 'done':
      return 'completed'
    case 'undo':
      return 'taken back'
  }
}

/** 'Loan 7007450, Collateral: completed' */
const told = (
  queryClient: QueryClient,
  { tdocId, type }: Pick<api.ReviewCategory, 'tdocId' | 'type'>,
  what: string,
) => {
  const tdoc = tdocSeen(queryClient, tdocId)
  return `${tdoc ? `${tdocsText([tdoc])}, ` : ''}${categoryTypeLabels[type]}: ${what}`
}

/** The Tdoc has the version that the change of its category made, and its progress with it. */
const keepVersion = (queryClient: QueryClient, { id, tdocId, type, status, tdocVersion }: api.ReviewCategory) =>
  patchTdocs(queryClient, (tdoc) =>
    tdoc.id === tdocId
      ? {
          ...tdoc,
          version: tdocVersion,
          reviewCategories: [...tdoc.reviewCategories.filter((one) => one.id !== id), { id, type, status }],
        }
      : tdoc,
  )

/** Adds a category to a Tdoc. */
export const useAddCategory = (tdocId: string) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  const { done, failed } = tdocTransitions['add-category']
  return useMutation({
    scope: tdocsInTurn,
    mutationFn: (type: CategoryType) => call(api.addCategory, { body: { tdocId, type } }, { intent }),
    meta: {
      done: (answer: api.ReviewCategory) => ({ message: done, to: told(queryClient, answer, 'to be reviewed') }),
      failed,
      prefers: 'reason',
    },
    onSuccess: (answer) => keepVersion(queryClient, answer),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tdocKey }),
  })
}

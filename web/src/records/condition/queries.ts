import * as api from '@portal/contract/condition/api'
import { conditionMessages } from '@portal/contract/condition/messages'
import type { Condition } from '@portal/contract/condition/model'
import {
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { guidelineKey } from '../guideline/queries.ts'
import {
  afterItem,
  etag,
  inTurn,
  matching,
  readSlvsAgain,
  slvQuery,
  versionSeen,
} from '../slv/queries.ts'

/** The reusable conditions. */
export const conditionLibraryQuery = endpointQuery(
  [...guidelineKey, 'conditions'],
  api.getConditionLibrary,
  {},
)

type ChangedCondition = Condition & { slvVersion: number }

/** Shows a condition as the server has it now. */
export const showCondition = (
  queryClient: QueryClient,
  id: string,
  { slvVersion, ...changed }: ChangedCondition,
) => {
  queryClient.setQueryData(
    slvQuery(id).queryKey,
    (slv) =>
      slv && {
        ...slv,
        conditions: slv.conditions?.map((condition) =>
          condition.id === changed.id ? changed : condition,
        ),
      },
  )
  return afterItem(queryClient, id, slvVersion)
}

type ConditionUpdate = {
  conditionId: string
  body: z.input<typeof api.updateCondition.body>
}

/** Marks a condition, or opens it again. */
export const useUpdateCondition = (id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: inTurn(id),
    mutationFn: ({ conditionId, body }: ConditionUpdate) =>
      call(
        api.updateCondition,
        { params: { id, conditionId }, body },
        matching(versionSeen(queryClient, id)),
      ),
    meta: conditionMessages.update,
    onSuccess: (changed) => showCondition(queryClient, id, changed),
    onError: () => readSlvsAgain(queryClient),
  })
}

type ConditionAnswerCall = {
  conditionId: string
  body: z.input<typeof api.answerCondition.body>
}

/**
 * The seller's answer in words, or with a document of the SLV. It is to one
 * condition, so it doesn't matter what else changed, as by one's own upload.
 */
export const useAnswerCondition = (id: string) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    scope: inTurn(id),
    mutationFn: ({ conditionId, body }: ConditionAnswerCall) =>
      call(
        api.answerCondition,
        { params: { id, conditionId }, body },
        { intent },
      ),
    meta: conditionMessages.answer,
    onSuccess: (changed) => showCondition(queryClient, id, changed),
    onError: () => readSlvsAgain(queryClient),
  })
}

type NewCondition = z.input<typeof api.addCondition.body>

/** Adds a condition to an approval in effect. */
export const useAddCondition = (id: string) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    scope: inTurn(id),
    mutationFn: (body: NewCondition) =>
      call(
        api.addCondition,
        { params: { id }, body },
        { intent, ...matching(versionSeen(queryClient, id)) },
      ),
    meta: { ...conditionMessages.add, shown: [400] },
    onSuccess: ({ slvVersion }) => afterItem(queryClient, id, slvVersion),
    onError: () => readSlvsAgain(queryClient),
  })
}

type LibraryChange = {
  version: number
  items: z.input<typeof api.saveConditionLibrary.body>['items']
}

/** Saves the library; `onSaved` gets the saved and the sent one. */
export const useSaveLibrary = (
  onSaved: (saved: api.ConditionLibrary, sent: LibraryChange) => void,
) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ version, items }: LibraryChange) =>
      call(
        api.saveConditionLibrary,
        { body: { items } },
        { ifMatch: etag(version) },
      ),
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(conditionLibraryQuery.queryKey, saved)
      onSaved(saved, sent)
    },
    // The page shows problems and conflicts itself.
    meta: {
      ...conditionMessages.library,
      shown: [400, 409, 412],
      changes: [guidelineKey],
    },
  })
}

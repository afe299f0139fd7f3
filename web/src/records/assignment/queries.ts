import * as api from '@portal/contract/assignment/api'
import {
  type PlannedAction,
  type Work,
  workOf,
} from '@portal/contract/assignment/model'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import type { ToastAction } from '../../lib/toast.ts'
import { slvKey } from '../slv/slv-key.ts'
import { tdocKey } from '../tdoc/tdoc-key.ts'

/**
 * The rows to assign: these ids, or every row that matches a list's query
 * except some.
 */
export type Chosen =
  | { ids: readonly string[] }
  | { matching: Readonly<Record<string, string>>; except: readonly string[] }

const toKey = (work: Work) =>
  work === 'tdoc' || work === 'tdocReview' ? tdocKey : slvKey

export const workloadQuery = (work: Work) =>
  endpointQuery([...toKey(work), 'workload', work], api.getWorkload, {
    query: { work },
  })

export const planQuery = (
  action: PlannedAction,
  chosen: Chosen,
  personIds: readonly string[],
  balanceOf?: string,
) =>
  queryOptions({
    queryKey: [
      ...toKey(workOf[action]),
      'assignment-plan',
      action,
      chosen,
      personIds,
      balanceOf,
    ],
    queryFn: ({ signal }) => {
      const selection =
        'ids' in chosen
          ? { ids: [...chosen.ids] }
          : { matching: { ...chosen.matching }, except: [...chosen.except] }
      return call(
        api.planAssignment,
        {
          body: { action, ...selection, personIds: [...personIds], balanceOf },
        },
        { signal },
      )
    },
    // Keeps the previous figures while the new plan loads.
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/** The toast button that undoes an assignment; none if nothing changed. */
export const undoAction = (
  queryClient: QueryClient,
  id: string | null,
): ToastAction | undefined => {
  if (id === null) return undefined
  return { label: 'Undo', run: () => undoAssignment(queryClient, id) }
}

/** The dialog or drawer has closed by now, so this can't be a hook. */
const undoAssignment = (queryClient: QueryClient, id: string) => {
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => call(api.undoAssignment, { params: { id } }),
    meta: {
      done: 'Assignment undone',
      failed: 'Failed to undo the assignment',
      prefers: 'reason',
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: slvKey })
      void queryClient.invalidateQueries({ queryKey: tdocKey })
    },
  })
  // The toast says why it failed.
  void mutation.execute(undefined).catch(() => undefined)
}

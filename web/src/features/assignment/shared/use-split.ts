import { type PlannedAction, workOf } from '@portal/contract/assignment/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Chosen,
  planQuery,
  workloadQuery,
} from '../../../records/assignment/queries.ts'

/**
 * The choice of assignees, and the plan with everyone's open work before and
 * after. With `balanceOf`, the plan moves only as much of that person's work as
 * makes everyone's equal.
 */
export const useSplit = (
  action: PlannedAction,
  chosen: Chosen,
  balanceOf?: string,
) => {
  const [personIds, setPersonIds] = useState<readonly string[]>([])
  const workload = useQuery(workloadQuery(workOf[action]))
  const plan = useQuery({
    ...planQuery(action, chosen, personIds, balanceOf),
    enabled: personIds.length > 0,
  })
  return {
    people: workload.data?.items,
    error: workload.error,
    retry: () => void workload.refetch(),
    balanceOf,
    personIds,
    setPersonIds,
    plan: personIds.length > 0 ? plan.data : undefined,
    problem: personIds.length > 0 ? plan.error : null,
    /**
     * Null while the plan isn't for the chosen people, or if no one can take
     * any row.
     */
    assignments:
      personIds.length > 0 &&
      plan.data &&
      !plan.isPlaceholderData &&
      plan.data.assignments.length > 0
        ? plan.data.assignments
        : null,
  }
}
export type Split = ReturnType<typeof useSplit>

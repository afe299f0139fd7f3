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
  const isPlanned = personIds.length > 0
  const plan = useQuery({
    ...planQuery(action, chosen, personIds, balanceOf),
    enabled: isPlanned,
  })
  const isCurrent = isPlanned && !plan.isPlaceholderData
  const assignments = (isCurrent && plan.data?.assignments) || []
  return {
    people: workload.data?.items,
    error: workload.error,
    retry: () => void workload.refetch(),
    balanceOf,
    personIds,
    setPersonIds,
    plan: isPlanned ? plan.data : undefined,
    problem: isPlanned ? plan.error : null,
    /**
     * Null while the plan isn't for the chosen people, or if no one can take
     * any row.
     */
    assignments: assignments.length > 0 ? assignments : null,
  }
}
export type Split = ReturnType<typeof useSplit>

import type { Permission } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { problemsOf } from '../../../lib/call-error.ts'
import { sellersQuery, underwritersQuery } from '../../user/queries.ts'
import type { AssignmentBody, SlvAssignment } from '../queries.ts'

/** What each reassignment calls whoever takes the SLVs over. */
export const assigneeLabels: Record<SlvAssignment, string> = {
  'assign-requests': 'Underwriter',
  'assign-slr': 'SLR reviewer',
  'assign-td': 'Trade desk reviewer',
  'assign-seller': 'Seller',
}

/** What whoever takes the SLVs over must hold; null for sellers, who are chosen from their company. */
const neededOf: Record<SlvAssignment, Permission | null> = {
  'assign-requests': 'myOwn',
  'assign-slr': 'manageSlr',
  'assign-td': 'manageTradeDesk',
  'assign-seller': null,
}

/** Who may take over: active, and holding what the work needs; sellers only of the SLVs' own company. */
export const useAssignees = (action: SlvAssignment, companyName: string | undefined) => {
  const needed = neededOf[action]
  const underwriters = useQuery({ ...underwritersQuery(needed ?? undefined), enabled: needed !== null })
  const sellers = useQuery({
    ...sellersQuery,
    enabled: needed === null,
    select: (people) => people.filter((person) => person.companyName === companyName),
  })
  return needed === null ? sellers : underwriters
}

/** What each reassignment is sent with. */
export const assignmentBodies: {
  [A in SlvAssignment]: (personId: string, proxyLoanIds: string[]) => AssignmentBody<A>
} = {
  'assign-requests': (underwriterId, proxyLoanIds) => ({ underwriterId, proxyLoanIds }),
  'assign-slr': (underwriterManagerId, proxyLoanIds) => ({ underwriterManagerId, proxyLoanIds }),
  'assign-td': (tradeDeskId, proxyLoanIds) => ({ tradeDeskId, proxyLoanIds }),
  'assign-seller': (sellerId, proxyLoanIds) => ({ sellerId, proxyLoanIds }),
}

/** Why each SLV could not be handed over, by id: the server names one as `proxyLoanIds.{id}`. */
export const whysIn = (error: unknown, ids: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    problemsOf(error).flatMap(({ field, error: why }) => {
      const named = field.startsWith('proxyLoanIds.') ? field.slice('proxyLoanIds.'.length) : ''
      return ids.includes(named) ? [[named, why] as const] : []
    }),
  )

import type { QueryClient } from '@tanstack/react-query'
import { keepFor } from '../../lib/owner.ts'
import { brandingQuery, sessionQuery } from './queries.ts'

/** Nobody is signed in any more: leaves by `leave`, then drops all that was read. */
export const forget = async (queryClient: QueryClient, leave: () => Promise<void>) => {
  queryClient.setQueryData(sessionQuery.queryKey, null)
  await leave()
  keepFor(null)
  const kept: readonly unknown[] = [sessionQuery.queryKey[0], brandingQuery.queryKey[0]]
  queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) })
}

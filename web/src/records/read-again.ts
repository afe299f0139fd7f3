import type {
  InvalidateOptions,
  Query,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query'
import { hasStatus } from '../lib/call-error.ts'

/** The keys of an SLV or a Tdoc itself: `['slv', 'detail', id]`. */
const isDetail = ({ queryKey }: Query) => queryKey[1] === 'detail'

const isLost = ({ state }: Query) => hasStatus(state.error, 404)

/**
 * Reads what is on the screen again: SLVs and Tdocs first, then the rest.
 * Nothing more is asked about an item that this person can no longer see.
 */
export async function readAgain(
  queryClient: QueryClient,
  concerns: (query: Query) => boolean,
  options: InvalidateOptions = {},
): Promise<void> {
  await queryClient.invalidateQueries(
    { predicate: (query) => concerns(query) && isDetail(query) },
    options,
  )
  const lostIds = queryClient
    .getQueryCache()
    .findAll({ predicate: (query) => isDetail(query) && isLost(query) })
    .map(({ queryKey }) => queryKey[2])
  const isOfLost = (queryKey: QueryKey) =>
    queryKey.some((part) => lostIds.includes(part))
  await queryClient.invalidateQueries(
    {
      predicate: (query) =>
        concerns(query) && !isDetail(query) && !isOfLost(query.queryKey),
    },
    options,
  )
}

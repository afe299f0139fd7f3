import type { QueryClient } from '@tanstack/react-query'
import { slvQuery } from '../queries.ts'
import { SlvPageSkeleton } from './slv-page-skeleton.tsx'
import { SlvSearch } from './views.ts'

type Loading = { context: { queryClient: QueryClient }; params: { proxyLoanId: string } }

/** What the routes of one SLV have in common; its component stands in each, or the router could not load it by itself. */
export const slvRoute = {
  validateSearch: SlvSearch,
  loader: ({ context, params }: Loading) => context.queryClient.ensureQueryData(slvQuery(params.proxyLoanId)),
  pendingMs: 200,
  pendingComponent: SlvPageSkeleton,
}

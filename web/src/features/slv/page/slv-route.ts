import type { QueryClient } from '@tanstack/react-query'
import { SlvPageSkeleton } from './slv-page-skeleton.tsx'
import { SlvSearch } from './views.ts'

type Loading = { context: { queryClient: QueryClient }; params: { proxyLoanId: string } }

/** What the routes of one SLV have in common; its component stands in each, or the router could not load it by itself. */
export const slvRoute = {
  validateSearch: SlvSearch,
  loader: async ({ context, params }: Loading) => {
    // Not with what everybody loads first: an SLV's own answer is the longest of all.
    const { slvQuery } = await import('../queries.ts')
    return context.queryClient.ensureQueryData(slvQuery(params.proxyLoanId))
  },
  pendingMs: 200,
  pendingComponent: SlvPageSkeleton,
}

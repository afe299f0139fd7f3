import type { QueryClient } from '@tanstack/react-query'
import { SlvPageSkeleton } from './slv-page-skeleton.tsx'
import { SlvSearch } from './views.ts'

/** What the routes of an SLV share. Each has its own component, so that the router can split it off. */
export const slvRoute = {
  validateSearch: SlvSearch,
  loader: async ({ context, params }: { context: { queryClient: QueryClient }; params: { proxyLoanId: string } }) => {
    // Loaded on demand: the schema of an SLV is the largest of all.
    const { slvQuery } = await import('../queries.ts')
    return context.queryClient.ensureQueryData(slvQuery(params.proxyLoanId))
  },
  pendingMs: 200,
  pendingComponent: SlvPageSkeleton,
}

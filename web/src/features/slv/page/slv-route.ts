import { getKeys } from '@portal/contract/lib/typed'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { HistorySearch } from '../../../records/history/address.ts'
import { PageSkeleton } from '../../../ui/skeletons.tsx'

export const sideTabLabels = {
  documents: 'Documents',
  conversation: 'Conversation',
  history: 'History',
}
export type SideTab = keyof typeof sideTabLabels
const sideTabs = getKeys(sideTabLabels)

export const SlvSearch = z.object({
  tab: z.enum(sideTabs).optional().catch(undefined),
  round: z.coerce.number().int().min(0).max(1000).optional().catch(undefined),
  ...HistorySearch.shape,
})
export type SlvSearch = z.infer<typeof SlvSearch>

/** Each screen of an SLV, and the list that it belongs to. */
export const slvViews = {
  review: '/slv',
  manage: '/slv',
  company: '/slv',
  slr: '/slv?tableMode=SLR',
  tradeDesk: '/slv?tableMode=TRADE_DESK',
  postClose: '/slv',
  department: '/slv/department',
  transferred: '/slv/department?departmentTableMode=TRANSFERRED',
} as const
export type SlvView = keyof typeof slvViews

/**
 * What the routes of an SLV share. Each has its own component, so that the
 * router can split it off.
 */
export const slvRoute = {
  validateSearch: SlvSearch,
  loader: async ({
    context,
    params,
  }: {
    context: { queryClient: QueryClient }
    params: { proxyLoanId: string }
  }) => {
    const { queryClient } = context
    // Loaded on demand: the schema of an SLV is the largest of all.
    const { slvQuery } = await import('../../../records/slv/queries.ts')
    const slv = await queryClient.ensureQueryData(slvQuery(params.proxyLoanId))
    // At the top of the page, which would shift if they loaded later: the story
    // for those who read it, and the decision of the round before.
    const hasStory = slv.statusComment !== undefined
    if (hasStory || slv.resubmitCount > 0) {
      const queries = await import('../../../records/history/queries.ts')
      await Promise.all([
        hasStory && queryClient.prefetchQuery(queries.storyQuery(slv.id)),
        slv.resubmitCount > 0 &&
          queryClient.prefetchQuery({
            ...queries.roundQuery(slv.id, slv.resubmitCount - 1),
            meta: { quiet: true },
          }),
      ])
    }
    return slv
  },
  pendingMs: 200,
  pendingComponent: PageSkeleton,
}

import { z } from 'zod'
import { keysOf } from '../../../lib/records.ts'
import { HistorySearch } from '../../history/shared/address.ts'

export const sideId = 'slv-side'

export const sideTabLabels = {
  decision: 'Decision',
  documents: 'Documents',
  conversation: 'Conversation',
  history: 'History',
}
export type SideTab = keyof typeof sideTabLabels
export const sideTabs = keysOf(sideTabLabels)

export const SlvSearch = z.object({
  tab: z.enum(sideTabs).optional().catch(undefined),
  round: z.coerce.number().int().min(0).max(1000).optional().catch(undefined),
  ...HistorySearch.shape,
})
export type SlvSearch = z.infer<typeof SlvSearch>

export const slvViews = {
  review: { list: '/slv', tab: null },
  manage: { list: '/slv', tab: 'decision' },
  company: { list: '/slv', tab: null },
  slr: { list: '/slv?tableMode=SLR', tab: 'decision' },
  tradeDesk: { list: '/slv?tableMode=TRADE_DESK', tab: 'decision' },
  postClose: { list: '/slv', tab: 'decision' },
  department: { list: '/slv/department', tab: null },
  transferred: { list: '/slv/department?departmentTableMode=TRANSFERRED', tab: null },
} as const satisfies Record<string, { list: string; tab: SideTab | null }>
export type SlvView = keyof typeof slvViews

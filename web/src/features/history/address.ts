import { day } from '@portal/contract/lib/fields'
import { z } from 'zod'

/** What of the history is read: what happened, what was edited, or which files came and went. */
export const historyViews = ['timeline', 'edits', 'documents'] as const
export type HistoryView = (typeof historyViews)[number]

const words = z.string().max(5000).optional().catch(undefined)
const civilDay = day.optional().catch(undefined)

/**
 * What of the history stands in the address of an SLV's page; lists are joined with a comma. Every visit loads this with
 * the routes, so it knows nothing else.
 */
export const HistorySearch = z.object({
  history: z.enum(historyViews).optional().catch(undefined),
  who: words,
  what: words,
  from: civilDay,
  to: civilDay,
})
export type HistorySearch = z.infer<typeof HistorySearch>

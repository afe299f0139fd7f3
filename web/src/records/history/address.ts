import { day } from '@portal/contract/lib/fields'
import { z } from 'zod'

/**
 * The views of the history: all that happened, the edits, or the added and
 * deleted files.
 */
export const historyViews = ['timeline', 'edits', 'documents'] as const
export type HistoryView = (typeof historyViews)[number]

const words = z.string().max(5000).optional().catch(undefined)
const civilDay = day.optional().catch(undefined)

/**
 * What the history keeps in the address of an SLV's page; lists are joined with
 * a comma. Every visit loads this with the routes, so it imports little.
 */
export const HistorySearch = z.object({
  history: z.enum(historyViews).optional().catch(undefined),
  who: words,
  what: words,
  from: civilDay,
  to: civilDay,
})
export type HistorySearch = z.infer<typeof HistorySearch>

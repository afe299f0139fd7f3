import {
  type HistoryAction,
  type HistoryEntry,
  searchHistory,
} from '@portal/contract/history/api'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { slvKey } from '../../../records/slv/slv-key.ts'

/** The actions that leave an internal comment for the underwriter or a desk. */
const commentActions: HistoryAction[] = [
  'set-pending-documents',
  'set-slr-pending',
  'set-slr-pending-info',
  'set-slr-info-received',
  'set-slr-completed',
  'set-td-pending',
  'set-td-completed',
]

/**
 * The entries of an SLV's history with an internal comment for the buyer's
 * staff, newest first.
 */
export const deskCommentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...slvKey, 'desk-comments', id],
    queryFn: async ({ signal }) => {
      const body = { page: 1, size: 100, actions: commentActions }
      const { items } = await call(
        searchHistory,
        { params: { id }, body },
        { signal },
      )
      return items
    },
    meta: { quiet: true },
  })

/**
 * A person's comment on an SLV in a round: who, when, and the price in bps that
 * they set.
 */
export type DeskComment = {
  author: string
  at: string
  comment: string | null
  price: number | null
}

const priceIn = ({ changes }: HistoryEntry): number | null => {
  const price = changes.find(({ field }) => field === 'priceAdjustment')?.after
  return typeof price === 'number' ? price : null
}

const toComment = (entry: HistoryEntry | undefined): DeskComment | null =>
  entry
    ? {
        author: entry.actorName,
        at: entry.at,
        comment: entry.comment,
        price: priceIn(entry),
      }
    : null

/**
 * The recommendations of a round, and its last comment unless that is one of
 * them. `entries` are newest first.
 */
export const readDeskComments = (
  entries: readonly HistoryEntry[],
  round: number,
) => {
  const ofRound = entries.filter(({ resubmitCount }) => resubmitCount === round)
  const last = (action: HistoryAction) =>
    ofRound.find((entry) => entry.action === action)
  const [slr, tradeDesk] = [last('set-slr-completed'), last('set-td-completed')]
  const lastComment = ofRound.find(
    ({ comment }) => comment !== null && comment !== '',
  )
  const isRecommendation =
    lastComment !== undefined &&
    (lastComment === slr || lastComment === tradeDesk)
  return {
    slr: toComment(slr),
    tradeDesk: toComment(tradeDesk),
    last: isRecommendation ? null : toComment(lastComment),
  }
}

/**
 * Who set the price of a decision that isn't final: the trade desk, unless
 * someone changed it since.
 */
export const priceAuthor = (
  slv: Pick<SlvDetail, 'priceAdjustment'>,
  tradeDesk: DeskComment | null,
): string | null =>
  tradeDesk !== null &&
  tradeDesk.price !== null &&
  tradeDesk.price === slv.priceAdjustment
    ? tradeDesk.author
    : null

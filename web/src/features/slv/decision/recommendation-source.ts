import type { HistoryAction, HistoryEntry } from '@portal/contract/history/api'
import type { SlvDetail } from '@portal/contract/slv/answers'

/** What someone said about an SLV in a round: who, when, and the price in bps that they left. */
export type DeskComment = { author: string; at: string; comment: string | null; price: number | null }

const priceIn = ({ changes }: HistoryEntry): number | null => {
  const price = changes.find(({ field }) => field === 'priceAdjustment')?.after
  return typeof price === 'number' ? price : null
}

const toComment = (entry: HistoryEntry | undefined): DeskComment | null =>
  entry ? { author: entry.actorName, at: entry.at, comment: entry.comment, price: priceIn(entry) } : null

/** The recommendations of a round, and its last comment unless that is one of them. `entries` are newest first. */
export const readDeskComments = (entries: readonly HistoryEntry[], round: number) => {
  const ofRound = entries.filter(({ resubmitCount }) => resubmitCount === round)
  const last = (action: HistoryAction) => ofRound.find((entry) => entry.action === action)
  const [slr, tradeDesk] = [last('set-slr-completed'), last('set-td-completed')]
  const lastComment = ofRound.find(({ comment }) => comment !== null && comment !== '')
  const isRecommendation = lastComment !== undefined && (lastComment === slr || lastComment === tradeDesk)
  return {
    slr: toComment(slr),
    tradeDesk: toComment(tradeDesk),
    last: isRecommendation ? null : toComment(lastComment),
  }
}

/** Who left the price of a decision that isn't final: the trade desk, unless someone changed it since. */
export const priceAuthor = (slv: Pick<SlvDetail, 'priceAdjustment'>, tradeDesk: DeskComment | null): string | null =>
  tradeDesk !== null && tradeDesk.price !== null && tradeDesk.price === slv.priceAdjustment ? tradeDesk.author : null

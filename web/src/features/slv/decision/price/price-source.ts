import type { StoryItem } from '@portal/contract/history/story'
import type { SlvDetail } from '@portal/contract/slv/answers'

/**
 * Who set the price of a decision that isn't final: the trade desk, unless
 * someone changed it since.
 */
export const priceAuthor = (
  { priceAdjustment }: Pick<SlvDetail, 'priceAdjustment'>,
  story: readonly StoryItem[],
): string | null => {
  const advice = story.find(({ kind }) => kind === 'TRADE_DESK')
  const isTheirs = advice?.price != null && advice.price === priceAdjustment
  return isTheirs ? advice.by : null
}

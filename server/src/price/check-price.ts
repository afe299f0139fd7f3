import type { PriceGrid } from '@portal/contract/price/model'
import {
  changedSuggestionText,
  differsFromSuggestion,
  suggestPrice,
} from '@portal/contract/price/suggestion'
import type { Decision } from '@portal/contract/slv/status'
import { conflict } from '../lib/errors.ts'

type Checked = {
  decision: Decision
  round: Parameters<typeof suggestPrice>[0]
  grid: PriceGrid
  price: number | null | undefined
  /** The suggestion that the caller saw, if they say so. */
  seen: number | null | undefined
}

/**
 * The suggested price of an approval, and whether it has another price. Throws
 * 409 if the caller prepared another price with an earlier suggestion.
 */
export function checkPrice({ decision, round, grid, price, seen }: Checked) {
  const suggestion = decision === 'APPROVED' ? suggestPrice(round, grid) : null
  const suggestedTotal = suggestion?.total ?? null
  const hasOwnPrice = differsFromSuggestion(price, suggestedTotal)
  const isChanged = seen !== undefined && seen !== suggestedTotal
  if (suggestedTotal !== null && hasOwnPrice && isChanged)
    throw conflict(changedSuggestionText(seen, suggestedTotal))
  return { suggestion, suggestedTotal, hasOwnPrice }
}

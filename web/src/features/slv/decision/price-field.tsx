import { Anchor } from '@mantine/core'
import { differsFromSuggestion } from '@portal/contract/price/suggestion'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { bps } from '../../../lib/text/format.ts'
import { DecisionField } from './decision-field.tsx'
import { priceDollars } from './outcome-text.ts'
import { priceAuthor } from './price-source.ts'
import type { ReviewDraft } from './review-draft.ts'
import { useStory } from './story-strip.tsx'
import type { Answers } from './use-answers.ts'
import { suggestedTotal, typedPrice } from './use-proposal.ts'

type PriceFieldProps = { slv: SlvDetail; draft: ReviewDraft; answers: Answers }

/**
 * The price, with the suggested one and the trade desk's to take with one
 * click. Another price than the suggested one asks for a reason.
 */
export const PriceField = ({ slv, draft, answers }: PriceFieldProps) => {
  const price = typedPrice(draft)
  const suggested = suggestedTotal(slv, answers)
  const needsReason = price !== null && differsFromSuggestion(price, suggested)
  return (
    <>
      <DecisionField
        slv={slv}
        name="priceAdjustment"
        draft={draft}
        source={<PriceNotes slv={slv} draft={draft} suggested={suggested} />}
      />
      {needsReason && (
        <DecisionField slv={slv} name="priceReason" draft={draft} />
      )}
    </>
  )
}

type PriceNotesProps = Pick<PriceFieldProps, 'slv' | 'draft'> & {
  suggested: number | null
}

/** Beside the price: whose it is, what it is in dollars, and other offers. */
const PriceNotes = ({ slv, draft, suggested }: PriceNotesProps) => {
  const price = typedPrice(draft)
  const story = useStory(slv)
  const tradeDesk = story.find(({ kind }) => kind === 'TRADE_DESK')
  const author = priceAuthor({ priceAdjustment: price }, story)
  const use = (offered: number) => {
    draft.type('priceAdjustment', String(offered))
    draft.saveNow()
  }
  return (
    <>
      {price !== null &&
        slv.loanAmount !== null &&
        `${priceDollars(price, slv.loanAmount)} `}
      {author && `from ${author}, trade desk `}
      {price !== null && price === suggested && 'suggested'}
      <Offer price={suggested} current={price} source="suggested" onUse={use} />
      <Offer
        price={tradeDesk?.price ?? null}
        current={price}
        source="trade desk"
        onUse={use}
      />
    </>
  )
}

type OfferProps = {
  price: number | null
  current: number | null
  source: string
  onUse: (price: number) => void
}

/** A price that isn't the current one, as a button that takes it. */
const Offer = ({ price, current, source, onUse }: OfferProps) => {
  if (price === null || price === current) return null
  return (
    <Anchor
      component="button"
      type="button"
      size="xs"
      me={6}
      title="Use this price"
      onClick={() => onUse(price)}
    >
      {bps(price)} {source}
    </Anchor>
  )
}

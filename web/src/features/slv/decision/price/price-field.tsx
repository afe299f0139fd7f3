import { differsFromSuggestion } from '@portal/contract/price/suggestion'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { DecisionField } from '../decision-field.tsx'
import type { ReviewDraft } from '../review-draft.ts'
import { useStory } from '../story-strip.tsx'
import type { Answers } from '../use-answers.ts'
import { suggestedTotal, typedPrice } from '../use-proposal.ts'
import { Offer, PriceNote } from './price-note.tsx'
import { priceAuthor } from './price-source.ts'

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
      <PriceNote
        price={price}
        suggested={suggested}
        loanAmount={slv.loanAmount}
        onUse={use}
      >
        {author && `from ${author}, trade desk `}
      </PriceNote>
      <Offer
        price={tradeDesk?.price ?? null}
        current={price}
        source="trade desk"
        onUse={use}
      />
    </>
  )
}

import { Anchor } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { ReactNode } from 'react'
import { bps } from '../../../../lib/text/format.ts'
import { priceDollars } from '../outcome-text.ts'

type PriceNoteProps = Pick<SlvDetail, 'loanAmount'> & {
  /** As it is typed; null without a number. */
  price: number | null
  /** What the price grid suggests in all; null without a suggestion. */
  suggested: number | null
  onUse: (price: number) => void
  /** Whose price it is. */
  children?: ReactNode
}

/**
 * Beside a price: what it is in dollars, and the suggested one to take with one
 * click.
 */
export const PriceNote = ({
  price,
  suggested,
  loanAmount,
  onUse,
  children,
}: PriceNoteProps) => (
  <>
    {price !== null &&
      loanAmount !== null &&
      `${priceDollars(price, loanAmount)} `}
    {children}
    {price !== null && price === suggested && 'suggested'}
    <Offer price={suggested} current={price} source="suggested" onUse={onUse} />
  </>
)

type OfferProps = {
  price: number | null
  current: number | null
  source: string
  onUse: (price: number) => void
}

/** A price that isn't the current one, as a button that takes it. */
export const Offer = ({ price, current, source, onUse }: OfferProps) => {
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

/** The suggested price on the page of those who don't decide. */
export const SuggestedPriceText = ({ slv }: { slv: SlvDetail }) => {
  const total = slv.suggestedPrice?.total ?? null
  if (total === null) return null
  const dollars =
    slv.loanAmount === null ? '' : ` · ${priceDollars(total, slv.loanAmount)}`
  return (
    <span>
      Suggested price <b>{bps(total)}</b>
      {dollars}
    </span>
  )
}

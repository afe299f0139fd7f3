import type { SlvRow } from '@portal/contract/slv/row'

/** What people call an SLV: its loan's number. */
export const numberOf = (slv: Pick<SlvRow, 'buyerLoan' | 'sellerLoan'>): string =>
  slv.buyerLoan ?? slv.sellerLoan ?? 'No loan number'

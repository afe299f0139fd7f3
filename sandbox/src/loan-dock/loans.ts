import type { Loan } from '@portal/contract/loan/model'
import { randomFrom } from '../lib/random.ts'
import { newSeller, sellers } from './accounts.ts'
import { drawLoan } from './draw-loan.ts'

const firstLoanNumber = 7_001_000
const seed = 20_261
/**
 * From here on, loans are the new seller's. No demo data uses them, so the portal
 * doesn't know the company.
 */
const firstOfNewSeller = 9_980

/**
 * Draws `count` loans as of the day `asOf` ('yyyy-MM-dd'). The same arguments
 * give the same loans.
 */
export const drawLoans = (count: number, asOf: string): Loan[] => {
  const random = randomFrom(seed)
  const byShare = sellers.map((seller) => [seller, seller.share] as const)
  return Array.from({ length: count }, (_, index) => {
    const drawn = random.weighted(byShare)
    const isOfNewSeller = index >= firstOfNewSeller
    const { company, loanPrefix, accounts } = isOfNewSeller ? newSeller : drawn
    // 7,919 and a million have no common factor, so no two loans share a
    // number, and neighbors look unrelated.
    const number = String((index * 7_919 + 100_003) % 1_000_000).padStart(
      6,
      '0',
    )
    const origin = {
      loanNumber: String(firstLoanNumber + index),
      sellerLoanNumber: `${loanPrefix}-${number}`,
      seller: { corrId: company.corrId, name: company.name },
      contactEmail: random.pick(accounts).email,
    }
    return drawLoan(random, origin, asOf)
  })
}

const fold = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Finds loans by number and by search. */
export const createLoanIndex = (loans: readonly Loan[]) => {
  const byNumber = new Map<string, Loan>()
  for (const loan of loans)
    byNumber.set(loan.loanNumber, loan).set(loan.sellerLoanNumber ?? '', loan)
  const entries = loans.map((loan) => ({
    loan,
    text: fold(
      [
        loan.loanNumber,
        loan.sellerLoanNumber,
        loan.borrowerLastName,
        loan.seller.name,
      ].join('\n'),
    ),
  }))
  return {
    /** By the buyer's or the seller's loan number, in any letter case. */
    find: (number: string): Loan | undefined =>
      byNumber.get(number.trim().toUpperCase()),
    /**
     * In order of loan number; searches both numbers, the borrower and the
     * seller, ignoring case and accents.
     */
    search: (text: string, sellerCorrId?: string): Loan[] =>
      entries
        .filter(
          (one) =>
            (!sellerCorrId || one.loan.seller.corrId === sellerCorrId) &&
            one.text.includes(fold(text)),
        )
        .map(({ loan }) => loan),
  }
}
export type LoanIndex = ReturnType<typeof createLoanIndex>

import { randomFrom } from '../lib/random.ts'
import { sellers } from './companies.ts'
import { drawLoan } from './draw-loan.ts'
import type { Account, Loan } from './model.ts'

const firstLoanNumber = 7_001_000
const seed = 20_261
const stride = 7_919

/** The loans of LoanDock, found by either number or searched. */
export type LoanBook = {
  size: number
  loans: readonly Loan[]
  /** By the buyer's or the seller's loan number, in any letter case; null when there is none. */
  find: (number: string) => Loan | null
  /** In order of loan number; `search` looks into both numbers, the borrower and the seller, blind to case and accents. */
  search: (query: { search?: string; sellerCorrId?: string; page: number; size: number }) => {
    items: Loan[]
    total: number
  }
}

/** Draws `count` loans as they stand on `asOf` ('yyyy-MM-dd'). The same arguments give the same loans. */
export const drawLoans = (count: number, asOf: string, accounts: readonly Account[]): Loan[] => {
  const random = randomFrom(seed)
  const byShare = sellers.map((seller) => {
    const contacts = accounts.filter((account) => account.company.corrId === seller.corrId).map(({ email }) => email)
    return [{ seller, contacts }, seller.share] as const
  })
  return Array.from({ length: count }, (_, index) => {
    const { seller, contacts } = random.weighted(byShare)
    // The stride is prime to a million, so no two loans share a number, and neighbours look unrelated.
    const sellerLoanNumber = `${seller.loanPrefix}-${String((index * stride + 100_003) % 1_000_000).padStart(6, '0')}`
    const loanNumber = String(firstLoanNumber + index)
    return drawLoan(random, { seller, contactEmail: random.pick(contacts), loanNumber, sellerLoanNumber, asOf })
  })
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Puts the loans where they can be found. */
export const openLoanBook = (loans: readonly Loan[]): LoanBook => {
  const byNumber = new Map<string, Loan>()
  for (const loan of loans) byNumber.set(loan.loanNumber, loan).set(loan.sellerLoanNumber.toUpperCase(), loan)
  const entries = loans.map((loan) => ({
    loan,
    text: fold([loan.loanNumber, loan.sellerLoanNumber, loan.borrowerLastName, loan.seller.name].join('\n')),
  }))

  return {
    size: loans.length,
    loans,
    find: (number) => byNumber.get(number.trim().toUpperCase()) ?? null,
    search: ({ search = '', sellerCorrId, page, size }) => {
      const wanted = fold(search.trim())
      const found = entries.filter(
        ({ loan, text }) => (!sellerCorrId || loan.seller.corrId === sellerCorrId) && text.includes(wanted),
      )
      return { items: found.slice((page - 1) * size, page * size).map(({ loan }) => loan), total: found.length }
    },
  }
}

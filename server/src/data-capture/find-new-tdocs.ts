import type { Loan } from '@portal/contract/loan/model'
import type { Db } from '../lib/database/db.ts'
import type { FoundLoan } from './find-effect.ts'
import { findVendorLoans, type KnownTdoc } from './find-known.ts'
import type { Answer } from './read-capture.ts'

type Sources = {
  vendorId: string
  /** By the lower-case image file name. */
  known: ReadonlyMap<string, KnownTdoc>
  loans: ReadonlyMap<string, FoundLoan>
}

/**
 * The answers that may create a Tdoc, with their loans: their image is new, and
 * the loan is of third-party review or one of the vendor's.
 */
export async function findNewTdocs(
  db: Db,
  answers: readonly Answer[],
  { vendorId, known, loans }: Sources,
): Promise<{ answer: Answer; loan: Loan }[]> {
  const candidates = answers.flatMap((answer) => {
    const loan = loans.get(answer.buyerLoanNumber)
    const isKnown = known.has(answer.imageFileName.toLowerCase())
    if (isKnown || answer.tprResponse === undefined) return []
    return !loan || loan === 'UNREADABLE' ? [] : [{ answer, loan }]
  })
  const others = candidates.flatMap(({ loan }) =>
    loan.kind === 'TPR' ? [] : [loan.loanNumber],
  )
  const vendorLoans = await findVendorLoans(db, vendorId, others)
  return candidates.filter(
    ({ loan }) => loan.kind === 'TPR' || vendorLoans.has(loan.loanNumber),
  )
}

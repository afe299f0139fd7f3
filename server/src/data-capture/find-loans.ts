import type { Db } from '../lib/database/db.ts'
import {
  type LoanDock,
  UnreadableAnswer,
} from '../lib/integrations/loan-dock.ts'
import type { FoundLoan } from './find-effect.ts'
import { findByImages, isSameLoan } from './find-known.ts'
import type { CaptureLine } from './read-capture.ts'

const loanDockCallsAtOnce = 8

/**
 * The loan numbers to look up: those that differ from the number of the image's
 * Tdoc, and those of new images.
 */
export async function findLoanNumbers(
  db: Db,
  createsTdocs: boolean,
  lines: readonly CaptureLine[],
): Promise<string[]> {
  const answers = lines.flatMap((line) =>
    'answer' in line ? [line.answer] : [],
  )
  const known = await findByImages(db, answers)
  const lookedUp = answers.filter((answer) => {
    const tdoc = known.get(answer.imageFileName.toLowerCase())
    return tdoc ? !isSameLoan(tdoc, answer) : createsTdocs
  })
  return [...new Set(lookedUp.map(({ buyerLoanNumber }) => buyerLoanNumber))]
}

/**
 * Looks loans up in LoanDock. Throws loan_dock_failed (502), also for
 * unreadable answers unless they are accepted.
 */
export async function findLoans(
  loanDock: LoanDock,
  numbers: readonly string[],
  acceptsUnreadable: boolean,
): Promise<Map<string, FoundLoan>> {
  const loans = new Map<string, FoundLoan>()
  const find = (number: string): Promise<FoundLoan> =>
    loanDock.findLoan(number).catch((error) => {
      if (acceptsUnreadable && error instanceof UnreadableAnswer)
        return 'UNREADABLE'
      throw error
    })
  const left = [...numbers]
  const worker = async () => {
    for (let number = left.pop(); number !== undefined; number = left.pop())
      loans.set(number, await find(number))
  }
  await Promise.all(Array.from({ length: loanDockCallsAtOnce }, worker))
  return loans
}

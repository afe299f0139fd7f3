import type { Loan } from '@portal/contract/loan/model'
import type { LoanDock } from '../lib/loan-dock.ts'

const atOnce = 8

/** What LoanDock says of loans, each asked for once; in between nothing is in a transaction. */
export function findLoans(loanDock: LoanDock) {
  const found = new Map<string, Loan | null>()
  return {
    /** Asks for those that were not asked for before. Throws loan_dock_failed (502). */
    learn: async (numbers: readonly string[]): Promise<void> => {
      const missing = [...new Set(numbers)].filter((number) => !found.has(number))
      const worker = async () => {
        for (let number = missing.pop(); number !== undefined; number = missing.pop())
          found.set(number, await loanDock.findLoan(number))
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
    },
    get: (number: string): Loan | null | undefined => found.get(number),
  }
}

import type { Loan } from '@portal/contract/loan/model'
import { type LoanDock, UnreadableAnswer } from '../lib/loan-dock.ts'

const atOnce = 8
/** So many loans are remembered: rows of one loan stand together in a file, and a long file names many. */
const mostKept = 2000

/** A loan; null where LoanDock knows none such; or it answers something that cannot be read. */
export type FoundLoan = Loan | null | 'UNREADABLE'

/**
 * What LoanDock says of loans, each asked for once as a rule; in between nothing is in a transaction. Throws
 * loan_dock_failed (502), also for what cannot be read, unless such answers are taken as they are.
 */
export function findLoans(loanDock: LoanDock, { takesUnreadable = false } = {}) {
  let kept = new Map<string, FoundLoan>()
  const find = (number: string): Promise<FoundLoan> =>
    loanDock.findLoan(number).catch((error) => {
      if (takesUnreadable && error instanceof UnreadableAnswer) return 'UNREADABLE' as const
      throw error
    })
  return async (numbers: readonly string[]): Promise<ReadonlyMap<string, FoundLoan>> => {
    const missing = [...new Set(numbers)].filter((number) => !kept.has(number))
    if (kept.size + missing.length > mostKept) kept = new Map([...kept].filter(([number]) => numbers.includes(number)))
    const worker = async () => {
      for (let number = missing.pop(); number !== undefined; number = missing.pop())
        kept.set(number, await find(number))
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return kept
  }
}

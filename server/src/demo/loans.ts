import type { Loan } from '@portal/contract/loan/model'
import type { Sample } from './outside.ts'
import type { Random } from './random.ts'

/** What a story needs of its loan. Days are civil days. */
export type Wanted = {
  type: 'PRE' | 'POST'
  /** When the SLV is opened, and when its story ends. */
  from: string
  to: string
}

/** Whether these things can have happened to this loan: before its closing for a PRE, after it for a POST. */
const fits = (loan: Loan, { type, from, to }: Wanted): boolean => {
  if (type === 'POST') return loan.noteDate !== null && loan.noteDate < from
  const isStillOpen = loan.noteDate === null || loan.noteDate > to
  return isStillOpen && loan.originalLockDate !== null && loan.originalLockDate <= from
}

/** The loan as LoanDock had it on that day: one that closed later was still open. */
export const asOf = (loan: Loan, day: string): Loan =>
  loan.noteDate === null || loan.noteDate <= day
    ? loan
    : { ...loan, status: 'In Underwriting', kind: 'ACTIVE', isClosed: false, noteDate: null }

/**
 * Hands out loans, each once: of the one seller when asked for, else from the sample of all; one that fits, or where
 * LoanDock has few, any.
 */
export function loanShelf(random: Random, { all, ofOne }: Sample) {
  const shelves = { all: random.shuffled(all), ofOne: random.shuffled(ofOne) }
  const taken = new Set<string>()
  return (shelf: keyof Sample, wanted: Wanted): Loan => {
    const left = shelves[shelf].filter(({ loanNumber }) => !taken.has(loanNumber))
    const loan = left.find((one) => fits(one, wanted)) ?? left[0]
    if (!loan) throw new Error('LoanDock has too few loans for the demo: set DEMO=false to start without it')
    taken.add(loan.loanNumber)
    return loan
  }
}

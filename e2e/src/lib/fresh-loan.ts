import { createHash } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import type { Loan } from '@portal/contract/loan/model'

/** All loans of one seller at LoanDock, in order of their numbers. */
export async function loansOf(request: APIRequestContext, loanDockUrl: string, corrId: string): Promise<Loan[]> {
  const loans: Loan[] = []
  for (let page = 1; ; page++) {
    const answer = await request.get(`${loanDockUrl}/loans`, { params: { sellerCorrId: corrId, size: 100, page } })
    expect(answer.status()).toBe(200)
    const { items, total }: { items: Loan[]; total: number } = await answer.json()
    loans.push(...items)
    if (loans.length >= total || items.length === 0) return loans
  }
}

type Taker = { testId: string; parallelIndex: number; workers: number }

/**
 * Those of `loans` that a test may take, in the order in which it tries them. No two workers share one, and each test
 * starts elsewhere: so stories meet neither each other nor, mostly, what an earlier run against the same portal left.
 */
export function loansFor({ testId, parallelIndex, workers }: Taker, loans: readonly Loan[]): Loan[] {
  const own = loans.filter((_, index) => index % workers === parallelIndex)
  const start = createHash('sha256').update(testId).digest().readUInt32BE() % Math.max(own.length, 1)
  return [...own.slice(start), ...own.slice(0, start)]
}

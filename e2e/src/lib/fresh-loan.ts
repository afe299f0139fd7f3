import { createHash } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import type { Loan } from '@portal/contract/loan/model'

/** All loans of one seller at LoanDock, in order of their numbers. */
export async function loansOf(
  request: APIRequestContext,
  loanDockUrl: string,
  corrId: string,
): Promise<Loan[]> {
  const loans: Loan[] = []
  for (let page = 1; ; page++) {
    const answer = await request.get(`${loanDockUrl}/loans`, {
      params: { sellerCorrId: corrId, size: 100, page },
    })
    expect(answer.status()).toBe(200)
    const { items, total }: { items: Loan[]; total: number } =
      await answer.json()
    loans.push(...items)
    if (loans.length >= total || items.length === 0) return loans
  }
}

type TestInfo = { testId: string; parallelIndex: number; workers: number }

/**
 * The loans that a test may use, in order. Workers share none, and each test
 * starts at another one, so stories don't interfere with each other or, mostly,
 * with an earlier run against the same portal.
 */
export function loansFor(
  { testId, parallelIndex, workers }: TestInfo,
  loans: readonly Loan[],
): Loan[] {
  const own = loans.filter((_, index) => index % workers === parallelIndex)
  const start =
    createHash('sha256').update(testId).digest().readUInt32BE() %
    Math.max(own.length, 1)
  return [...own.slice(start), ...own.slice(0, start)]
}

import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type TestFixture,
} from '@playwright/test'
import { getKeys, toRecord } from '@portal/contract/lib/typed'
import type { Loan } from '@portal/contract/loan/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { assignTo, draftOf, post } from './calls.ts'
import { loansFor, loansOf } from './fresh-loan.ts'
import { recordToasts } from './page.ts'
import {
  type Account,
  accounts,
  loanDockUrl,
  portalUrl,
  type Someone,
  signIn,
} from './people.ts'

type Fixtures = Record<Account, Someone> & {
  /** Signs someone in, in a separate browser context. */
  as: (account: Account, options?: BrowserContextOptions) => Promise<Someone>
  /** An open loan of ACME that has no SLV yet; each call returns another. */
  freshLoan: (isWanted?: (loan: Loan) => boolean) => Promise<Loan>
  /** A request of the seller's that is ready to be sent. */
  draft: SlvDetail
  /** Makes an SLV of the seller's that the underwriter reviews. */
  newSlvInReview: () => Promise<SlvDetail>
  slvInReview: SlvDetail
}

type WorkerFixtures = { openLoans: Loan[] }

/** `request` is signed in as someone who sees all SLVs of the company. */
async function hasSlv(
  request: APIRequestContext,
  { loanNumber }: Loan,
): Promise<boolean> {
  const response = await request.get('/api/v1/proxy-loans', {
    params: { tableMode: 'MY_COMPANY', search: loanNumber, size: 1 },
  })
  const { total } = await response.json()
  return total > 0
}

/**
 * Each account is a fixture: a test that names `seller` gets the seller at
 * their own browser.
 */
const people = toRecord(
  getKeys(accounts),
  (account): TestFixture<Someone, Fixtures> =>
    async ({ as }, use) =>
      use(await as(account)),
)

export const test = base.extend<Fixtures, WorkerFixtures>({
  ...people,
  context: async ({ context }, use) => {
    await context.addInitScript(recordToasts)
    await use(context)
  },
  as: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (account, options = {}) => {
      const context = await browser.newContext({
        baseURL: portalUrl(),
        ...options,
      })
      contexts.push(context)
      await context.addInitScript(recordToasts)
      await signIn(context.request, account)
      return {
        context,
        request: context.request,
        page: await context.newPage(),
      }
    })
    for (const context of contexts) await context.close()
  },
  openLoans: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext()
      const loans = await loansOf(request, loanDockUrl(), 'C1001')
      await request.dispose()
      await use(
        loans.filter(({ kind, isClosed }) => kind === 'ACTIVE' && !isClosed),
      )
    },
    { scope: 'worker' },
  ],
  freshLoan: async (
    { playwright, openLoans },
    use,
    { testId, parallelIndex, config },
  ) => {
    const request = await playwright.request.newContext({
      baseURL: portalUrl(),
    })
    // Sees all SLVs of ACME, also drafts.
    await signIn(request, 'colleague')
    const loans = loansFor(
      { testId, parallelIndex, workers: config.workers },
      openLoans,
    )
    await use(async (isWanted = () => true) => {
      while (true) {
        const loan = loans.shift()
        if (!loan) throw new Error('ACME has no loan left without an SLV')
        if (isWanted(loan) && !(await hasSlv(request, loan))) return loan
      }
    })
    await request.dispose()
  },
  draft: async ({ seller, freshLoan }, use) =>
    use(await draftOf(seller, await freshLoan())),
  newSlvInReview: async ({ seller, admin, underwriter, freshLoan }, use) =>
    use(async () => {
      const slv = await draftOf(seller, await freshLoan())
      await post(seller, `/api/v1/proxy-loan/${slv.id}/send-request`)
      await assignTo(admin, underwriter, slv.id)
      return post(
        underwriter,
        `/api/v1/proxy-loan/underwriter/${slv.id}/start-review-process`,
      )
    }),
  slvInReview: async ({ newSlvInReview }, use) => use(await newSlvInReview()),
})

export { expect }

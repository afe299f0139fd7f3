import { AxeBuilder } from '@axe-core/playwright'
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { Loan } from '@portal/contract/loan/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FinalDecision } from '@portal/contract/slv/bodies'
import type { Decision } from '@portal/contract/slv/status'
import { loansFor, loansOf } from './fresh-loan.ts'

/** The demo accounts (README). */
export const accounts = {
  seller: 'seller@acme.example',
  colleague: 'seller.two@acme.example',
  stranger: 'seller@birch.example',
  underwriter: 'underwriter@buyer.example',
  chief: 'underwriter.two@buyer.example',
  slr: 'slr@buyer.example',
  tradeDesk: 'tradedesk@buyer.example',
  admin: 'admin@buyer.example',
  bdd: 'bdd@buyer.example',
  newcomer: 'new@buyer.example',
  arrival: 'arrival@buyer.example',
  quill: 'seller@quillfeather.example',
  quillAdmin: 'seller.two@quillfeather.example',
} as const
export type Account = keyof typeof accounts

const portalUrl = () => process.env.PORTAL_URL ?? ''
export const loanDockUrl = () => process.env.LOAN_DOCK_URL ?? ''

/** A ticket that LoanDock issues after a sign-in there. */
export const ticketFor = async (request: APIRequestContext, account: Account): Promise<string> => {
  const answer = await request.post(`${loanDockUrl()}/sso/tickets`, { data: { email: accounts[account] } })
  const { loanDockId } = await answer.json()
  return loanDockId
}

/** One person in a separate browser. */
export type Someone = { page: Page; request: APIRequestContext; context: BrowserContext }

type Fixtures = {
  /** Signs someone in, in a separate browser context. */
  as: (account: Account, options?: BrowserContextOptions) => Promise<Someone>
  /** An open loan of ACME that has no SLV yet; each call returns another. */
  freshLoan: () => Promise<Loan>
}
type WorkerFixtures = { openLoans: Loan[] }

/** Signs in with a LoanDock ticket, without LoanDock's page. */
export const signIn = async (request: APIRequestContext, account: Account) => {
  const loanDockId = await ticketFor(request, account)
  const answer = await request.post('/api/v1/auth/log-in', { data: { loanDockId } })
  expect(answer.status()).toBe(200)
}

declare global {
  var toasts: string[]
}

/** Records every toast, because one that reports a success hides after two seconds. */
const recordToasts = () => {
  globalThis.toasts = []
  const seen = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const card of document.querySelectorAll('section[aria-label="Notifications"] > *'))
      if (!seen.has(card)) {
        seen.add(card)
        globalThis.toasts.push(card.textContent ?? '')
      }
  }).observe(document, { childList: true, subtree: true })
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  context: async ({ context }, use) => {
    await context.addInitScript(recordToasts)
    await use(context)
  },
  as: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (account, options = {}) => {
      const context = await browser.newContext({ baseURL: portalUrl(), ...options })
      contexts.push(context)
      await context.addInitScript(recordToasts)
      await signIn(context.request, account)
      return { context, request: context.request, page: await context.newPage() }
    })
    for (const context of contexts) await context.close()
  },
  openLoans: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext()
      const loans = await loansOf(request, loanDockUrl(), 'C1001')
      await request.dispose()
      await use(loans.filter(({ kind, isClosed }) => kind === 'ACTIVE' && !isClosed))
    },
    { scope: 'worker' },
  ],
  freshLoan: async ({ playwright, openLoans }, use, { testId, parallelIndex, config }) => {
    const request = await playwright.request.newContext({ baseURL: portalUrl() })
    // Sees all SLVs of ACME, also drafts.
    await signIn(request, 'colleague')
    const loans = loansFor({ testId, parallelIndex, workers: config.workers }, openLoans)
    await use(async () => {
      for (let loan = loans.shift(); loan; loan = loans.shift()) {
        const params = { tableMode: 'MY_COMPANY', search: loan.loanNumber, size: 1 }
        const slvs = await (await request.get('/api/v1/proxy-loans', { params })).json()
        if (slvs.total === 0) return loan
      }
      throw new Error('ACME has no loan left without an SLV')
    })
    await request.dispose()
  },
})

export { expect }

/** Signs in from the sign-in page through LoanDock's page. */
export const signInAtLoanDock = async (page: Page, account: Account) => {
  await page.getByRole('link', { name: 'Continue with LoanDock' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await page.getByRole('button', { name: accounts[account] }).click()
}

/** Waits for a toast with these words, which may have hidden again. Each toast counts once. */
export const says = (page: Page, ...words: string[]) => {
  const take = (texts: string[]) => {
    const place = globalThis.toasts.findIndex((toast) => texts.every((text) => toast.includes(text)))
    return place >= 0 && globalThis.toasts.splice(place, 1).length === 1
  }
  // While the page navigates, there is none.
  return expect.poll(() => page.evaluate(take, words).catch(() => false), `a toast with ${words}`).toBe(true)
}

/** Clicks one of the page's action buttons. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/**
 * axe finds nothing in a part of the page once the page has settled. It runs in the page itself, which has no frames
 * ("legacy mode").
 */
export const expectAccessible = async (page: Page, within = 'html') => {
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(within)
  const find = async () =>
    (await axe.analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
  await expect.poll(find).toEqual([])
}

/** A desktop and a phone. */
export const wide = { width: 1440, height: 900 }
export const narrow = { width: 360, height: 780 }

/** axe finds nothing, narrow and dark as well as wide and light, and the page itself never scrolls sideways. */
export const expectSound = async (page: Page, within = 'html') => {
  for (const [viewport, colorScheme] of [
    [narrow, 'dark'],
    [wide, 'light'],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(sideways, `${viewport.width} px scroll sideways`).toBeLessThanOrEqual(0)
    await expectAccessible(page, within)
  }
}

/**
 * Counts the milliseconds that a page's scripts and layout use, aside from garbage collection that is still due from
 * loading the page. It is processor time, so a busy machine changes nothing.
 */
export const processorTime = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * metrics.reduce((sum, { name, value }) => (work.includes(name) ? sum + value : sum), 0)
  }
}

/** A request of the seller's that is ready to be sent, made through the API. */
export const draftOf = async (seller: Someone, loan: Loan): Promise<SlvDetail> => {
  const opened = await seller.request.post(`/api/v1/loans/check-loan/${loan.loanNumber}`)
  const slv: SlvDetail = await opened.json()
  const score = loan.creditScore ?? 690
  const added = await seller.request.post(`/api/v1/proxy-loan/${slv.id}/slv-request`, {
    data: {
      reason: 'Credit Score',
      parameter: 'FICO',
      operator: '>=',
      guidelineValue: score + 10,
      actualValue: score,
      currentGuideline: `Minimum FICO ${score + 10}`,
      justification: 'Reserves far above the requirement',
      compensatingFactors: [{ factor: 'Reserves above requirement', value: '14 months' }],
    },
  })
  expect(added.status()).toBe(200)
  return slv
}

/** Sends a draft and has an underwriter of the test's choice review it. */
export const inReview = async (
  seller: Someone,
  admin: Someone,
  underwriter: Someone,
  loan: Loan,
): Promise<SlvDetail> => {
  const slv = await draftOf(seller, loan)
  expect((await seller.request.post(`/api/v1/proxy-loan/${slv.id}/send-request`)).status()).toBe(200)
  await assignTo(admin, underwriter, slv.id)
  const started = await underwriter.request.post(`/api/v1/proxy-loan/underwriter/${slv.id}/start-review-process`)
  expect(started.status()).toBe(200)
  return started.json()
}

type Decidable = Pick<SlvDetail, 'id' | 'slvRequests'>

/** Answers each variance of an SLV, as its decision needs. */
export const answerVariances = async (
  { request }: Someone,
  { id, slvRequests }: Decidable,
  answer: { decision: Decision; comment: string },
) => {
  for (const { id: slvRequestId } of slvRequests) {
    const data = { slvRequestId, ...answer }
    const answered = await request.post(`/api/v1/proxy-loan/${id}/slv-decision-request`, { data })
    expect(answered.status()).toBe(200)
  }
}

/** Answers each variance of an SLV and decides it. */
export const decide = async (
  underwriter: Someone,
  slv: Decidable,
  data: FinalDecision,
  comment = 'Strong reserves',
) => {
  await answerVariances(underwriter, slv, { decision: data.decision, comment })
  const path = `/api/v1/proxy-loan/underwriter/${slv.id}/make-final-decision`
  expect((await underwriter.request.post(path, { data })).status()).toBe(200)
}

/** Assigns an SLV to an underwriter. */
export const assignTo = async (admin: Someone, underwriter: Someone, id: string) => {
  const profile = await (await underwriter.request.get('/api/v1/auth/profile')).json()
  const answer = await admin.request.patch('/api/v1/proxy-loan/assign-requests', {
    data: { underwriterId: profile.id, proxyLoanIds: [id] },
  })
  expect(answer.status()).toBe(200)
}

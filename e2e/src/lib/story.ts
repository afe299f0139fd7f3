import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  type TestFixture,
} from '@playwright/test'
import type { Profile } from '@portal/contract/auth/api'
import { keysOf, tableOf } from '@portal/contract/lib/typed'
import type { Loan } from '@portal/contract/loan/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FinalDecision } from '@portal/contract/slv/bodies'
import type { Decision } from '@portal/contract/slv/status'
import axeCore from 'axe-core'
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
export const ticketFor = async (
  request: APIRequestContext,
  account: Account,
): Promise<string> => {
  const answer = await request.post(`${loanDockUrl()}/sso/tickets`, {
    data: { email: accounts[account] },
  })
  const { loanDockId } = await answer.json()
  return loanDockId
}

/** One person in a separate browser. */
export type Someone = {
  page: Page
  request: APIRequestContext
  context: BrowserContext
}

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

/**
 * Each account is a fixture: a test that names `seller` gets the seller at
 * their own browser.
 */
const people = tableOf(
  keysOf(accounts),
  (account): TestFixture<Someone, Fixtures> =>
    async ({ as }, use) =>
      use(await as(account)),
)

/** Signs in with a ticket of LoanDock, without its page. */
export const signIn = async (request: APIRequestContext, account: Account) => {
  const loanDockId = await ticketFor(request, account)
  await post({ request }, '/api/v1/auth/log-in', { loanDockId })
}

declare global {
  var toasts: string[]
  var axe: typeof axeCore
}

/**
 * Records every toast, because one that reports a success hides after two
 * seconds.
 */
const recordToasts = () => {
  globalThis.toasts = []
  const seen = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const card of document.querySelectorAll(
      'section[aria-label="Notifications"] > *',
    ))
      if (!seen.has(card)) {
        seen.add(card)
        globalThis.toasts.push(card.textContent ?? '')
      }
  }).observe(document, { childList: true, subtree: true })
}

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
      for (let loan = loans.shift(); loan; loan = loans.shift()) {
        if (!isWanted(loan)) continue
        const params = {
          tableMode: 'MY_COMPANY',
          search: loan.loanNumber,
          size: 1,
        }
        const slvs = await (
          await request.get('/api/v1/proxy-loans', { params })
        ).json()
        if (slvs.total === 0) return loan
      }
      throw new Error('ACME has no loan left without an SLV')
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

/** Signs in from the sign-in page through LoanDock's page. */
export const signInAtLoanDock = async (page: Page, account: Account) => {
  await page.getByRole('link', { name: 'Continue with LoanDock' }).click()
  await expect(
    page.getByRole('heading', { name: 'Choose an account' }),
  ).toBeVisible()
  await page.getByRole('button', { name: accounts[account] }).click()
}

/**
 * Waits for a toast with these words, even if it has hidden again. Each toast
 * counts once.
 */
export const says = (page: Page, ...words: string[]) => {
  const take = (texts: string[]) => {
    const place = globalThis.toasts.findIndex((toast) =>
      texts.every((text) => toast.includes(text)),
    )
    return place >= 0 && globalThis.toasts.splice(place, 1).length === 1
  }
  // While the page navigates, there is none.
  return expect
    .poll(
      () => page.evaluate(take, words).catch(() => false),
      `a toast with ${words}`,
    )
    .toBe(true)
}

/** Presses a button, and waits for the toast that reports what it did. */
export const press = async (
  where: Page | Locator,
  name: string,
  ...toast: string[]
) => {
  await where.getByRole('button', { name, exact: true }).click()
  if (toast.length > 0) await says(pageOf(where), ...toast)
}

const pageOf = (where: Page | Locator): Page =>
  'page' in where ? where.page() : where

/** Opens the dialog with all filters of a list. */
export const openFilters = async (page: Page): Promise<Locator> => {
  await press(page, 'Filter')
  await page.getByRole('option', { name: 'All filters…' }).click()
  return page.getByRole('dialog', { name: 'Add Filters', exact: true })
}

/** Types into a combobox and chooses one of its options. */
export const choose = async (
  where: Page | Locator,
  label: string | RegExp,
  typed: string,
  option: string | RegExp = typed,
) => {
  await where.getByRole('combobox', { name: label, exact: true }).fill(typed)
  await pageOf(where).getByRole('option', { name: option }).click()
}

export const pressKeys = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/**
 * Delays the responses to requests of a URL until the returned function is
 * called.
 */
export const delayResponses = async (
  page: Page,
  url: string,
  method?: string,
) => {
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (!method || route.request().method() === method) await released.promise
    await route.continue()
  })
  return released.resolve
}

export const bellOf = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

/** Opens the bell and returns its panel. */
export const openBell = async (page: Page) => {
  await bellOf(page).click()
  return page.getByRole('dialog', { name: /^Notifications/ })
}

/**
 * axe finds nothing in a part of the page once the page has settled. It runs in
 * the page itself, which has no frames.
 */
export const expectAccessible = async (page: Page, within = 'html') => {
  await expect(page.locator(within).first()).toBeAttached()
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(axeCore.source)
  const find = () =>
    page.evaluate(async (selector) => {
      const { violations } = await globalThis.axe.run(selector, {
        resultTypes: ['violations'],
        iframes: false,
      })
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
      )
    }, within)
  await expect.poll(find).toEqual([])
}

export const toastsOf = (page: Page) =>
  page.getByRole('region', { name: 'Notifications', exact: true })

/** A message as long as the longest that the server sends. */
const longMessage =
  'Failed to complete review. Reason: An approval needs a compensating factor for LTV / CLTV. '.repeat(
    2,
  )

/**
 * The controls and figures that a message of this length covers while it is in
 * the place of the toasts.
 */
const findCovered = (page: Page, message: string) =>
  page.evaluate(async (text) => {
    const toast = document.createElement('div')
    toast.textContent = text
    const place = document.querySelector('section[aria-label="Notifications"]')
    // The sign-in page shows no toasts.
    if (!place) return []
    place.append(toast)
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    // The layout follows the size of the strip in the next frames.
    for (let frames = 0; frames < 3; frames++) await frame()

    type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
    const cut = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      right: Math.min(a.right, b.right),
      top: Math.max(a.top, b.top),
      bottom: Math.min(a.bottom, b.bottom),
    })
    const isFilled = (box: Box) =>
      box.right - box.left > 1 && box.bottom - box.top > 1
    /**
     * The part of an element that isn't scrolled out of the boxes around it.
     */
    const seenBox = (element: Element) => {
      let box: Box = element.getBoundingClientRect()
      for (
        let around = element.parentElement;
        around;
        around = around.parentElement
      )
        if (getComputedStyle(around).overflow !== 'visible')
          box = cut(box, around.getBoundingClientRect())
      return box
    }
    const toastBox = toast.getBoundingClientRect()
    const controls =
      'a, button, input, select, textarea, [role=tab], [role=option], td, dd, h1, h2'
    const covered = [...document.querySelectorAll(controls)]
      // Most elements are elsewhere: what is slow is asked only of the others.
      .filter((element) =>
        isFilled(cut(element.getBoundingClientRect(), toastBox)),
      )
      .filter((element) =>
        element.checkVisibility({
          visibilityProperty: true,
          opacityProperty: true,
        }),
      )
      .filter((element) => isFilled(cut(seenBox(element), toastBox)))
      .map(
        (element) =>
          `${element.tagName} ${element.textContent?.slice(0, 40) || element.getAttribute('aria-label')}`,
      )
    toast.remove()
    return isFilled(toastBox) ? covered : ['the toast is not visible']
  }, message)

/** A toast covers no control and no figure, at four widths. */
export const expectNothingCovered = async (page: Page) => {
  for (const width of [360, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    for (const message of ['Review was successfully completed', longMessage])
      await expect
        .poll(() => findCovered(page, message), `covered at ${width} px`)
        .toEqual([])
  }
}

/** A desktop and a phone. */
export const wide = { width: 1440, height: 900 }
export const narrow = { width: 360, height: 780 }

/**
 * axe finds nothing, narrow and dark as well as wide and light, and the page
 * itself never scrolls sideways.
 */
export const expectSound = async (page: Page, within = 'html') => {
  for (const [viewport, colorScheme] of [
    [narrow, 'dark'],
    [wide, 'light'],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect
      .poll(sideways, `${viewport.width} px scroll sideways`)
      .toBeLessThanOrEqual(0)
    await expectAccessible(page, within)
  }
}

type Caller = Pick<Someone, 'request'>

/** Calls the API as someone, past the screens, and expects success. */
const call = async (
  { request }: Caller,
  path: string,
  options: Parameters<APIRequestContext['fetch']>[1],
) => {
  const response = await request.fetch(path, options)
  expect(
    response.status(),
    `${path} ${(await response.text()).slice(0, 300)}`,
  ).toBe(200)
  return response.json()
}
export const get = (
  caller: Caller,
  path: string,
  params: Record<string, string> = {},
) => call(caller, path, { params })
export const post = (caller: Caller, path: string, data?: object) =>
  call(caller, path, { method: 'POST', data })
export const patch = (caller: Caller, path: string, data: object) =>
  call(caller, path, { method: 'PATCH', data })

export const profileOf = (someone: Someone): Promise<Profile> =>
  get(someone, '/api/v1/auth/profile')

/** A request of the seller's that is ready to be sent, made through the API. */
export const draftOf = async (
  seller: Someone,
  loan: Loan,
): Promise<SlvDetail> => {
  const slv: SlvDetail = await post(
    seller,
    `/api/v1/loans/check-loan/${loan.loanNumber}`,
  )
  const score = loan.creditScore ?? 690
  await patch(seller, `/api/v1/proxy-loan/${slv.id}`, ample)
  await post(seller, `/api/v1/proxy-loan/${slv.id}/slv-request`, {
    reason: 'Credit Score',
    parameter: 'CREDIT_SCORE',
    operator: '>=',
    guidelineValue: score + 10,
    actualValue: score,
    currentGuideline: `Minimum FICO ${score + 10}`,
    justification: 'Reserves far above the requirement',
    compensatingFactors: [await countingFactor(seller, slv.id)],
  })
  return get(seller, `/api/v1/proxy-loan/${slv.id}/detailed`)
}

/**
 * Reserves that count as a compensating factor in any program, and experience
 * that counts for an investment property.
 */
const ample = {
  liquidReservesAmount: 900_000,
  totalPostCloseReservesAmount: 900_000,
  isExperiencedInvestor: true,
}

/** A compensating factor that the figures of this SLV make count. */
export const countingFactor = async (
  someone: Caller,
  id: string,
): Promise<{ factor: string; value: string }> => {
  const {
    factors,
  }: { factors: { label: string; state: string; reason: string }[] } =
    await get(someone, `/api/v1/proxy-loan/${id}/evaluation`)
  const counting = factors.find(({ state }) => state === 'COUNTS')
  if (!counting) throw new Error(`No factor counts: ${JSON.stringify(factors)}`)
  return { factor: counting.label, value: counting.reason }
}

type Decidable = Pick<SlvDetail, 'id' | 'slvRequests'>

/** Answers each variance of an SLV, as its decision needs. */
export const answerVariances = async (
  underwriter: Someone,
  { id, slvRequests }: Decidable,
  answer: { decision: Decision; comment: string },
) => {
  for (const { id: slvRequestId } of slvRequests)
    await post(underwriter, `/api/v1/proxy-loan/${id}/slv-decision-request`, {
      slvRequestId,
      ...answer,
    })
}

/** Answers each variance of an SLV and decides it. */
export const decide = async (
  underwriter: Someone,
  slv: Decidable,
  data: FinalDecision,
  comment = 'Strong reserves',
) => {
  await answerVariances(underwriter, slv, { decision: data.decision, comment })
  await post(
    underwriter,
    `/api/v1/proxy-loan/underwriter/${slv.id}/make-final-decision`,
    data,
  )
}

/** Assigns an SLV to an underwriter. */
export const assignTo = async (
  admin: Someone,
  underwriter: Someone,
  id: string,
) => {
  const { id: underwriterId } = await profileOf(underwriter)
  await patch(admin, '/api/v1/proxy-loan/assign-requests', {
    underwriterId,
    proxyLoanIds: [id],
  })
}

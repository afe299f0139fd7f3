import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Page,
} from '@playwright/test'
import { post } from './calls.ts'

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
  leaver: 'seller@marlowick.example',
  manager: 'seller.two@marlowick.example',
  newSeller: 'seller@yarrowgate.example',
  newColleague: 'seller.two@yarrowgate.example',
} as const

export type Account = keyof typeof accounts

export const portalUrl = () => process.env.PORTAL_URL ?? ''

export const loanDockUrl = () => process.env.LOAN_DOCK_URL ?? ''

/** A ticket that LoanDock issues after a sign-in there. */
export const ticketFor = async (
  request: APIRequestContext,
  account: Account,
  loanDock = loanDockUrl(),
): Promise<string> => {
  const answer = await request.post(`${loanDock}/sso/tickets`, {
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

/** Signs in with a ticket of LoanDock, without its page. */
export const signIn = async (request: APIRequestContext, account: Account) => {
  const loanDockId = await ticketFor(request, account)
  await post({ request }, '/api/v1/auth/log-in', { loanDockId })
}

/** Signs in from the sign-in page through LoanDock's page. */
export const signInAtLoanDock = async (page: Page, account: Account) => {
  await page.getByRole('link', { name: 'Continue with LoanDock' }).click()
  await expect(
    page.getByRole('heading', { name: 'Choose an account' }),
  ).toBeVisible()
  await page.getByRole('button', { name: accounts[account] }).click()
}

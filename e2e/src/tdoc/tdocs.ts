import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Loan } from '@portal/contract/loan/model'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { loansOf } from '../lib/fresh-loan.ts'
import { loanDockUrl, type Someone } from '../lib/story.ts'

type Made = { vendorName?: string; categories?: CategoryType[]; mark?: string }

/** A loan of ACME's of this kind at LoanDock. */
export const loanOf = async ({ request }: Someone, kind: Loan['kind']): Promise<Loan> => {
  const loan = (await loansOf(request, loanDockUrl(), 'C1001')).find((each) => each.kind === kind)
  if (!loan) throw new Error(`ACME has no loan of the kind ${kind}`)
  return loan
}

/** A Tdoc by hand. Its image file name begins with the mark, by which a story finds its own. */
export const madeTdoc = async (maker: Someone, loan: Loan, { mark = 'Note', ...made }: Made = {}): Promise<Tdoc> => {
  const data = { buyerLoanNumber: loan.loanNumber, imageFileName: `${mark}_${randomUUID()}.png`, ...made }
  const answer = await maker.request.post('/api/v1/tdocs', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

/** A word that is in the names of one story's Tdocs alone. */
export const newMark = () => `M${randomUUID().slice(0, 8)}`

/** How a Tdoc stands now, as its maker reads it. */
export const tdocNow = async ({ request }: Someone, id: string): Promise<Tdoc> =>
  (await request.get(`/api/v1/tdocs/${id}`)).json()

export const rowOf = (page: Page, { imageFileName }: Tdoc): Locator =>
  page.getByRole('row').filter({ hasText: imageFileName })

/** Opens a field of a row and chooses in its list. */
export const setInRow = async (page: Page, row: Locator, field: RegExp, choice: string) => {
  await row.getByRole('button', { name: field }).click()
  await choose(page, choice)
}

/** Chooses in the list that is open. */
export const choose = async (page: Page, choice: string) => {
  const list = page.getByRole('listbox')
  await list.getByRole('option', { name: choice }).click()
  await expect(list).toHaveCount(0)
}

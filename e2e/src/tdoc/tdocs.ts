import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Profile } from '@portal/contract/auth/api'
import type { Loan } from '@portal/contract/loan/model'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { get, patch, post, profileOf } from '../lib/calls.ts'
import { loansOf } from '../lib/fresh-loan.ts'
import { openBell } from '../lib/page.ts'
import { loanDockUrl, type Someone } from '../lib/people.ts'
import { test as base } from '../lib/story.ts'

export type NewTdoc = {
  vendorName?: string
  categories?: CategoryType[]
  mark?: string
}

/**
 * Stories about a new Tdoc of an active loan, which a search for its mark finds
 * alone.
 */
export const test = base.extend<{ loan: Loan; mark: string; tdoc: Tdoc }>({
  loan: async ({ underwriter }, use) =>
    use(await loanOf(underwriter, 'ACTIVE')),
  mark: async ({ underwriter: _anyone }, use) => use(newMark()),
  tdoc: async ({ underwriter, loan, mark }, use) =>
    use(await createTdoc(underwriter, loan, { mark })),
})

/** A loan of ACME with this kind at LoanDock. */
export const loanOf = async (
  { request }: Someone,
  kind: Loan['kind'],
): Promise<Loan> => {
  const loan = (await loansOf(request, loanDockUrl(), 'C1001')).find(
    (each) => each.kind === kind,
  )
  if (!loan) throw new Error(`ACME has no loan of the kind ${kind}`)
  return loan
}

/**
 * Creates a Tdoc. Its image file name begins with the mark, by which a story
 * finds its own.
 */
export const createTdoc = async (
  creator: Someone,
  loan: Loan,
  { mark = 'Note', vendorName, categories }: NewTdoc = {},
): Promise<Tdoc> =>
  post(creator, '/api/v1/tdocs', {
    buyerLoanNumber: loan.loanNumber,
    imageFileName: `${mark}_${randomUUID()}.png`,
    vendorName,
    categories,
  })

/** Makes someone the underwriter of a Tdoc, and returns their profile. */
export const assignToSelf = async (
  someone: Someone,
  { id }: Tdoc,
): Promise<Profile> => {
  const profile = await profileOf(someone)
  const body = { tdocIds: [id], underwriterId: profile.id }
  await patch(
    someone,
    '/api/v1/tdocs/underwriter/set-multiple-underwriters',
    body,
  )
  return profile
}

/** The notifications of a page, opened from the bell. */
export const openNotifications = async (page: Page): Promise<Locator> =>
  (await openBell(page)).getByRole('listitem')

/** A word that only the names of one story's Tdocs contain. */
export const newMark = () => `M${randomUUID().slice(0, 8)}`

/** The current Tdoc. */
export const tdocNow = (someone: Someone, id: string): Promise<Tdoc> =>
  get(someone, `/api/v1/tdocs/${id}`)

export const rowOf = (page: Page, { imageFileName }: Tdoc): Locator =>
  page.getByRole('row').filter({ hasText: imageFileName })

/** Opens a field of a row and chooses in its list. */
export const setInRow = async (
  page: Page,
  row: Locator,
  field: RegExp,
  choice: string,
) => {
  await row.getByRole('button', { name: field }).click()
  await chooseInList(page, choice)
}

/** Chooses in the list that is open. */
export const chooseInList = async (page: Page, choice: string) => {
  const list = page.getByRole('listbox')
  await list.getByRole('option', { name: choice }).click()
  await expect(list).toHaveCount(0)
}

/** Chooses in the menu of a Tdoc ('More') or of one of its reviews. */
export const chooseMore = async (
  place: Locator,
  choice: string,
  menu: string | RegExp = /^More actions for/,
) => {
  await place
    .getByRole(
      'button',
      typeof menu === 'string' ? { name: menu, exact: true } : { name: menu },
    )
    .click()
  await place.getByRole('menuitem', { name: choice }).click()
}

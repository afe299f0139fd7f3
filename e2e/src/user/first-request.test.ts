import type { Page } from '@playwright/test'
import { get } from '../lib/calls.ts'
import { loansOf } from '../lib/fresh-loan.ts'
import {
  type Account,
  loanDockUrl,
  portalUrl,
  type Someone,
  signInAtLoanDock,
} from '../lib/people.ts'
import { expectSound, narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { personOf } from './people.ts'

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

/** Opens the person's request from the bell and gives them a role. */
const grantAccess = async ({ page }: Someone, name: string) => {
  await page.goto('/slv')
  await press(page, /^Notifications/)
  await page
    .getByRole('link', { name: /Someone asks for access/ })
    .filter({ hasText: name })
    .click()
  const request = page.getByRole('region', { name: 'Access request' })
  await expect(request).toContainText('I send the requests of our branch')
  await request.getByRole('button', { name: 'Grant access as Seller' }).click()
  await expect(page.getByText(`${name} now has access`)).toBeVisible()
}

/** A variance for which no figure of the loan has to miss a limit. */
const addVariance = async (page: Page) => {
  await press(page, 'Add variance')
  const reason = page.getByRole('combobox', { name: 'Reason', exact: true })
  await reason.last().fill('Housing History')
  await page
    .getByRole('option', { name: 'Housing History', exact: true })
    .click()
  await page
    .getByLabel('Justification')
    .last()
    .fill('One late payment during a hospital stay')
  await press(page, 'Add factor')
  await page
    .getByRole('combobox', { name: 'Factor 1' })
    .last()
    .fill('0x30 housing history')
  await page.getByLabel('Value of factor 1').last().fill('24 months')
  await page.getByLabel('Value of factor 1').last().blur()
}

/** No other story signs them in: they are new once. */
const newcomers: [Account, typeof wide, place: number][] = [
  ['newSeller', wide, 0],
  ['newColleague', narrow, 1],
]

for (const [account, viewport, place] of newcomers)
  test(`someone new asks for access, gets it and sends a first request, at ${viewport.width} px`, async ({
    browser,
    admin,
  }) => {
    const context = await browser.newContext({
      baseURL: portalUrl(),
      viewport,
    })
    const page = await context.newPage()
    const expectSoundHere = async () => {
      await expectSound(page)
      await page.setViewportSize(viewport)
    }

    await test.step('they sign in, and ask for access', async () => {
      await page.goto('/')
      await signInAtLoanDock(page, account)
      await expect(
        page.getByRole('heading', { name: 'Your access is pending' }),
      ).toBeVisible()
      await page
        .getByLabel('Why do you need access?')
        .fill('I send the requests of our branch')
      await press(page, 'Ask for access')
      await expect(page.getByText('Your request was sent. The')).toBeVisible()
      await expectSoundHere()
    })
    const { name } = await personOf(admin, account)

    await test.step('an administrator grants it, and the page opens by itself', async () => {
      await grantAccess(admin, name)
      await expect(page).toHaveURL(/\/slv$/)
      await expect(page.getByRole('main')).toContainText('No SLVs yet')
      await expectSoundHere()
    })

    const loans = await loansOf(context.request, loanDockUrl(), 'C1023')
    const open = loans.filter(
      ({ kind, isClosed, occupancy }) =>
        kind === 'ACTIVE' && !isClosed && occupancy === 'P',
    )
    const loanNumber = open[place]?.loanNumber ?? ''

    await test.step('they open a draft by its loan number', async () => {
      await page.getByRole('button', { name: 'New request' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'New request' })
      await dialog.getByLabel('Buyer Loan Number').fill(loanNumber)
      await dialog.getByRole('button', { name: 'Open draft' }).click()
      await expect(page).toHaveURL(/\/slv\/review-request\/[0-9a-f-]{36}/)
    })
    const id = page.url().split('/').at(-1) ?? ''

    await test.step('they add a variance and send it', async () => {
      await addVariance(page)
      await press(page, 'Send request')
      await expect(
        page.getByRole('region', { name: 'Request sent' }),
      ).toBeVisible()
      await expectSoundHere()
    })

    await test.step('the buyer has it, and it is in their list', async () => {
      const slv = await get(admin, `/api/v1/proxy-loan/${id}`)
      expect(slv).toMatchObject({
        buyerLoan: loanNumber,
        sellerName: 'Yarrowgate Lending, LLC',
        ownerName: name,
      })
      await page.goto('/slv')
      await expect(
        page.getByRole('row').filter({ hasText: loanNumber }),
      ).toContainText('Review Pending')
    })

    await context.close()
  })

import { choose, press } from '../lib/page.ts'
import { newReviewer, signInByMail } from '../lib/reviewer.ts'
import { expectAccessible } from '../lib/sound.ts'
import { expect } from '../lib/story.ts'
import {
  assignToSelf,
  createTdoc,
  openNotifications,
  rowOf,
  tdocNow,
  test,
} from './tdocs.ts'

test('reviewers see and answer only the Tdocs of their vendor', async ({
  page,
  admin,
  underwriter,
  loan,
  mark,
}) => {
  const made = (vendorName: string) =>
    createTdoc(underwriter, loan, {
      mark,
      vendorName,
      categories: ['TPR', 'COLLATERAL'],
    })
  const email = await newReviewer(admin, 'Orchid Review')
  const [mine, theirs] = [
    await made('Orchid Review'),
    await made('Juniper Review'),
  ]
  await assignToSelf(underwriter, mine)

  await signInByMail(page, admin.request, email)
  await expect(page).toHaveURL('/condition-manager')
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(menu).toHaveText([/Buyer/, 'Tdocs', 'eFolder', 'Help'])
  await menu.filter({ hasText: 'Help' }).click()
  await expect(
    page.getByRole('region', { name: 'Respond to many Tdocs with a file' }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Needs you' })).toContainText(
    'Respond again',
  )
  await expectAccessible(page)
  await page.goto('/e-folder-that-is-not')
  await expect(page).toHaveURL('/condition-manager')
  await page.getByLabel(/^Search by loan number/).fill(mark)
  await expect(rowOf(page, mine)).toContainText('Set a response')
  await expect(page.getByRole('table')).toContainText('Needs you (1)')
  await press(page, 'Filter')
  await page.getByRole('option', { name: 'Needs you' }).click()
  await choose(
    page.getByRole('dialog', { name: /^Needs you/ }),
    'Needs you',
    'Yes',
  )
  await expect(page).toHaveURL(/needsYou=true/)
  await expect(rowOf(page, mine)).toHaveCount(1)
  await expect(rowOf(page, theirs)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create Tdoc' })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0)
  await expect(
    rowOf(page, mine).getByRole('button', { name: /underwriter|Reviewer/ }),
  ).toHaveCount(0)

  await page.goto(`/condition-manager/${theirs.id}`)
  await expect(page.getByRole('dialog').getByText('Not found')).toBeVisible()

  // The notification of a new Tdoc opens it, for reviewers on the conversation.
  await page.goto('/settings/account')
  const notifications = await openNotifications(page)
  await expect(
    notifications.filter({ hasText: theirs.imageFileName }),
  ).toHaveCount(0)
  await notifications
    .filter({ hasText: mine.imageFileName })
    .locator('[data-opens]')
    .click()
  await expect(page).toHaveURL(`/condition-manager/${mine.id}`)
  const drawer = page.getByRole('dialog', {
    name: new RegExp(mine.imageFileName),
  })
  await expect(
    drawer.getByRole('tab', { name: 'Conversation log' }),
  ).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)

  await drawer.getByRole('button', { name: 'Set response' }).click()
  const dialog = page.getByRole('dialog', { name: /^Respond to/ })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(
    drawer.getByRole('button', { name: 'Set response' }),
  ).toBeFocused()
  await drawer.getByRole('button', { name: 'Set response' }).click()
  await dialog.getByLabel('Response').selectOption('Not Reviewed')
  await dialog.getByLabel('Estimated date of review').fill('2027-03-01')
  await dialog.getByLabel('Comment').fill('We wait for page two')
  await press(dialog, 'Set response', 'Response was successfully set')
  expect(await tdocNow(underwriter, mine.id)).toMatchObject({
    status: 'REVIEW_PENDING',
    tprResponse: 'NOT_REVIEWED',
    tprEstimatedDateOfReview: '2027-03-01',
  })

  await drawer.getByRole('tab', { name: 'Review category' }).click()
  await expect(page).toHaveURL(/descriptionTab=REVIEW_CATEGORY/)
  await drawer.getByRole('button', { name: 'Mark done: TPR' }).click()
  await expect(drawer.getByText('1 of 1 completed')).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Collateral' })).toHaveCount(
    0,
  )

  // The underwriter is notified of the response, and stays on their tab.
  await underwriter.page.goto(
    '/condition-manager?filterBy=status&filterByValue=ALL',
  )
  const answers = (await openNotifications(underwriter.page)).filter({
    hasText: mine.imageFileName,
  })
  await answers.first().locator('[data-opens]').click()
  await expect(underwriter.page).toHaveURL(
    `/condition-manager/${mine.id}?filterBy=status&filterByValue=ALL`,
  )
  await expect(
    underwriter.page
      .getByRole('dialog')
      .getByText('Not Reviewed', { exact: false })
      .first(),
  ).toBeVisible()
})

import type { CategoryType } from '@portal/contract/review-category/model'
import { profileOf } from '../lib/calls.ts'
import { delayResponses, expectToast, press, pressKeys } from '../lib/page.ts'
import { expect } from '../lib/story.ts'
import {
  assignToSelf,
  chooseInList,
  chooseMore,
  createTdoc,
  loanOf,
  newMark,
  rowOf,
  setInRow,
  tdocNow,
  test,
} from './tdocs.ts'

test('an underwriter assigns Tdocs in bulk, and completes one with its categories', async ({
  underwriter,
  loan,
  mark,
}) => {
  const { page } = underwriter
  const categories: CategoryType[] = ['COLLATERAL', 'TPR']
  const first = await createTdoc(underwriter, loan, {
    mark,
    categories,
    vendorName: 'Orchid Review',
  })
  const second = await createTdoc(underwriter, loan, { mark })
  const tdocs = [first, second]
  const me = await profileOf(underwriter)
  const rows = page.locator('tbody tr[data-row]')
  const row = rowOf(page, first)
  const drawer = page.getByRole('dialog', {
    name: new RegExp(first.imageFileName),
  })
  const collateral = drawer.getByRole('region', { name: 'Collateral' })

  await page.goto('/condition-manager')
  await expect(page.getByRole('link', { name: 'Tdocs' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await test.step('two Tdocs are selected over two searches', async () => {
    // The first stays selected while the second is searched.
    for (const tdoc of tdocs) {
      await page
        .getByRole('searchbox', { name: /^Search by loan number/ })
        .fill(tdoc.imageFileName)
      await page
        .getByRole('checkbox', {
          name: new RegExp(`Select .*${tdoc.imageFileName}`),
        })
        .check()
    }
    await expect(page.getByText('2 selected, 1 not on this page')).toBeVisible()
    await page
      .getByRole('searchbox', { name: /^Search by loan number/ })
      .fill(mark)
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
  })

  await test.step('they are assigned together, undone, and assigned again', async () => {
    const assigning = page.getByRole('dialog', {
      name: 'Set assigned underwriter',
    })
    await press(page, 'Set underwriter')
    await assigning
      .getByRole('textbox', { name: 'Assigned underwriter' })
      .fill(me.name.slice(0, 5))
    await assigning.getByRole('checkbox', { name: me.name }).check()
    await press(
      assigning,
      'Assign 2 Tdocs',
      'Assigned Underwriter was successfully set',
      '2 Tdocs',
    )
    await press(page, 'Undo', 'Assignment undone')
    for (const { id } of tdocs)
      expect((await tdocNow(underwriter, id)).assignedUnderwriter).toBeNull()
    await press(page, 'Set underwriter')
    await assigning.getByRole('checkbox', { name: me.name }).check()
    await press(
      assigning,
      'Assign 2 Tdocs',
      'Assigned Underwriter was successfully set',
    )
    for (const tdoc of tdocs) {
      await expect(
        rowOf(page, tdoc).getByRole('button', {
          name: `Assigned underwriter: ${me.name}`,
        }),
      ).toBeVisible()
      expect(
        (await tdocNow(underwriter, tdoc.id)).assignedUnderwriter?.id,
      ).toBe(me.id)
    }
  })

  await test.step('completing both is refused, and names the one that can’t be', async () => {
    // Still selected. Both are refused together, and the notice names the one
    // that can't be completed.
    await expect(page.getByText('2 selected')).toBeVisible()
    await press(page, 'Set status')
    await chooseInList(page, 'Complete')
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'was not set to Complete' })
    const refusal = `${first.imageFileName}: Every required review category must be completed first`
    await expect(notice.getByRole('listitem')).toHaveText(new RegExp(refusal))
    for (const { id } of tdocs)
      expect((await tdocNow(underwriter, id)).status).toBe('NEW')
    await notice.getByRole('button', { name: 'Leave it out' }).click()
    await expect(page.getByText('1 selected')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set status' })).toBeFocused()
    await press(page, 'Clear selection')
    await expect(page.getByRole('table')).toBeFocused()
  })

  await test.step('the keyboard opens a row, steps to the next Tdoc, and returns to its row', async () => {
    await page
      .getByRole('columnheader', { name: 'SLA Status' })
      .getByRole('button')
      .focus()
    await pressKeys(page, 'ArrowRight', 'Tab', 'Home')
    await expect(rows.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('dialog').getByText('Tdoc 1 of 2'),
    ).toBeVisible()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(
      page.getByRole('dialog').getByText('Tdoc 2 of 2'),
    ).toBeVisible()
    const previous = page.getByRole('button', { name: 'Previous Tdoc' })
    await previous.press('Enter')
    await expect(
      page.getByRole('dialog').getByText('Tdoc 1 of 2'),
    ).toBeVisible()
    await expect(previous).toBeFocused()
    await pressKeys(page, 'Alt+ArrowDown', 'Escape')
    await expect(rows.last()).toBeFocused()
  })

  await test.step('the drawer says which reviews are not complete', async () => {
    await rowOf(page, first).getByRole('link').first().click()
    await expect(page).toHaveURL(
      new RegExp(`/condition-manager/${first.id}\\?search=${mark}`),
    )
    await expect(
      drawer.getByRole('tab', { name: 'Review category' }),
    ).toHaveAttribute('aria-selected', 'true')
    await expect(drawer.getByText('0 of 2 completed')).toBeVisible()
    const complete = drawer.getByRole('button', {
      name: 'Complete',
      exact: true,
    })
    await expect(complete).toHaveAttribute('aria-disabled', 'true')
    await expect(
      drawer.getByText('Collateral and TPR reviews are not complete'),
    ).toBeVisible()
  })

  await test.step('its reviews are completed, and one is added that is not required', async () => {
    await collateral
      .getByRole('button', { name: /^Reviewer of Collateral/ })
      .click()
    await chooseInList(page, me.name)
    await expect(
      collateral.getByRole('button', {
        name: `Reviewer of Collateral: ${me.name}`,
      }),
    ).toBeVisible()
    await collateral
      .getByRole('button', { name: 'Mark done: Collateral' })
      .click()
    await expect(drawer.getByText('1 of 2 completed')).toBeVisible()
    await collateral.getByRole('button', { name: 'Undo: Collateral' }).click()
    await expect(drawer.getByText('0 of 2 completed')).toBeVisible()
    await collateral
      .getByRole('button', { name: 'Mark done: Collateral' })
      .click()
    await drawer.getByRole('button', { name: 'Mark done: TPR' }).click()
    await expect(drawer.getByText('2 of 2 completed')).toBeVisible()
    await chooseMore(collateral, 'Show history')
    await expect(
      collateral.getByText('Reopened a completed category'),
    ).toBeVisible()
    await drawer.getByLabel('Another category').selectOption('General Internal')
    await press(drawer, 'Add category', 'Category was successfully added')
    await chooseMore(
      drawer.getByRole('region', { name: 'General Internal' }),
      'Set not required',
    )
    await expect(drawer.getByText('2 of 2 completed')).toBeVisible()
  })

  await test.step('it is completed, which the activity log shows', async () => {
    await press(drawer, 'Complete', 'Status was successfully set')
    await expect(
      drawer.getByText('Completed', { exact: true }).first(),
    ).toBeVisible()
    await drawer.getByRole('tab', { name: 'Activity log' }).click()
    await expect(drawer.getByText('Completed the Tdoc')).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('the Complete tab lists it with who completed it', async () => {
    await page.getByRole('link', { name: /^Complete/ }).click()
    await expect(page).toHaveURL(/filterByValue=COMPLETE/)
    const received = page.getByRole('columnheader', {
      name: 'Tdoc Received Date/Time',
    })
    await expect(received).toHaveAttribute('aria-sort', 'ascending')
    expect(await tdocNow(underwriter, first.id)).toMatchObject({
      status: 'COMPLETE',
      completedBy: me.name,
      sla: null,
    })
    await expect(row.getByText('2 of 2')).toBeVisible()
    await expect(row).toContainText(me.name)
    await expect(row.getByText(/Days?\b.*(overdue|on time)/)).toHaveCount(0)
    await expect(
      row.getByRole('button', { name: /underwriter|Reviewer/ }),
    ).toHaveCount(0)
  })

  await test.step('it is reopened', async () => {
    await row.getByRole('link').first().click()
    await chooseMore(drawer, 'Reopen', 'More')
    await expect(
      drawer.getByText(new RegExp(`^Reopened by ${me.name}`)),
    ).toBeVisible()
    await expect(
      drawer.getByRole('button', { name: 'More', exact: true }),
    ).toBeFocused()
  })

  await test.step('with one row on a page, Next turns the page', async () => {
    await page.goto(
      `/condition-manager?search=${mark}&filterBy=status&filterByValue=ALL&size=1`,
    )
    await rows.first().getByRole('link').first().click()
    await press(page, 'Next Tdoc')
    await expect(
      page.getByRole('dialog').getByText('Tdoc 2 of 2'),
    ).toBeVisible()
    await expect(page).toHaveURL(/page=2/)
  })
})

test('rows that leave their tab are no longer selected', async ({
  underwriter,
  loan,
  mark,
}) => {
  const { page } = underwriter
  const tdocs = await Promise.all(
    [1, 2, 3].map(() => createTdoc(underwriter, loan, { mark })),
  )
  await page.goto(`/condition-manager?search=${mark}`)
  for (const { imageFileName } of tdocs)
    await page
      .getByRole('checkbox', { name: new RegExp(`Select .*${imageFileName}`) })
      .check()
  const releaseResponses = await delayResponses(
    page,
    '**/api/v1/tdocs/underwriter/set-status',
  )
  for (const tdoc of tdocs.slice(1))
    await setInRow(page, rowOf(page, tdoc), /^Status:/, 'Review Pending')
  releaseResponses()
  await expect(page.getByText('1 selected')).toBeVisible()
})

test('fields are set in a row, and an escalation links to its original', async ({
  chief,
  underwriter,
  tdoc,
  mark,
}) => {
  const { page } = underwriter
  const { name } = await profileOf(chief)
  await page.goto(
    `/condition-manager?search=${mark}&filterBy=status&filterByValue=ALL`,
  )
  const row = rowOf(page, tdoc)
  await setInRow(page, row, /^Reviewer:/, name)
  await expectToast(page, 'Reviewer was successfully set')
  await setInRow(page, row, /^Progress tracking:/, 'In Review')
  await expectToast(page, 'Progress Tracking was successfully set')
  await setInRow(page, row, /^Status:/, 'Review Pending')
  await expectToast(page, 'Status was successfully set')
  expect(await tdocNow(underwriter, tdoc.id)).toMatchObject({
    reviewUnderwriter: { name },
    progressTracking: 'IN_REVIEW',
    status: 'REVIEW_PENDING',
  })

  await row.getByRole('link').first().click()
  const drawer = page.getByRole('dialog', {
    name: new RegExp(tdoc.imageFileName),
  })
  await chooseMore(drawer, 'Escalate', 'More')
  const dialog = page.getByRole('dialog', { name: /^Escalate/ })
  await dialog.getByRole('button', { name: 'Escalate' }).click()
  await expect(dialog.getByText('Required')).toBeVisible()
  await dialog.getByLabel('Why').fill('The note is not the one that was signed')
  await press(dialog, 'Escalate', 'Tdoc was successfully created')
  await expect(page).not.toHaveURL(new RegExp(tdoc.id))
  await drawer.getByRole('link', { name: /open the original/ }).click()
  await expect(page).toHaveURL(new RegExp(`/condition-manager/${tdoc.id}`))
})

test('a new Tdoc’s loan and image file name are checked', async ({
  underwriter: { page },
  loan,
  tdoc: taken,
}) => {
  const mark = newMark()
  await page.goto('/condition-manager')
  await press(page, 'Create Tdoc')
  const dialog = page.getByRole('dialog', { name: 'Create Tdoc' })
  const unknown = page.waitForResponse((answer) =>
    answer.url().endsWith('/check-loan/99999999'),
  )
  await dialog.getByLabel('Loan Number').fill('99999999')
  await unknown
  await expect(dialog.getByRole('status').first()).toHaveText('')
  // In the Tdoc area the server's sentence is preferred (spec.md §8).
  const refusal = {
    statusCode: 502,
    code: 'loan_dock_failed',
    error: 'LoanDock broke',
  }
  await page.route('**/tdocs/check-loan/99999998', (route) =>
    route.fulfill({ status: 502, json: refusal }),
  )
  await dialog.getByLabel('Loan Number').fill('99999998')
  await expect(page.getByText('LoanDock broke')).toBeVisible()
  await expect(page.getByText('Failed to check')).toHaveCount(0)
  await dialog.getByLabel('Loan Number').fill(loan.loanNumber)
  await expect(
    dialog.getByText(loan.borrowerLastName ?? '', { exact: true }),
  ).toBeVisible()
  await dialog
    .getByLabel('Image file name')
    .fill(taken.imageFileName.toUpperCase())
  await expect(
    dialog.getByText('This image file name is already in use'),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled()
  await dialog.getByLabel('Image file name').fill(`${mark}.pdf`)
  await dialog.getByLabel('Vendor').fill('No Such Vendor')
  await dialog.getByRole('checkbox', { name: 'Collateral' }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('This vendor does not exist')).toBeVisible()
  await dialog.getByLabel('Vendor').fill('Orchid Review')
  await press(dialog, 'Create', 'Tdoc was successfully created')
  const created = page.getByRole('dialog', { name: new RegExp(`${mark}.pdf`) })
  await expect(created.getByText('0 of 1 completed')).toBeVisible()
})

test('a change by someone else is shown, and nothing is overwritten', async ({
  underwriter,
  chief,
  tdoc,
  mark,
}) => {
  const { page } = underwriter
  await page.goto(`/condition-manager?search=${mark}`)
  const row = rowOf(page, tdoc)
  await expect(row).toBeVisible()
  const { id: userId, name } = await assignToSelf(chief, tdoc)

  await setInRow(page, row, /^Progress tracking:/, 'Done')
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'just changed by someone else' })
  await expect(notice).toContainText(tdoc.imageFileName)
  await expect(
    row.getByRole('button', { name: 'Progress tracking: Intake Pending' }),
  ).toBeVisible()
  await expect(
    row.getByRole('button', { name: `Assigned underwriter: ${name}` }),
  ).toBeVisible()
  await notice.getByRole('button', { name: 'Close' }).click()
  await setInRow(page, row, /^Progress tracking:/, 'Done')
  await expectToast(page, 'Progress Tracking was successfully set')
  expect((await tdocNow(underwriter, tdoc.id)).assignedUnderwriter?.id).toBe(
    userId,
  )
})

test('only people with the permission have the purchased queue', async ({
  admin,
  underwriter,
}) => {
  const mark = newMark()
  const tdoc = await createTdoc(admin, await loanOf(admin, 'PURCHASED'), {
    mark,
  })

  const { page } = admin
  await page.goto(
    `/condition-manager?filterBy=status&filterByValue=REVIEW_PENDING&search=${mark}&sortBy=sellerName`,
  )
  await page.getByRole('link', { name: 'Purchased - Post purchased' }).click()
  await expect(page).toHaveURL(
    `/condition-manager?tableMode=PURCHASED_POST_PURCHASED&search=${mark}`,
  )
  await expect(rowOf(page, tdoc)).toBeVisible()
  const received = page.getByRole('columnheader', {
    name: 'Tdoc Received Date/Time',
  })
  await expect(received).toHaveAttribute('aria-sort', 'ascending')
  await expect(
    page.getByRole('navigation', { name: 'Tabs' }).getByRole('link'),
  ).toHaveText([/New/, /Complete/, /All/])

  await underwriter.page.goto(
    `/condition-manager?tableMode=PURCHASED_POST_PURCHASED&search=${mark}`,
  )
  await expect(underwriter.page.getByText('No results')).toBeVisible()
  await expect(
    underwriter.page.getByRole('link', { name: 'Purchased - Post purchased' }),
  ).toHaveCount(0)
  await underwriter.page.goto(`/condition-manager/${tdoc.id}`)
  await expect(
    underwriter.page.getByRole('dialog').getByText('Not found'),
  ).toBeVisible()
})

import type { Page } from '@playwright/test'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { get, patch, post, profileOf } from '../lib/calls.ts'
import { expectToast, press } from '../lib/page.ts'
import { expectAccessible } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const reassignDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Reassign underwriter' })
const selectionBar = (page: Page) =>
  page.getByRole('region', { name: 'Selected rows' })

test('a lead splits a queue of 40 evenly, sees everyone’s work before and after, and undoes it', async ({
  tradeDesk,
  chief,
  openLoans,
}) => {
  test.slow()
  const owner = await profileOf(tradeDesk)
  const queue = {
    tableMode: 'ALL',
    underwriterIds: owner.id,
    type: 'POST',
    status: 'REVIEW',
  }
  const countQueue = async (): Promise<number> =>
    (await get(chief, '/api/v1/proxy-loans', queue)).total
  for (const { loanNumber } of openLoans) {
    if ((await countQueue()) >= 40) break
    await tradeDesk.request.post(
      `/api/v1/proxy-loan/underwriter/${loanNumber}/create-post-close`,
      { data: { postCloseReason: 'Seller Error' } },
    )
  }
  expect(await countQueue()).toBe(40)

  const { page } = chief
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(
      `/slv/department?underwriterIds=${owner.id}&type=POST&status=REVIEW`,
    )
    await expect(
      page.getByRole('checkbox', { name: /^Select \d/ }),
    ).toHaveCount(25)
    await page
      .getByRole('checkbox', { name: 'Select all rows of this page' })
      .check()
    await expect(selectionBar(page)).toContainText('25 selected')
    await press(page, 'Select all 40 that match')
    await expect(selectionBar(page)).toContainText('40 selected')
    const first = page.getByRole('checkbox', { name: /^Select \d/ }).first()
    await first.uncheck()
    await expect(selectionBar(page)).toContainText('39 selected')
    await first.check()
    await expect(selectionBar(page)).toContainText('40 selected')

    await press(page, 'Reassign')
    await page.getByRole('menuitem', { name: 'Reassign underwriter' }).click()
    const dialog = reassignDialog(page)
    await press(dialog, 'Split evenly')
    await expect(dialog.getByRole('status').last()).toContainText(
      /40 SLVs split evenly among \d+ people/,
    )
    const takers = await dialog.getByRole('checkbox', { checked: true }).count()
    const ownerRow = dialog.getByRole('row', {
      name: new RegExp(owner.name),
    })
    await expect(ownerRow).toContainText(/40\s*0/)
    await expectAccessible(page)
    // Read together: the figures follow the work of others.
    const figures = await dialog
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox', { checked: true }) })
      .locator('td:first-of-type')
      .allTextContents()
    // '12' without new work, '12 16' with it.
    const shares = figures.map((text) => {
      const numbers = text.match(/\d+/g) ?? []
      const [before = 0, after = before] = numbers.map(Number)
      return after - before
    })
    expect(shares).toHaveLength(takers)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(40)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    await dialog.getByRole('button', { name: 'Reassign 40 SLVs' }).click()
    await expectToast(page, `40 SLV(s) reassigned to ${takers} people`)
    expect(await countQueue()).toBe(0)
    await press(page, 'Undo', 'Assignment undone')
    expect(await countQueue()).toBe(40)
    await expect(
      page.getByRole('checkbox', { name: /^Select \d/ }),
    ).toHaveCount(25)
  }

  // Restores the assignments, so that the next run creates no SLVs.
  const [{ id }] = (await get(chief, '/api/v1/proxy-loans', queue)).items
  const history = await post(chief, `/api/v1/proxy-loan-history/${id}`)
  expect(history.items[0]).toMatchObject({
    action: 'assign-requests',
    comment: 'Undid the assignment',
  })
})

test('undo is refused once someone else changed the SLV', async ({
  chief,
  admin,
  slvInReview: slv,
}) => {
  const lead = await profileOf(chief)
  const other = await profileOf(admin)
  const { page } = chief
  await page.goto(`/slv/department/review-request/${slv.id}`)
  await press(page, 'Actions')
  await page.getByRole('menuitem', { name: 'Reassign underwriter' }).click()
  const dialog = reassignDialog(page)
  await dialog.getByRole('textbox', { name: 'Underwriter' }).fill(lead.name)
  await expect(dialog.getByRole('checkbox', { name: lead.name })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Underwriter' }).press('Enter')
  await expect(dialog.getByRole('checkbox', { name: lead.name })).toBeChecked()
  await press(dialog, 'Reassign', `1 SLV(s) reassigned to ${lead.name}`)
  await patch(admin, '/api/v1/proxy-loan/assign-requests', {
    underwriterId: other.id,
    proxyLoanIds: [slv.id],
  })
  await press(
    page,
    'Undo',
    'This can’t be undone: one of the SLVs changed since',
  )
  const now: SlvDetail = await get(
    chief,
    `/api/v1/proxy-loan/${slv.id}/detailed`,
  )
  expect(now.underwriterName).toBe(other.name)
})

test('the team page shows overdue work per person, and each figure opens the SLVs it counts', async ({
  chief,
  slvInReview: _,
}) => {
  const { page } = chief
  await page.goto('/slv/department')
  await page
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('link', { name: 'Team' })
    .click()
  const table = page.getByRole('table', { name: /^Underwriters/ })
  await expect(
    table.getByRole('link', { name: /^Total: / }).first(),
  ).toBeVisible()
  await expectAccessible(page)
  const overdue = await table
    .getByRole('row')
    .locator('td:nth-of-type(3)')
    .allInnerTexts()
  const numbers = overdue.map(Number)
  const total = numbers.pop()
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  expect(total).toBe(numbers.reduce((sum, number) => sum + number, 0))

  for (const label of [
    'open',
    'due today',
    'overdue',
    'waiting on seller',
    'decided this week',
  ]) {
    const link = table.getByRole('link', {
      name: new RegExp(`^Total: [\\d,]+ ${label}$`),
    })
    // Other stories may change the figure on the way to its list.
    await expect(async () => {
      await page.goto('/slv/department/team')
      const figure = (await link.textContent()) ?? ''
      await link.click()
      await expect(page).toHaveURL(/\/slv\/department\?/)
      const results =
        figure === '0' ? 'No results' : new RegExp(`${figure} results?`)
      await expect(page.getByRole('main')).toContainText(results, {
        timeout: 5000,
      })
    }).toPass()
  }
  await page.goto('/slv/department/team')

  const busiest = table
    .getByRole('button', { name: /^Balance the work of/ })
    .first()
  await busiest.click()
  await expect(reassignDialog(page)).toContainText(/has [\d,]+ open SLVs/)
  await expect(
    reassignDialog(page).getByRole('button', { name: 'Reassign', exact: true }),
  ).toBeDisabled()
  await press(reassignDialog(page), 'Choose everyone')
  await expect(reassignDialog(page).getByRole('status').last()).toContainText(
    /will be reassigned|Nothing to reassign/,
  )
  await expectAccessible(page)
  await press(reassignDialog(page), 'Cancel')
  await expect(busiest).toBeFocused()
})

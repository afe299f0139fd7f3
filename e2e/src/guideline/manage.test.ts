import { draftOf, get, patch, post, put } from '../lib/calls.ts'
import { choose, expectToast, press } from '../lib/page.ts'
import { expectAccessible, expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { plainLoan } from './plain-loan.ts'

test('an administrator copies a version, changes LTV, sees which open SLVs it affects, publishes for tomorrow', async ({
  admin,
  seller,
  freshLoan,
}) => {
  const { page } = admin
  const { id, buyerLoan } = await draftOf(seller, await freshLoan())
  await patch(seller, `/api/v1/proxy-loan/${id}`, {
    ...plainLoan,
    buyerNonAgencyProgram: 'P&L Only',
    buyerNonAgencyProductName: 'NQ-PL-30F',
    totalPostCloseReservesAmount: 60_000,
  })
  await post(seller, `/api/v1/proxy-loan/${id}/send-request`)
  await page.goto('/settings/guidelines')
  await expect(
    page.getByRole('heading', { name: 'Guidelines', level: 1 }),
  ).toBeVisible()
  await expect(
    page.getByRole('link', { name: /^Version 2 · Tighter DSCR$/ }),
  ).toBeVisible()
  await expectAccessible(page)

  await test.step('a draft begins with the rules of another version', async () => {
    await press(page, 'New draft')
    const dialog = page.getByRole('dialog', { name: 'New draft' })
    await dialog.getByLabel('Title').fill('Lower LTV')
    await press(dialog, 'Create draft')
    await expectToast(page, 'Version created')
    await expect(
      page.getByRole('heading', { name: /Lower LTV$/, level: 1 }),
    ).toBeVisible()
    await expect(
      page.getByRole('tab', { name: /^Rules \(\d{3}\)$/ }),
    ).toBeVisible()
  })

  const matrix = page.getByRole('region', { name: 'Program rules' })
  const effect = /^\d+ open SLVs? changes?: /
  const limits = matrix.getByRole('textbox', { name: /^Limit, row/ })
  await test.step('a wrong cell, a text that contradicts its limit and an overlap are shown at the cell', async () => {
    await limits.first().fill('abc')
    await expect(matrix.getByText('Not a number')).toBeVisible()
    await expect(
      page.getByRole('button', { name: 'Save rules' }),
    ).toBeDisabled()
    await limits.first().fill('670')
    const contradiction = matrix.getByText(
      'The text says 660, but the limit is 670',
    )
    await expect(contradiction).toBeVisible()
    await matrix
      .getByRole('textbox', { name: /^Guideline text, row/ })
      .first()
      .fill('Minimum credit score is 670.')
    await expect(contradiction).toHaveCount(0)
    await press(page, 'Add rule')
    await page.keyboard.insertText('FICO')
    const last = matrix.getByRole('row').last()
    await last.getByRole('textbox', { name: /^Limit/ }).fill('690')
    await last.getByRole('textbox', { name: /^Citation/ }).fill('§2.99')
    await expect(
      last.getByRole('textbox', { name: /^Guideline text/ }),
    ).toHaveValue('Minimum credit score is 690.')
    await expect(
      matrix.getByText(/^Overlaps row \d+: both apply to the same loan$/),
    ).toHaveCount(2)
    const problems = page.getByRole('button', {
      name: '2 cells need attention',
    })
    const parameters = matrix.getByRole('textbox', { name: /^Parameter, row/ })
    const first = parameters
      .and(matrix.locator('[aria-invalid="true"]'))
      .first()
    const second = parameters.last()
    for (const cell of [first, second, first]) {
      await problems.click()
      await expect(cell).toBeFocused()
      await expect(cell).toBeInViewport({ ratio: 1 })
    }
    await last.getByRole('button', { name: /^Remove row/ }).click()
    await expect(page.getByText('No errors or overlaps')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('typed cells survive a reload', async () => {
    await page.reload()
    await expect(limits.first()).toHaveValue('670')
    await press(page, 'Save rules', 'Rules saved')
    await expect(page.getByText('All rules are saved.')).toBeFocused()
  })

  await test.step('the comparison names the rule that differs', async () => {
    await page.getByRole('tab', { name: 'Compare' }).click()
    const table = page.getByRole('table')
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table.getByRole('row').last()).toContainText('≥ 670')
  })

  await test.step('lower LTV limits of a program name the open SLVs that they change', async () => {
    await page.getByRole('tab', { name: /^Rules/ }).click()
    await page.getByRole('combobox', { name: 'Program' }).click()
    await page.getByRole('option', { name: /^P&L Only \(/ }).click()
    const rows = await matrix
      .getByRole('row')
      .filter({ has: page.getByRole('textbox') })
      .all()
    for (const row of rows)
      if (
        (await row
          .getByRole('textbox', { name: /^Parameter/ })
          .inputValue()) === 'LTV'
      )
        await row.getByRole('textbox', { name: /^Limit/ }).fill('40')
    await press(page, 'Save rules', 'Rules saved')
    await page.getByRole('tab', { name: 'Effect' }).click()
    await expect(page.getByText(effect)).toBeVisible()
    await expect(
      page.getByText(/requests were decided in the last 12 months/),
    ).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: String(buyerLoan) })
    await expect(row).toContainText('EligibleNeeds a variance')
    await expect(row).toContainText('LTV: met (≤ 75%) → 10 over (≤ 40%)')
    await expectAccessible(page)
  })

  await test.step('title and note are changed', async () => {
    await press(page, 'Rename')
    const dialog = page.getByRole('dialog', { name: 'Title and note' })
    await dialog.getByLabel('Title').fill('Higher FICO')
    await dialog.getByLabel('Note').fill('FICO 670 for one program.')
    await press(dialog, 'Save')
    await expectToast(page, 'Version updated')
    await expect(
      page.getByRole('heading', { name: /Higher FICO$/, level: 1 }),
    ).toBeVisible()
    await expect(
      page.getByRole('paragraph').getByText('FICO 670 for one program.'),
    ).toBeVisible()
  })

  await test.step('a past day is refused, tomorrow is published', async () => {
    await press(page, 'Publish')
    const dialog = page.getByRole('dialog', { name: /^Publish Version/ })
    const day = dialog.getByLabel('Effective date')
    const tomorrow = await day.inputValue()
    await expect(dialog.getByText(effect)).toBeVisible()
    await expect(
      dialog.getByRole('link', { name: String(buyerLoan) }),
    ).toBeVisible()
    await expect(
      dialog.getByText('6 guideline texts contradict their limits', {
        exact: true,
      }),
    ).toBeVisible()
    await expect(
      dialog.getByText(/: The text says 80%, but the limit is 40%$/),
    ).toBeVisible()
    await day.fill('2026-01-01')
    await press(dialog, 'Publish')
    await expect(
      dialog.getByText('Publish them anyway?', { exact: false }),
    ).toBeVisible()
    await press(dialog, 'Publish anyway')
    await expect(
      dialog.getByText('A version can’t start in the past'),
    ).toBeVisible()
    await day.fill(tomorrow)
    await press(dialog, 'Publish anyway', 'Version published')
    await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: /^Rules/ }).click()
    await expect(limits.first()).toHaveAttribute('readonly')
  })
})

test('a draft that lowers LTV names the open SLVs that it would change', async ({
  admin,
}) => {
  const { page } = admin
  const { items } = await get(admin, '/api/v1/guidelines/versions', {
    status: 'PUBLISHED',
  })
  const { id } = await post(admin, '/api/v1/guidelines/versions', {
    title: 'Low LTV',
    copyOf: items[0].id,
  })
  const { version, rules } = await get(
    admin,
    `/api/v1/guidelines/versions/${id}/rules`,
  )
  const lower = rules.map((rule: { parameter: string }) =>
    rule.parameter === 'LTV' ? { ...rule, value: 40 } : rule,
  )
  const saved = await admin.request.put(
    `/api/v1/guidelines/versions/${id}/rules`,
    {
      headers: { 'if-match': `"${version}"` },
      data: { rules: lower },
    },
  )
  expect(saved.ok()).toBe(true)
  await page.goto(`/settings/guidelines/${id}`)
  await page.getByRole('tab', { name: 'Effect' }).click()
  await expect(page.getByText(/^\d+ open SLVs change: /)).toBeVisible()
  const table = page.getByRole('region', { name: 'Open SLVs affected' })
  await expect(table.getByRole('row').nth(1)).toContainText('≤ 40%')
  await expectSound(page)
  await press(page, 'Publish')
  await expect(
    page.getByRole('dialog').getByText(/^\d+ open SLVs change: /),
  ).toBeVisible()
  await press(page.getByRole('dialog'), 'Cancel')
  await table.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/slv\/manage-request\//)
  await page.goto(`/settings/guidelines/${id}`)
  await press(page, 'Delete draft')
  await press(page.getByRole('dialog'), 'Delete draft')
  await expectToast(page, 'Version deleted')
})

test('the first guidelines of a later program are suggested from the start of the program', async ({
  admin,
}) => {
  const { page } = admin
  // It has ended, so that no other story is offered it.
  await post(admin, '/api/v1/guidelines/programs', {
    code: 'LATER',
    name: 'Later Program',
    family: 'DSCR',
    qualifiesBy: 'DSCR',
    activeFrom: '2026-01-05',
    activeTo: '2026-02-05',
    products: [{ code: 'LA-30F', name: 'Fixed, 30 years' }],
  })
  const { id } = await post(admin, '/api/v1/guidelines/versions', {
    title: 'For the later program',
  })
  await put(admin, `/api/v1/guidelines/versions/${id}/rules`, {
    rules: [
      {
        program: 'LATER',
        parameter: 'LTV',
        operator: '<=',
        value: 80,
        unit: null,
        scope: {},
        severity: 'REVIEW',
        citation: '§1',
        text: 'Maximum LTV is 80%.',
      },
    ],
  })
  await page.goto(`/settings/guidelines/${id}`)
  await press(page, 'Publish')
  const dialog = page.getByRole('dialog', { name: /^Publish Version/ })
  await expect(dialog.getByLabel('Effective date')).toHaveValue('2026-01-05')
  await press(dialog, 'Cancel')
  await press(page, 'Delete draft')
  await press(page.getByRole('dialog'), 'Delete draft')
  await expectToast(page, 'Version deleted')
})

test('an administrator adds a program, ends it, and keeps what was typed over someone else’s change', async ({
  admin,
}) => {
  const { page } = admin
  await page.goto('/settings/guidelines')
  await page
    .getByRole('navigation', { name: 'Guidelines' })
    .getByRole('link', { name: 'Programs' })
    .click()
  await expect(
    page.getByRole('heading', { name: 'Programs', level: 1 }),
  ).toBeVisible()
  const row = page.getByRole('row', { name: /^Story / })
  const dialog = page.getByRole('dialog')

  let isServerAsked = false
  page.on('request', (request) => {
    isServerAsked ||= request.method() === 'POST'
  })
  await press(page, 'Add program')
  await dialog
    .getByRole('textbox', { name: 'Name', exact: true })
    .fill('Story Program')
  await press(dialog, 'Add program')
  await expect(dialog.getByText('Check the highlighted fields')).toBeVisible()
  await expect(dialog.getByText('Required')).toHaveCount(3)
  await expect(page.getByText('Failed to save the program')).toHaveCount(0)
  expect(isServerAsked).toBe(false)
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('story')
  await dialog.getByLabel('Code of product 1').fill('ST-30F')
  await dialog.getByLabel('Name of product 1').fill('Fixed, 30 years')
  await expectSound(page)
  await press(dialog, 'Add program')
  await expectToast(page, 'Program saved')
  await expect(row).toContainText('ST-30F')

  await row.getByRole('button', { name: 'Edit Story Program' }).click()
  await patch(admin, '/api/v1/guidelines/programs', {
    code: 'STORY',
    name: 'Story Renamed',
  })
  await dialog.getByLabel('End date').fill('2030-12-31')
  await press(dialog, 'Save')
  await expect(
    dialog.getByText('Someone else just saved changes.', { exact: false }),
  ).toBeVisible()
  await press(dialog, 'Keep mine')
  await press(dialog, 'Save')
  await expectToast(page, 'Program saved')
  await expect(row).toContainText('12/31/2030')
  await expect(row).toContainText('Story Program')
  await expectSound(page)
})

test('compensating factors are edited, ordered and saved together, also during a save', async ({
  admin,
}) => {
  const { page } = admin
  const before = await get(admin, '/api/v1/guidelines/factors')
  await page.goto('/settings/guidelines/factors')
  await press(page, 'Add factor')
  const dialog = page.getByRole('dialog', { name: 'Add factor' })
  await dialog.getByLabel('Factor').fill('Low acreage')
  await press(dialog, 'Add factor')
  await expect(dialog.getByText('Check the highlighted fields')).toBeVisible()
  await choose(dialog, 'Figure', 'Tradelines')
  await dialog.getByLabel('Better than the limit by at least').fill('2')
  await press(dialog, 'Add factor')
  const rows = page
    .getByRole('region', { name: 'Compensating factors' })
    .getByRole('row')
  await expect(rows.last()).toContainText(
    'Tradelines: better than the limit by 2 tradelines or more',
  )
  await page.getByRole('button', { name: 'Move Low acreage up' }).click()
  await expect(rows.nth(-2)).toContainText('Low acreage')
  await page.reload()
  await expect(rows.nth(-2)).toContainText('Low acreage')
  await expectSound(page)
  const box = page.getByLabel('Unsaved factors')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/v1/guidelines/factors', async (route) => {
    if (route.request().method() === 'PUT') await answer.promise
    await route.continue()
  })
  await press(page, 'Save factors')
  // Edited during the save, it stays to be saved.
  await press(page, 'Remove Low acreage')
  answer.resolve()
  await expectToast(page, 'Factors saved')
  await expect(box).toContainText('You have unsaved changes.')
  await press(page, 'Save factors')
  await expect(box).toContainText('All factors are saved.')
  expect((await get(admin, '/api/v1/guidelines/factors')).factors).toEqual(
    before.factors,
  )
})

test('someone without the permission has no page of guidelines', async ({
  underwriter: { page },
}) => {
  for (const path of ['', '/programs', '/factors']) {
    await page.goto(`/settings/guidelines${path}`)
    await expect(page).toHaveURL(/\/slv$/)
  }
})

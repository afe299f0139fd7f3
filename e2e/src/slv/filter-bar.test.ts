import { choose, press, pressKeys } from '../lib/page.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('filters are added, changed and removed in the bar by keyboard, and combine', async ({
  chief: { page },
}) => {
  await page.goto('/slv/department')
  const table = page.getByRole('table')
  await expect(table.getByRole('link').first()).toBeVisible()

  const button = page.getByRole('button', { name: 'Filter', exact: true })
  const finder = page.getByRole('combobox', { name: 'Find a filter' })

  await test.step('a filter is found by typing; no letter is lost while the menu loads', async () => {
    await pressKeys(page, 'f')
    await page.keyboard.type('typ')
    await expect(finder).toHaveValue('typ')
    await pressKeys(page, 'Enter')
    const type = page.getByRole('dialog', { name: 'Type' })
    await expect(
      type.getByRole('checkbox', { name: 'Pre-Close' }),
    ).toBeFocused()
    await pressKeys(page, 'Space')
    await expect(page).toHaveURL(/type=PRE/)
    await expectSound(page)
    await pressKeys(page, 'Escape')
    await expect(
      page.getByRole('button', { name: 'Type: Pre-Close', exact: true }),
    ).toBeFocused()
  })

  await test.step('a second filter combines with it', async () => {
    await pressKeys(page, 'f')
    await expect(finder).toBeFocused()
    await expectSound(page)
    await pressKeys(page, 'Escape')
    await expect(button).toBeFocused()
    await pressKeys(page, 'Enter')
    await page.getByRole('option', { name: 'Status' }).click()
    const status = page.getByRole('dialog', { name: /^Status/ })
    await choose(status, 'Status', 'Approved', 'Approved')
    await choose(status, 'Status', 'Denied', 'Denied')
    await expect(page).toHaveURL(/status=APPROVED,DECLINED&.*type=PRE/)
    await expect(
      page.getByRole('button', {
        name: 'Status: Approved, Denied',
        exact: true,
      }),
    ).toBeVisible()
    await pressKeys(page, 'Escape', 'Escape')
    await expect(status).toBeHidden()
  })

  await test.step('filters are removed one by one, or all', async () => {
    await press(page, 'Remove filter Type: Pre-Close')
    await expect(page).not.toHaveURL(/type=/)
    await expect(button).toBeFocused()
    await press(page, 'Clear All')
    await expect(page).toHaveURL(/\/slv\/department$/)
  })
})

test('amounts, scores and kinds of variances filter, and what is no number doesn’t', async ({
  chief: { page },
}) => {
  await page.goto('/slv/department')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('option', { name: /^Has/ })).toHaveCount(0)
  await page.getByRole('option', { name: 'Loan Amount' }).click()
  const amount = page.getByRole('dialog', { name: /^Loan Amount/ })
  await amount.getByRole('textbox', { name: 'Minimum' }).fill('$400k')
  await amount.getByRole('textbox', { name: 'Maximum' }).fill('many')
  await pressKeys(page, 'Enter')
  await expect(amount.getByText('Must be a number')).toBeVisible()
  // The end that is right applies by itself.
  await expect(page).toHaveURL(/loanAmount=400000\.\.(&|$)/)
  await amount.getByRole('textbox', { name: 'Maximum' }).fill('500,000')
  await pressKeys(page, 'Enter')
  await expect(page).toHaveURL(/loanAmount=400000\.\.500000/)
  await pressKeys(page, 'Escape')
  await expect(
    page.getByRole('button', {
      name: 'Loan Amount: $400,000 – $500,000',
      exact: true,
    }),
  ).toBeFocused()
  const amounts = page.getByRole('table').getByText(/^\$[\d,]+$/)
  const isBetween = (text: string) => /^\$(4\d\d,\d{3}|500,000)$/.test(text)
  await expect
    .poll(async () => (await amounts.allTextContents()).every(isBetween))
    .toBe(true)
  await expect(amounts.first()).toBeVisible()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('option', { name: 'Variance' }).click()
  await choose(
    page.getByRole('dialog', { name: /^Variance/ }),
    'Variance',
    'Reserves',
    'Reserves',
  )
  await expect(page).toHaveURL(/reasons=Reserves/)
})

test('chips move neither the list nor the controls beside them', async ({
  chief: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const places = async () => {
    const table = page.getByRole('table')
    await expect(table.getByRole('link').first()).toBeVisible()
    const parts = [
      page.getByRole('searchbox'),
      page.getByRole('button', { name: 'Filter', exact: true }),
      page.getByRole('button', { name: 'Download', exact: true }),
      page.getByRole('button', { name: 'Save view' }),
      table,
    ]
    return Promise.all(
      parts.map(async (part) => {
        const box = await part.boundingBox()
        return box && [box.x, box.y]
      }),
    )
  }
  await page.goto('/slv/department')
  const before = await places()
  await page.goto(
    '/slv/department?status=APPROVED,DECLINED&type=PRE&timeframe=LAST_MONTH&loanAmount=100000..2000000',
  )
  await expect(
    page.getByRole('button', { name: /^Remove filter/ }),
  ).toHaveCount(4)
  expect(await places()).toEqual(before)
})

test('a date range applies only once it is complete', async ({
  chief: { page },
}) => {
  await page.goto('/slv/department?timeframe=LAST_MONTH')
  await page
    .getByRole('button', { name: 'Timeframe: Last Month', exact: true })
    .click()
  const editor = page.getByRole('dialog', { name: /^Timeframe/ })
  await editor.getByRole('combobox', { name: 'Timeframe' }).click()
  await page.getByRole('option', { name: 'Custom' }).click()
  await editor.getByLabel('From').fill('2026-10-01')
  await editor.getByLabel('To').fill('2026-09-01')
  await expect(editor.getByText('Cannot be earlier than From')).toBeVisible()
  await expect(page).not.toHaveURL(/to=/)
  await editor.getByLabel('To').fill('2026-10-31')
  await expect(page).toHaveURL(/from=2026-10-01&to=2026-10-31/)
})

for (const width of [1440, 1024, 360])
  test(`the bars of SLVs and Tdocs fit ${width} pixels`, async ({
    chief,
    underwriter,
  }) => {
    const addresses = [
      [chief.page, '/slv/department?status=REVIEW,PENDING&type=PRE'],
      [
        underwriter.page,
        '/condition-manager?type=MANUAL&progressTracking=INTAKE_PENDING',
      ],
    ] as const
    for (const [page, address] of addresses) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
      await expect(
        page.getByRole('button', { name: /^Remove filter Type/ }),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await expect(page.getByRole('option', { name: 'Type' })).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
      ).toBeLessThanOrEqual(width)
    }
  })

import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const viewsOf = 'Views'

test('a lead shares a view, and a colleague opens it with their own counts', async ({
  chief,
  slr,
}) => {
  const { page } = chief
  await page.goto('/slv/department?productCodes=DSCR%20Prime')
  await expect(
    page.getByRole('table').getByText('DSCR Prime').first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('DSCR Prime loans')
  await dialog.getByLabel(/^Share with everyone at/).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('View saved')).toBeVisible()
  const own = page
    .getByRole('region', { name: viewsOf })
    .getByRole('link', { name: /^DSCR Prime loans \d/ })
  await expect(own).toHaveAttribute('aria-current', 'page')
  // Each person's count is the total of the list that the view opens for them.
  const hasCount = async (link: Locator, on: Page) => {
    const [counted] = /\d+$/.exec((await link.textContent()) ?? '') ?? []
    await expect(
      on.getByRole('status').filter({ hasText: `${counted} results` }),
    ).toBeVisible()
  }
  await hasCount(own, page)

  // A changed view can be saved or discarded.
  await page
    .getByRole('columnheader', { name: /Amount/ })
    .getByRole('button')
    .first()
    .click()
  await expect(page).toHaveURL(/sortBy=loanAmount/)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page).not.toHaveURL(/sortBy=loanAmount/)
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)

  // The SLR reviewer has another scope, and may open but not change it.
  await slr.page.setViewportSize({ width: 1024, height: 768 })
  await slr.page.goto('/slv')
  const shared = slr.page
    .getByRole('region', { name: viewsOf })
    .getByRole('link', { name: /^DSCR Prime loans/ })
  await shared.click()
  await expect(slr.page).toHaveURL(/view=/)
  await hasCount(shared, slr.page)
  await slr.page.getByRole('button', { name: 'Collapse menu' }).click()
  await slr.page.getByRole('button', { name: 'Views', exact: true }).click()
  await expect(
    slr.page.getByRole('menuitem', { name: /^DSCR Prime loans/ }),
  ).toHaveAttribute('aria-current', 'page')
  await slr.page.keyboard.press('Escape')
  await slr.page.getByRole('button', { name: 'Expand menu' }).click()
  await slr.page.getByRole('button', { name: 'DSCR Prime loans' }).click()
  await expect(
    slr.page.getByRole('menuitem', { name: 'Save as new view…' }),
  ).toBeVisible()
  await expect(slr.page.getByRole('menuitem', { name: 'Delete…' })).toHaveCount(
    0,
  )
  // They can hide it from their sidebar and show it again.
  await slr.page.getByRole('menuitem', { name: 'Hide from my sidebar' }).click()
  await expect(shared).toHaveCount(0)
  await slr.page.reload()
  await slr.page.getByRole('button', { name: 'DSCR Prime loans' }).click()
  await expect(shared).toHaveCount(0)
  await slr.page.getByRole('menuitem', { name: 'Show in my sidebar' }).click()
  await expect(shared).toBeVisible()

  await page.getByRole('button', { name: 'DSCR Prime loans' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page
    .getByRole('dialog', { name: 'Delete view' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(own).toHaveCount(0)
})

test('a name in use keeps the dialog open with what was typed', async ({
  underwriter: { page, request },
}) => {
  const data = {
    list: 'SLV',
    name: 'Taken',
    search: { status: 'REVIEW' },
    isShared: false,
  }
  const { id } = await (await request.post('/api/v1/views', { data })).json()
  await page.goto('/slv')
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('taken')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(
    dialog.getByText('You already have a view with this name'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('taken')
  await request.delete(`/api/v1/views/${id}`)
})

test('a view of Tdocs keeps its tab, filters and columns', async ({
  underwriter: { page },
}) => {
  await page.goto('/condition-manager?filterBy=status&filterByValue=ALL')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Intake', exact: true }).click()
  const heightOf = async () =>
    (await page.getByRole('table').locator('tbody tr').first().boundingBox())
      ?.height
  const usual = (await heightOf()) ?? 0
  await page.getByRole('button', { name: 'Compact', exact: true }).click()
  await expect.poll(heightOf).toBeLessThan(usual)
  const compact = await heightOf()
  await page.keyboard.press('Escape')
  const headings = await page.getByRole('columnheader').allInnerTexts()
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Intake of everything')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.goto('/slv')
  await page.getByRole('link', { name: /^Intake of everything/ }).click()
  await expect(page).toHaveURL(/filterByValue=ALL/)
  await expect(page.getByRole('columnheader')).toHaveText(
    headings.map((text) => text.trim()),
  )
  await expect.poll(heightOf).toBe(compact)
  await page.getByRole('button', { name: 'Intake of everything' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page
    .getByRole('dialog', { name: 'Delete view' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('View deleted')).toBeVisible()
})

test('a view opens unchanged when its person and column no longer exist', async ({
  underwriter: { page, request },
}) => {
  const gone = '00000000-0000-7000-8000-000000000000'
  const own = {
    tableMode: 'MY_OWN',
    underwriterIds: gone,
    sortBy: 'dueAt',
    sortType: 'asc',
  }
  const tab = {
    tableMode: 'ACTIVE',
    filterBy: 'status',
    filterByValue: 'NEW',
    sortBy: 'slaDays',
    sortType: 'asc',
  }
  for (const [list, path, search] of [
    ['SLV', '/slv', own],
    ['TDOC', '/condition-manager', { ...tab, assignedUnderwriter: gone }],
  ] as const) {
    const data = {
      list,
      name: 'Old',
      search,
      columns: ['status', 'gone'],
      isShared: false,
    }
    const { id } = await (await request.post('/api/v1/views', { data })).json()
    await page.goto(path)
    await page.getByRole('link', { name: /^Old/ }).click()
    await expect(
      page.getByRole('button', { name: /: Inactive user$/ }).first(),
    ).toBeVisible()
    await expect(
      page.getByRole('button', { name: 'Old', exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
    await request.delete(`/api/v1/views/${id}`)
  }
})

import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

/** The link of a view in the sidebar. */
const viewLink = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Views' }).getByRole('link', { name })

/** Each person's count is the total of the list that the view opens for them. */
async function expectCountOfList(page: Page, link: Locator) {
  const [count] = /\d+$/.exec((await link.textContent()) ?? '') ?? []
  await expect(
    page.getByRole('status').filter({ hasText: `${count} results` }),
  ).toBeVisible()
}

test('a lead shares a view, and a colleague opens it with their own counts', async ({
  chief: { page },
  slr: { page: colleague },
}) => {
  const leadsLink = viewLink(page, /^DSCR Prime loans \d/)
  const colleaguesLink = viewLink(colleague, /^DSCR Prime loans/)

  await test.step('the lead saves and shares a view', async () => {
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
    await expect(leadsLink).toHaveAttribute('aria-current', 'page')
    await expectCountOfList(page, leadsLink)
  })

  await test.step('a changed view can be discarded', async () => {
    await page
      .getByRole('columnheader', { name: /Amount/ })
      .getByRole('button')
      .first()
      .click()
    await expect(page).toHaveURL(/sortBy=loanAmount/)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page).not.toHaveURL(/sortBy=loanAmount/)
    await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  })

  await test.step('the SLR reviewer, who sees other SLVs, opens it with their own count', async () => {
    await colleague.setViewportSize({ width: 1024, height: 768 })
    await colleague.goto('/slv')
    await colleaguesLink.click()
    await expect(colleague).toHaveURL(/view=/)
    await expectCountOfList(colleague, colleaguesLink)
    await colleague.getByRole('button', { name: 'Collapse menu' }).click()
    await colleague.getByRole('button', { name: 'Views', exact: true }).click()
    await expect(
      colleague.getByRole('menuitem', { name: /^DSCR Prime loans/ }),
    ).toHaveAttribute('aria-current', 'page')
    await colleague.keyboard.press('Escape')
    await colleague.getByRole('button', { name: 'Expand menu' }).click()
  })

  await test.step('they can save it under another name, but not delete it', async () => {
    await colleague.getByRole('button', { name: 'DSCR Prime loans' }).click()
    await expect(
      colleague.getByRole('menuitem', { name: 'Save as new view…' }),
    ).toBeVisible()
    await expect(
      colleague.getByRole('menuitem', { name: 'Delete…' }),
    ).toHaveCount(0)
  })

  await test.step('they can hide it from their sidebar and show it again', async () => {
    await colleague
      .getByRole('menuitem', { name: 'Hide from my sidebar' })
      .click()
    await expect(colleaguesLink).toHaveCount(0)
    await colleague.reload()
    await colleague.getByRole('button', { name: 'DSCR Prime loans' }).click()
    await expect(colleaguesLink).toHaveCount(0)
    await colleague
      .getByRole('menuitem', { name: 'Show in my sidebar' })
      .click()
    await expect(colleaguesLink).toBeVisible()
  })

  await test.step('the lead deletes it', async () => {
    await page.getByRole('button', { name: 'DSCR Prime loans' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page
      .getByRole('dialog', { name: 'Delete view' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(leadsLink).toHaveCount(0)
  })
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
  const deletedPerson = '00000000-0000-7000-8000-000000000000'
  const ofSlvs = {
    tableMode: 'MY_OWN',
    underwriterIds: deletedPerson,
    sortBy: 'dueAt',
    sortType: 'asc',
  }
  const ofTdocs = {
    tableMode: 'ACTIVE',
    filterBy: 'status',
    filterByValue: 'NEW',
    assignedUnderwriter: deletedPerson,
    sortBy: 'slaDays',
    sortType: 'asc',
  }
  for (const [list, path, search] of [
    ['SLV', '/slv', ofSlvs],
    ['TDOC', '/condition-manager', ofTdocs],
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

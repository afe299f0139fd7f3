import { smallTargetsOf } from '../lib/small-targets.ts'
import { expectSound, narrow } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('the help shows administrators where they find their pages, and others none of it', async ({
  admin,
  chief,
  seller,
}) => {
  const { page } = admin
  const section = page.getByRole('region', { name: 'Administration' })

  await test.step('an administrator opens a page from the help', async () => {
    await page.goto('/help')
    await expect(section).toContainText('The runbook is docs/operations.md')
    await expectSound(page)
    await section.getByRole('link', { name: 'Open Price grid' }).click()
    await expect(
      page.getByRole('heading', { name: 'Price grid', level: 1 }),
    ).toBeVisible()
  })

  await test.step('its links are large enough for fingers', async () => {
    await page.setViewportSize(narrow)
    await page.goto('/help')
    await expect(section).toBeVisible()
    await expect.poll(() => smallTargetsOf(page)).toEqual([])
  })

  for (const someone of [chief, seller])
    await test.step('people without such a page see no section', async () => {
      await someone.page.goto('/help')
      await expect(
        someone.page.getByRole('region', { name: 'Statuses', exact: true }),
      ).toBeVisible()
      await expect(
        someone.page.getByRole('region', { name: 'Administration' }),
      ).toHaveCount(0)
    })
})

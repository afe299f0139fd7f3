import { bring } from '../document/documents.ts'
import { textOf } from '../document/sample-files.ts'
import { patch } from '../lib/calls.ts'
import { press } from '../lib/page.ts'
import { expectAccessible } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('the history shows each action, edit and file', async ({
  seller,
  underwriter,
  slvInReview: { id, city },
}) => {
  await bring(
    seller,
    id,
    textOf('Letter of explanation.txt', 'One late payment'),
  )
  await patch(underwriter, `/api/v1/proxy-loan/${id}`, {
    city: 'Yountville',
    liquidReservesAmount: 512_345.5,
  })

  const { page } = underwriter
  const panel = page.getByRole('tabpanel', { name: 'History' })
  const timeline = panel.getByRole('region', { name: 'History, newest first' })
  await page.goto(`/slv/manage-request/${id}?tab=history`)
  await expect(timeline.getByRole('listitem').first()).toContainText('Edited')
  await expect(timeline).toContainText('Sent the request')
  await expect(timeline).toContainText('Letter of explanation.txt')

  await test.step('by action: the address keeps it, and a reload restores it', async () => {
    await press(panel, 'Filter')
    await panel.getByRole('combobox', { name: 'Activity' }).click()
    await page.getByRole('option', { name: 'Information edits' }).click()
    await expect(timeline).not.toContainText('Sent the request')
    await expect(timeline).toContainText('Yountville')
    await expect(page).toHaveURL(/what=edits/)
    await page.reload()
    await expect(panel.getByText('Activity: Information edits')).toBeVisible()
    await expect(timeline).toContainText('Yountville')
    await expect(timeline).not.toContainText('Sent the request')
    await press(page, 'Clear All')
    await expect(timeline).toContainText('Sent the request')
  })

  await test.step('by person', async () => {
    await press(panel, 'Filter')
    await panel.getByRole('combobox', { name: 'Person' }).click()
    await page.getByRole('option', { name: 'Maya Ortiz' }).click()
    await expect(timeline).not.toContainText('Yountville')
    await expect(timeline).toContainText('Sent the request')
    await press(page, 'Clear All')
  })

  await test.step('by day: no activity that long ago, and back', async () => {
    await panel
      .getByRole('textbox', { name: 'To', exact: true })
      .fill('2001-02-03')
    await expect(panel).toContainText(
      'No activity of this kind until 02/03/2001.',
    )
    await expectAccessible(page)
    await press(page, 'Clear filters')
    await expect(timeline).toContainText('Sent the request')
    await expect(
      panel.getByRole('textbox', { name: 'To', exact: true }),
    ).toHaveValue('')
  })

  await test.step('an invalid range stays as typed while the filters are hidden', async () => {
    const day = (name: string) =>
      panel.getByRole('textbox', { name, exact: true })
    await day('From').fill('2020-02-02')
    await expect(page).toHaveURL(/from=2020-02-02/)
    await day('To').fill('2020-01-01')
    await expect(day('To')).toHaveAttribute('aria-invalid', 'true')
    const toggle = panel.getByRole('button', { name: 'Filter (1)' })
    await toggle.click()
    await expect(day('To')).toHaveCount(0)
    await toggle.click()
    await expect(day('To')).toHaveValue('2020-01-01')
    await press(page, 'Clear All')
  })

  await test.step('the edits field by field', async () => {
    await panel.getByText('Edits', { exact: true }).click()
    const row = panel.getByRole('row', { name: /City/ })
    await expect(row).toContainText(`${city}`)
    await expect(row).toContainText('Yountville')
    await expect(row).toContainText('Anna Lindqvist')
    await expect(
      panel.getByRole('row', { name: /Liquid Reserves/ }),
    ).toContainText('$512,345.50')
    await expectAccessible(page)
  })

  await test.step('the files', async () => {
    await panel.getByText('Documents', { exact: true }).click()
    const row = panel.getByRole('row', { name: /Letter of explanation/ })
    await expect(row).toContainText('Added by Maya Ortiz')
    await expect(
      row.getByRole('link', { name: 'Letter of explanation.txt' }),
    ).toBeVisible()
  })
})

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectToast, press } from '../lib/page.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const invite = async (page: Page, pasted: string, vendor: string) => {
  await page.getByRole('button', { name: 'Invite reviewers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite reviewers' })
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(pasted)
  await dialog.getByRole('combobox', { name: 'Vendor' }).fill(vendor)
  await dialog.getByRole('button', { name: /^Send/ }).click()
  return dialog
}

test('reviewers are invited, and the portal says who was skipped', async ({
  admin: { page },
}) => {
  const vendor = `Vendor ${randomUUID().slice(0, 8)}`
  const fresh = () => `${randomUUID().slice(0, 13)}@vendor.example`
  const [a, b, c, d, e, f, g, h, i, j] = Array.from({ length: 10 }, fresh)
  await page.goto('/settings/permissions')

  const empty = await invite(page, '', vendor)
  await expect(empty.getByText('No emails to register')).toBeVisible()
  await empty.getByRole('button', { name: 'Cancel' }).click()

  await invite(page, `${a}`, vendor)
  await expectToast(page, `Invite sent to ${a}.`)
  await invite(page, `${b}, ${c}`, vendor)
  await expectToast(page, `Invites sent to ${b} and ${c}.`)
  await invite(page, `${d} ${e}\n${f}`, vendor)
  await expectToast(page, `Invites sent to ${d}, ${e} and 1 more.`)
  await invite(page, `${g}; ${h}, ${i}\t${j}`, vendor)
  await expectToast(page, `Invites sent to ${g}, ${h} and 2 others.`)

  await test.step('skipped addresses are listed with the reason', async () => {
    await page.getByRole('button', { name: 'Invite reviewers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite reviewers' })
    const next = fresh()
    await dialog
      .getByRole('textbox', { name: 'Email addresses' })
      .fill(`no-address, ${next}, ${next}, tpr@orchid.example, ${a},`)
    await expect(
      dialog.getByText('2 highlighted addresses will be skipped.'),
    ).toBeVisible()
    await expect(
      dialog.getByRole('img', { name: 'Listed twice' }),
    ).toBeVisible()
    await expectSound(page)
    await dialog.getByRole('combobox', { name: 'Vendor' }).fill(vendor)
    await dialog.getByRole('button', { name: 'Send 3 invites' }).click()
    const outcome = page.getByRole('dialog', {
      name: `Invite sent to ${next}.`,
    })
    await expect(outcome.getByRole('listitem')).toHaveCount(4)
    await expect(
      outcome.getByRole('listitem').filter({ hasText: 'no-address' }),
    ).toContainText('Not an email address')
    await expect(
      outcome.getByRole('listitem').filter({ hasText: 'tpr@orchid' }),
    ).toContainText(/Already has an account|another company/)
    await expect(
      outcome.getByRole('listitem').filter({ hasText: `${a}` }),
    ).toContainText('Invited a moment ago')
    await outcome.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('they are listed as invited, and can be invited again', async () => {
    await page.goto(`/settings/permissions?search=${a}`)
    const row = page.getByRole('row').filter({ hasText: `${a}` })
    await expect(row.getByText('Invited', { exact: true })).toBeVisible()
    await press(row, `Invite ${a} again`, `${a}: Invited a moment ago`)
  })
})

import { refuseMailTo } from '../lib/mailbox.ts'
import { expectToast, press } from '../lib/page.ts'
import { enterPassword, newReviewer, signInByMail } from '../lib/reviewer.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const refusedWords =
  /was refused on \d\d\/\d\d\/\d{4}, .*The mailbox doesn’t exist\./

test('an administrator sees that mail is refused, and has it tried again', async ({
  admin,
  page,
}) => {
  const email = await newReviewer(admin)
  const { request } = admin
  const list = admin.page.getByRole('table')
  const drawer = admin.page.getByRole('dialog', { name: /Unnamed|reviewer/i })
  const box = drawer.getByRole('region', { name: 'Mail refused' })

  await test.step('a sign-in code is refused, and the page says so', async () => {
    await refuseMailTo(request, [email])
    await page.goto('/multi-factor-auth')
    await enterPassword(page, email)
    const address = `/api/v1/users?mail=REFUSED&search=${email}`
    await expect
      .poll(async () => (await (await request.get(address)).json()).total)
      .toBe(1)
    await page.reload()
    await expect(
      page.getByText(/Mail to this address was refused on/),
    ).toBeVisible()
  })

  await test.step('the list of people shows it', async () => {
    await admin.page.goto(`/settings/permissions?mail=REFUSED&search=${email}`)
    await expect(list.getByText(/^Mail refused \d\d\//)).toBeVisible()
    await expect(
      admin.page.getByRole('button', { name: 'Mail: Refused', exact: true }),
    ).toBeVisible()
    await expectSound(admin.page)
    await list.getByRole('link').first().click()
    await expect(box).toContainText(email)
    await expect(box).toContainText(refusedWords)
    await expect(box).toContainText('550 5.1.1 There is no such mailbox')
    await expectSound(admin.page)
  })

  await test.step('codes arrive again', async () => {
    await refuseMailTo(request, [])
    await box.getByRole('button', { name: 'Try again' }).click()
    await expectToast(admin.page, 'will be sent again')
    await expect(box).toBeHidden()
    await signInByMail(page, request, email)
  })

  await test.step('mail that came back later is stopped, and the person reads why', async () => {
    await press(drawer, 'Mail came back…')
    const dialog = admin.page.getByRole('dialog', { name: /^Stop mail to/ })
    await press(dialog, 'Stop mail')
    await expect(dialog.getByText('Required', { exact: true })).toBeVisible()
    await dialog
      .getByRole('textbox', { name: 'What the mail server answered' })
      .fill('550 5.1.1 Unknown user')
    await press(dialog, 'Stop mail')
    await expectToast(admin.page, 'was stopped')
    await page.goto('/settings/notifications')
    const own = page.getByRole('region', { name: 'Mail refused' })
    await expect(own).toContainText(refusedWords)
    await expectSound(page)
  })
})

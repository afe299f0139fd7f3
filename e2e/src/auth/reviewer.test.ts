import type { Page } from '@playwright/test'
import { get } from '../lib/calls.ts'
import { download } from '../lib/files.ts'
import { codeIn, linkIn, mailsTo, mailTo } from '../lib/mailbox.ts'
import { expectToast, press, pressKeys } from '../lib/page.ts'
import {
  chooseInProfile,
  codeBox,
  enterPassword,
  inviteReviewer,
  newReviewer,
  password,
  signInByMail,
  signInNewReviewer,
  totpOf,
  withPasskeys,
} from '../lib/reviewer.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const heading = { level: 1 } as const

/** Recovery codes in a text, in its order. */
const codesIn = (text: string) =>
  text.split('\n').filter((line) => /^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/.test(line))

/** Copies, downloads and prints the codes that the dialog shows. */
async function keepCodes(page: Page, codes: string[]) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, 'Copy')
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(codesIn(copied)).toEqual(codes)

  const file = await download(page, () => press(page, 'Download'))
  expect(file.name).toBe('recovery-codes.txt')
  expect(codesIn(file.bytes.toString('utf8'))).toEqual(codes)

  await press(page, 'Print')
  const printed = await page.evaluate<string[]>('window.printed')
  expect(printed).toHaveLength(1)
  expect(codesIn(printed[0] ?? '')).toEqual(codes)
}

/** Collects the texts of print dialogs in place of opening them. */
const recordPrints = (page: Page) =>
  page.addInitScript(`
    window.printed = []
    window.print = () => window.top.printed.push(document.body.textContent)
  `)

/** Signs in with a recovery code in place of the lost device's. */
async function enterRecoveryCode(page: Page, email: string, code = '') {
  await chooseInProfile(page, 'Logout')
  await enterPassword(page, email)
  await press(page, 'Lost your device?')
  const field = page.getByLabel('Recovery code')
  await field.fill(code.toLowerCase())
  await expectSound(page)
  await press(page, 'Continue')
}

test('an invited reviewer sets a password, signs in by code, then by passkey', async ({
  page,
  admin,
}) => {
  const { email, link } = await inviteReviewer(admin)
  const token = link.split('/').at(-1) ?? ''
  const requests: string[] = []
  page.on('request', (request) =>
    requests.push(`${request.url()} ${request.headers().referer ?? ''}`),
  )
  await page.goto(link)
  await expect(page.getByRole('heading', heading)).toHaveText(
    'Welcome. Set your password.',
  )
  await expect(page).toHaveURL(/\/multi-factor-auth\/create-password$/)
  // Only the page itself is requested with the token.
  expect(requests.filter((text) => text.includes(token))).toHaveLength(1)

  const field = page.getByLabel('New password')
  await field.fill('short')
  await expect(page.getByText('7 more needed')).toBeVisible()
  await press(page, 'Set password')
  await expect(page.getByText('No less than 12 characters')).toBeVisible()
  await field.fill(email)
  await expect(page.getByText('Can’t contain your email address')).toBeVisible()
  await field.fill('1q2w3e4r5t6y')
  await expect(
    page.getByText('Too easy to guess. Use several unrelated words.'),
  ).toBeVisible()
  await field.fill(password)
  await expect(page.getByText('Strong')).toBeVisible()
  await press(page, 'Set password')
  await expect(
    page.getByText('Your password is set. Sign in with it.'),
  ).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)

  await signInByMail(page, admin.request, email)
  await expect(page.getByRole('heading', heading)).toHaveText('Tdocs')
  await withPasskeys(page)
  await chooseInProfile(page, 'Settings')
  await press(page, 'Add a passkey')
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByLabel('Your password').fill('not my password at all')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect password')
  await dialog.getByLabel('Your password').fill(password)
  await press(dialog, 'Continue', 'The passkey was added')
  await press(page, 'I saved the codes')
  await expect(
    page.getByRole('listitem').filter({ hasText: 'My laptop' }),
  ).toBeVisible()

  await chooseInProfile(page, 'Logout')
  await enterPassword(page, email)
  await expect(page.getByRole('heading', heading)).toHaveText(
    'Use your passkey',
  )
  await press(page, 'Use passkey')
  await expect(page.getByRole('heading', heading)).toHaveText('Tdocs')

  await test.step('an administrator removes a lost passkey, and a code is emailed again', async () => {
    const { items } = await get(admin, '/api/v1/users', { search: email })
    await admin.page.goto(`/settings/permissions?person=${items[0].id}`)
    await admin.page
      .getByRole('button', { name: 'Remove second factor…' })
      .click()
    await admin.page
      .getByRole('dialog', { name: /^Remove the second factor/ })
      .getByRole('button', { name: 'Remove' })
      .click()
    await expectToast(admin.page, 'was removed')
    await expect(admin.page.getByText('Second factors removed')).toBeVisible()
    await page.goto('/settings/account')
    await expect(page.getByRole('heading', heading)).toHaveText('Sign in')
    await enterPassword(page, email)
    await expect(page.getByRole('heading', heading)).toHaveText(
      'Check your email',
    )
  })

  await page.goto(link)
  await expect(page.getByRole('heading', heading)).toHaveText(
    'This link no longer works',
  )
})

test('an authenticator app replaces the emailed code until it is removed', async ({
  page,
  admin,
}) => {
  const email = await signInNewReviewer(page, admin)
  await recordPrints(page)
  await page.goto('/settings/account')
  await press(page, 'Add an authenticator app')
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(
    dialog.getByRole('img', { name: 'QR code for your app' }),
  ).toBeVisible()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog
    .getByRole('textbox', { name: 'The 6-digit code that the app shows' })
    .fill(totpOf(secret))
  await expectToast(page, 'The authenticator app was added')
  const shown = page.getByRole('list', { name: 'Recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const codes = await shown.getByRole('listitem').allTextContents()
  await expectSound(page)
  await keepCodes(page, codes)
  await press(page, 'I saved the codes')
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  await chooseInProfile(page, 'Logout')
  await enterPassword(page, email)
  await expect(page.getByRole('heading', heading)).toHaveText(
    'Enter the code from your app',
  )
  // A code is good once: that of the next half minute, which the server takes
  // for clocks that run ahead.
  await codeBox(page).fill(totpOf(secret, 1))
  await expect(page.getByRole('heading', heading)).toHaveText('Tdocs')
  expect(
    (await mailsTo(admin.request, email)).filter(({ subject }) =>
      subject.includes('code'),
    ),
  ).toHaveLength(1)

  await test.step('without the device, a recovery code signs in once', async () => {
    await enterRecoveryCode(page, email, codes[0])
    await expect(page.getByRole('heading', heading)).toHaveText('Tdocs')
    await enterRecoveryCode(page, email, codes[0])
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByLabel('Recovery code').fill(codes[1] ?? '')
    await press(page, 'Continue')
    await expect(page.getByRole('heading', heading)).toHaveText('Tdocs')
  })

  await page.goto('/settings/account')
  await expect(page.getByText('8 of 10 left')).toBeVisible()
  await press(page, 'Remove the authenticator app')
  const removal = page.getByRole('dialog', {
    name: 'Remove the authenticator app?',
  })
  await removal.getByLabel('Your password').fill(password)
  await press(removal, 'Remove', 'The authenticator app was removed')
  await expect(
    page.getByRole('button', { name: 'Add an authenticator app' }),
  ).toBeVisible()
})

test('five wrong codes end a sign-in; codes can be pasted and edited', async ({
  page,
  admin,
}) => {
  const email = await newReviewer(admin)
  await page.goto('/multi-factor-auth')
  await enterPassword(page, email, 'another password 1')
  await expect(page.getByRole('alert')).toHaveText(
    'Incorrect email or password',
  )
  await enterPassword(page, email)
  await expect(codeBox(page)).toBeFocused()
  const code = codeIn(await mailTo(admin.request, email, 2))
  const wrong = `${code.slice(0, 5)}${(Number(code[5]) + 1) % 10}`

  // The sixth digit sends the code, so it's typed last.
  await page.keyboard.type(`${wrong.slice(1, 4)}0`)
  await pressKeys(page, 'Backspace', 'Home', wrong.slice(0, 1), 'End')
  await page.keyboard.type(wrong.slice(4))
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(codeBox(page)).toHaveValue('')
  for (let time = 2; time <= 5; time++) {
    await expect(codeBox(page)).toHaveValue('')
    const answered = page.waitForResponse((response) =>
      response.url().endsWith('/tpr/email/otp'),
    )
    await codeBox(page).evaluate(
      (field, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', text)
        field.dispatchEvent(
          new ClipboardEvent('paste', {
            clipboardData,
            bubbles: true,
            cancelable: true,
          }),
        )
      },
      `Your code: ${wrong.slice(0, 3)} ${wrong.slice(3)}`,
    )
    expect((await answered).status()).toBe(time === 5 ? 401 : 400)
  }
  await expect(page.getByRole('heading', heading)).toHaveText('Sign in')
  await expect(
    page.getByRole('status').filter({ hasText: 'Enter your password again' }),
  ).toBeVisible()
})

test('a reset sets another password and ends the old session', async ({
  page,
  browser,
  admin,
}) => {
  const elsewhere = await (
    await browser.newContext({ baseURL: process.env.PORTAL_URL ?? '' })
  ).newPage()
  const email = await signInNewReviewer(elsewhere, admin)

  await page.goto('/multi-factor-auth')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await press(page, 'Send link')
  await expect(
    page.getByText(
      'signs in with a password here, we sent a link to set a new one',
    ),
  ).toBeVisible()
  const link = linkIn(await mailTo(admin.request, email, 3))
  await page.goto(link)
  await expect(page.getByRole('heading', heading)).toHaveText(
    'Set a new password',
  )
  const late = await elsewhere.context().newPage()
  await late.goto(link)
  await expect(late.getByRole('heading', heading)).toHaveText(
    'Set a new password',
  )
  const other = 'meadow compass violin 31'
  await page.getByLabel('New password').fill(other)
  await press(page, 'Set password')
  await expect(
    page.getByText('Your password is set. Sign in with it.'),
  ).toBeVisible()
  // The link ended while it was typed there: that is not a wrong password.
  await late.getByLabel('New password').fill(other)
  await press(late, 'Set password')
  await expect(late.getByRole('heading', heading)).toHaveText(
    'This link no longer works',
  )
  await elsewhere.goto('/settings/account')
  await expect(elsewhere.getByRole('heading', heading)).toHaveText('Sign in')
  await signInByMail(page, admin.request, email, other)
  await elsewhere.context().close()
})

test('a session can be ended elsewhere, and a name edited', async ({
  page,
  browser,
  admin,
}) => {
  const elsewhere = await (
    await browser.newContext({ baseURL: process.env.PORTAL_URL ?? '' })
  ).newPage()
  const email = await signInNewReviewer(elsewhere, admin)
  await signInByMail(page, admin.request, email)
  await page.goto('/settings/account')
  const sessions = page
    .getByRole('region', { name: 'Where you’re signed in' })
    .getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expectToast(page, 'Session signed out')
  await expect(sessions).toHaveCount(1)
  // The page polls, and so notices the end.
  await expect(elsewhere.getByRole('heading', heading)).toHaveText('Sign in')
  await elsewhere.context().close()

  await page.getByLabel('First name').fill('Ines')
  await page.getByLabel('Last name').fill('Lotus')
  await page.getByLabel('Phone').fill('12')
  await press(page, 'Save')
  await expect(page.getByText('Enter a US phone number')).toBeVisible()
  await page.getByLabel('Phone').fill('(212) 555-0142')
  await press(page, 'Save', 'User was successfully updated')
  await expect(
    page.getByRole('button', { name: /^Profile: Ines Lotus/ }),
  ).toBeVisible()

  await page.getByLabel('First name').fill('Inez')
  await page.getByRole('link', { name: 'eFolder' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await press(question, 'Cancel')
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Inez')
  await page.getByRole('link', { name: 'eFolder' }).click()
  await press(question, 'Discard and leave')
  await expect(page.getByRole('heading', { name: 'eFolder' })).toBeVisible()
})

import { mailTo } from '../lib/mailbox.ts'
import { press } from '../lib/page.ts'
import {
  enterPassword,
  inviteReviewer,
  newReviewer,
  signInByMail,
} from '../lib/reviewer.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('axe finds nothing on the sign-in and account screens', async ({
  page,
  admin,
}) => {
  const expectSoundScreen = async (title: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expectSound(page)
  }
  const { link } = await inviteReviewer(admin)
  await page.goto(link)
  await page.getByLabel('New password').fill('short')
  await press(page, 'Set password')
  await expect(page.getByText('No less than 12 characters')).toBeVisible()
  await expectSoundScreen('Welcome. Set your password.')

  await page.goto('/')
  await page.getByRole('link', { name: 'Continue with LoanDock' }).click()
  await expectSoundScreen('Choose an account')
  const email = await newReviewer(admin)
  await page.goto('/multi-factor-auth')
  await press(page, 'Sign in')
  await expectSoundScreen('Sign in')
  await enterPassword(page, email)
  await expectSoundScreen('Check your email')
  // The next sign-in's code must not be taken for this one's.
  await mailTo(admin.request, email, 2)
  await signInByMail(page, admin.request, email)
  await page.getByRole('button', { name: /^Profile/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await expectSoundScreen('Tdocs')
  await page.getByRole('menuitem', { name: 'Settings' }).press('Enter')
  await press(page, 'Change password')
  await expect(page.getByLabel('Current password')).toBeFocused()
  await expectSoundScreen('Account')
})

import { enterPassword, invited, newReviewer, signInByMail } from '../lib/reviewer.ts'
import { expect, expectAccessible, press, test } from '../lib/story.ts'

for (const [look, options] of [
  ['wide and light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['narrow and dark', { viewport: { width: 360, height: 780 }, colorScheme: 'dark' }],
] as const) {
  test.describe(look, () => {
    test.use(options)

    test(`axe finds nothing on the sign-in and account screens, ${look}`, async ({ as, page }) => {
      const sound = async (title: string) => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expectAccessible(page)
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(beyond, `${title} never scrolls sideways`).toBeLessThanOrEqual(0)
      }
      const admin = await as('admin')
      const { link } = await invited(admin)
      await page.goto(link)
      await sound('Welcome: set your password')
      await page.getByLabel('New password').fill('short')
      await press(page, 'Set password')
      await sound('Welcome: set your password')
      await page.goto('/multi-factor-auth/create-password/nothing')
      await sound('This link no longer works')
      await page.goto('/multi-factor-auth/reset-password')
      await sound('Reset your password')

      const email = await newReviewer(admin)
      await page.goto('/multi-factor-auth')
      await press(page, 'Sign in')
      await sound('Sign in')
      await enterPassword(page, email)
      await sound('Check your email')
      await signInByMail(page, admin.request, email)
      await sound('Tdocs')
      await page.getByRole('button', { name: /^Profile/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
      await sound('Tdocs')
      await page.keyboard.press('Enter')
      await sound('Account')
      await press(page, 'Change password')
      await expect(page.getByLabel('Current password')).toBeFocused()
      await sound('Account')
    })
  })
}

import { accounts } from '../lib/people.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('an underwriter signs in with single sign-on, returns to their page, and signs out of both', async ({
  page,
}) => {
  await page.goto('/slv?sortBy=loanAmount')
  await expectSound(page)
  const button = page.getByRole('link', {
    name: 'Continue with single sign-on',
  })
  await button.click()
  await expect(
    page.getByRole('heading', { name: 'Choose an account' }),
  ).toBeVisible()
  await page.getByRole('button', { name: accounts.underwriter }).click()
  await expect(page).toHaveURL(/\/slv\?.*sortBy=loanAmount/)
  await expect(page.getByRole('table')).toBeVisible()

  await page
    .getByRole('banner')
    .getByRole('button', { name: /Underwriter/ })
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL(/\/multi-factor-auth$/)
  // The provider asks for the account again.
  await button.click()
  await expect(
    page.getByRole('heading', { name: 'Choose an account' }),
  ).toBeVisible()
})

test('the sign-in page says why single sign-on failed', async ({ page }) => {
  await page.goto('/api/v1/auth/oidc/callback?code=stolen&state=stolen')
  await expect(page.getByRole('alert')).toHaveText(
    'This sign-in has expired or was already used. Try again.',
  )
})

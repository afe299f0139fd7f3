import type { Page } from '@playwright/test'
import type { User } from '@portal/contract/user/manage-api'
import { get, patch } from '../lib/calls.ts'
import { type Account, accounts, type Someone } from '../lib/people.ts'
import { expect } from '../lib/story.ts'

/** A user as an administrator sees them. */
export const personOf = async (
  admin: Someone,
  account: Account,
): Promise<User> => {
  const { items }: { items: User[] } = await get(admin, '/api/v1/users', {
    search: accounts[account],
  })
  const person = items.find(({ email }) => email === accounts[account])
  if (!person) throw new Error(`There is no one called ${accounts[account]}`)
  return person
}

/**
 * Sets what the story needs, or puts back what it changed, past the screens.
 */
export const change = (
  admin: Someone,
  what: 'permissions' | 'roles' | 'status',
  data: object,
) => patch(admin, `/api/v1/users/${what}`, data)

/** The drawer of one person, opened from the list as a user would. */
export const openPerson = async (page: Page, name: string) => {
  await page.goto('/settings/permissions')
  await page.getByRole('searchbox', { name: /^Search by name/ }).fill(name)
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('table').getByRole('link', { name }).click()
  const drawer = page.getByRole('dialog', { name })
  await expect(
    drawer.getByRole('heading', { name: 'Permissions' }),
  ).toBeVisible()
  return drawer
}

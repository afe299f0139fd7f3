import type { Page } from '@playwright/test'
import type { User } from '@portal/contract/user/manage-api'
import { type Account, accounts, expect, type Someone } from '../lib/story.ts'

/** A user as an administrator sees them. */
export const personOf = async (admin: Someone, account: Account): Promise<User> => {
  const answer = await admin.request.get('/api/v1/users', { params: { search: accounts[account] } })
  expect(answer.status()).toBe(200)
  const { items }: { items: User[] } = await answer.json()
  const person = items.find(({ email }) => email === accounts[account])
  if (!person) throw new Error(`There is no one called ${accounts[account]}`)
  return person
}

/** Sets what the story needs, or restores what it changed, through the API. */
export const change = async (admin: Someone, what: 'permissions' | 'roles' | 'status', data: object) => {
  const answer = await admin.request.patch(`/api/v1/users/${what}`, { data })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** The drawer of one person, opened from the list as a user would. */
export const openPerson = async (page: Page, name: string) => {
  await page.goto('/settings/permissions')
  await page.getByRole('searchbox', { name: /^Search by name/ }).fill(name)
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('table').getByRole('link', { name }).click()
  const drawer = page.getByRole('dialog', { name })
  await expect(drawer.getByRole('heading', { name: 'Permissions' })).toBeVisible()
  return drawer
}

import type { Page } from '@playwright/test'
import { press } from './page.ts'
import { expect } from './story.ts'

/**
 * Chooses an action of an SLV: the one with its own button, or one of the menu.
 */
export const takeAction = async (page: Page, action: string) => {
  const button = page.getByRole('button', { name: action, exact: true })
  const menu = page.getByRole('button', { name: 'Actions', exact: true })
  await expect(button.or(menu).first()).toBeVisible()
  if (await button.isVisible()) return button.click()
  await menu.click()
  const item = page.getByRole('menuitem', { name: action, exact: true })
  // After a move, the page may still show the actions from before it.
  await expect(item.or(button)).toBeVisible()
  if (await item.isVisible()) return item.click()
  await page.keyboard.press('Escape')
  await button.click()
}

type DialogAction = {
  action: string
  /** What to enter in the dialog, by label; `Decision` names what to check. */
  fields?: Record<string, string>
  /** The dialog's button. */
  submit: string
  toast: string
}

/** Takes an action that has a dialog, and waits for the toast. */
export const takeActionInDialog = async (
  page: Page,
  { action, fields = {}, submit, toast }: DialogAction,
) => {
  await takeAction(page, action)
  const dialog = page.getByRole('dialog')
  for (const [label, text] of Object.entries(fields)) {
    if (label === 'Decision') await dialog.getByLabel(text).check()
    else await dialog.getByLabel(label).fill(text)
  }
  await press(dialog, submit, toast)
}

/** Answers the next request of a URL with this status and error. */
export const failOnce = (
  page: Page,
  url: string | RegExp,
  status: number,
  error = '',
  more: object = {},
) =>
  page.route(
    url,
    (route) =>
      route.fulfill({
        status,
        json: { statusCode: status, code: 'failure', error, ...more },
      }),
    { times: 1 },
  )

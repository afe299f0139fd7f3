import type { Page } from '@playwright/test'
import { press } from './story.ts'

/** Presses an action, fills in its dialog, checks what `Decision` names, sends it and waits for the toast. */
export const act = async (
  page: Page,
  action: string,
  fields: Record<string, string>,
  submit: string,
  ...toast: string[]
) => {
  await press(page, action)
  const dialog = page.getByRole('dialog')
  for (const [label, text] of Object.entries(fields)) {
    if (label === 'Decision') await dialog.getByLabel(text).check()
    else await dialog.getByLabel(label).fill(text)
  }
  await press(dialog, submit, ...toast)
}

/** Answers the next request of a URL with this status and error. */
export const failOnce = (page: Page, url: string | RegExp, status: number, error = '', more: object = {}) =>
  page.route(url, (route) => route.fulfill({ status, json: { statusCode: status, code: 'failure', error, ...more } }), {
    times: 1,
  })

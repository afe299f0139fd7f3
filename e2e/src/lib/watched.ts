import { expect, type Page } from '@playwright/test'
import type { Someone } from './people.ts'

/** A script that leaves a trace if it runs; `look` finds it. */
export const trace = 'window.__ran=1'

/**
 * A page that records what no text may cause: a dialog, a script, a violation
 * of the policy, a new element, a request of another site. `look` expects none
 * so far.
 */
export async function watched({ page }: Pick<Someone, 'page'>) {
  const noted: string[] = []
  page.on('dialog', async (dialog) => {
    noted.push(`dialog ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('console', (message) => {
    // A refused call is no script.
    const isRefusal = /^(Failed to load resource|CallError)/.test(
      message.text(),
    )
    if (message.type() === 'error' && !isRefusal) noted.push(message.text())
  })
  page.on('pageerror', ({ message }) => noted.push(message))
  page.on('request', (request) => {
    if (
      page.url().startsWith('http') &&
      new URL(request.url()).origin !== new URL(page.url()).origin
    )
      noted.push(request.url())
  })
  await page.addInitScript(() => {
    const noted: string[] = []
    Object.assign(window, { __noted: noted })
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI }) =>
        noted.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  const look = async (what: string) => {
    const found = await page.evaluate(() => {
      const { __ran, __noted = [] } = window as unknown as {
        __ran?: number
        __noted?: string[]
      }
      const made = document.querySelectorAll(
        '[onerror], [onload], [onfocus], img[src="x"], iframe[srcdoc], a[href^="javascript:" i]',
      )
      return {
        ran: __ran ?? 0,
        refused: __noted,
        made: [...made].map(({ outerHTML }) => outerHTML),
      }
    })
    expect({ what, ...found, noted }).toEqual({
      what,
      ran: 0,
      refused: [],
      made: [],
      noted: [],
    })
  }
  return { page, look }
}

/** What the API has answered to a page so far. */
export const recordAnswers = (page: Page) => {
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/'))
      answers.push(await response.text().catch(() => ''))
  })
  return answers
}

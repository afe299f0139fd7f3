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
  const problems: string[] = []
  page.on('dialog', async (dialog) => {
    problems.push(`dialog ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('console', (message) => {
    const text = message.text()
    // A call that the server refuses isn't the work of a script.
    const isRefusal = /^(Failed to load resource|CallError)/.test(text)
    if (message.type() === 'error' && !isRefusal) problems.push(text)
  })
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('request', (request) => {
    if (!page.url().startsWith('http')) return
    const { origin } = new URL(page.url())
    if (new URL(request.url()).origin !== origin) problems.push(request.url())
  })
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { __violations: violations })
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI }) =>
        violations.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  const look = async (what: string) => {
    const found = await page.evaluate(() => {
      type Traces = { __ran?: number; __violations?: string[] }
      const { __ran = 0, __violations = [] } = window as unknown as Traces
      const elements = document.querySelectorAll(
        '[onerror], [onload], [onfocus], img[src="x"], iframe[srcdoc], a[href^="javascript:" i]',
      )
      return {
        ran: __ran,
        violations: __violations,
        elements: [...elements].map(({ outerHTML }) => outerHTML),
      }
    })
    expect({ what, ...found, problems }).toEqual({
      what,
      ran: 0,
      violations: [],
      elements: [],
      problems: [],
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

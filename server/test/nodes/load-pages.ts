import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../src/lib/printing/chromium.ts'

const concurrentPages = 4
const limitMs = 30_000

/**
 * Opens an address as many first-time visitors do, with nothing cached, and
 * counts those who don't see the sign-in form.
 */
export async function countBlankPages(
  address: string,
  visits: number,
): Promise<number> {
  const browser = await chromium.launch(await findChromium())
  try {
    let started = 0
    let blank = 0
    const visitInTurn = async () => {
      while (started < visits) {
        started++
        if (!(await showsSignIn(browser, address))) blank++
      }
    }
    await Promise.all(Array.from({ length: concurrentPages }, visitInTurn))
    return blank
  } finally {
    await browser.close()
  }
}

async function showsSignIn(
  browser: Browser,
  address: string,
): Promise<boolean> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(address)
    await page
      .getByLabel('Email', { exact: true })
      .waitFor({ timeout: limitMs })
    return true
  } catch {
    return false
  } finally {
    await context.close()
  }
}

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { signInPath } from '@portal/contract/user/navigation'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../../server/src/lib/printing/chromium.ts'
import { type Row, worst } from './goals.ts'
import { type Lab, underwriter } from './lab.ts'
import { quantile } from './load.ts'

const screens = {
  'sign-in': signInPath,
  'SLV list': '/slv',
  'condition manager': '/condition-manager',
  reporting: '/reporting/single-loan-variance',
}
const visits = 3
const webVitals = join(dirname(createRequire(import.meta.url).resolve('web-vitals')), 'web-vitals.iife.js')
const observe = `;
  window.vitals = { lcp: 0, inp: 0 }
  webVitals.onLCP(({ value }) => { vitals.lcp = value }, { reportAllChanges: true })
  webVitals.onINP(({ value }) => { vitals.inp = value }, { reportAllChanges: true })`

/** Measures first visits in a fresh profile at a quarter of the CPU speed, with some sorting and typing. */
export async function measurePages(lab: Lab): Promise<Row[]> {
  await using browser = await chromium.launch(await findChromium(process.env.CHROMIUM_PATH))
  const script = (await readFile(webVitals, 'utf8')) + observe
  const lcp: Record<string, number> = {}
  const inp: Record<string, number> = {}
  for (const [name, path] of Object.entries(screens)) {
    const paints: number[] = []
    const delays: number[] = []
    for (let visit = 0; visit < visits; visit++) {
      await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const [session] = await lab.signIn([underwriter])
      const value = session?.cookie.split('=')[1] ?? ''
      if (path !== signInPath) await context.addCookies([{ name: 'session', value, url: lab.url() }])
      await context.addInitScript(script)
      const page = await context.newPage()
      const devTools = await context.newCDPSession(page)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.goto(`${lab.url()}${path}`, { waitUntil: 'networkidle' })
      await (path === signInPath ? page.getByRole('button') : page.getByRole('table')).first().waitFor()
      await touch(page)
      const vitals = await page.evaluate<{ lcp: number; inp: number }>('vitals')
      if (vitals.lcp === 0) throw new Error(`${name} painted nothing`)
      paints.push(vitals.lcp)
      delays.push(vitals.inp)
    }
    lcp[name] = quantile(paints, 0.5)
    inp[name] = Math.max(...delays)
  }
  return [...(await scriptSizes()), worst('pages.lcp', lcp), worst('pages.inp', inp)]
}

/** Clicks the first sort headers, types into the search, and moves on by keyboard; skips what a screen doesn't have. */
async function touch(page: Page): Promise<void> {
  const headers = page.locator('thead th button')
  for (let index = 0; index < Math.min(3, await headers.count()); index++) {
    await headers.nth(index).click()
    await pause(300)
  }
  const field = page.locator('main input[type=search], input[type=email]').first()
  if (await field.isVisible()) await field.click()
  for (const key of ['g', 'a', 'r', 'Tab', 'Tab', 'Tab']) {
    await page.keyboard.press(key)
    await pause(300)
  }
  await page.waitForLoadState('networkidle')
}

/** The JavaScript that each screen imports, from the manifest of the build. The script exits with 1 above its own limits. */
async function scriptSizes(): Promise<Row[]> {
  const script = fileURLToPath(new URL('../../web/scripts/weights.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--json']).catch(
    (error: { stdout: string }) => error,
  )
  const sizes: { screen: string; javascript: number }[] = JSON.parse(stdout)
  const sizeOf = (screen: string) => sizes.find((row) => row.screen === screen)?.javascript ?? Number.NaN
  return [
    { goal: 'pages.scriptSignIn', value: sizeOf('sign-in') },
    { goal: 'pages.scriptList', value: sizeOf(screens['SLV list']) },
    { goal: 'pages.scriptReporting', value: sizeOf(screens.reporting) },
  ]
}

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { signInPath } from '@portal/contract/user/navigation'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../server/src/lib/printing/chromium.ts'
import { type Row, worst } from './goals.ts'
import { type Lab, underwriter } from './lab.ts'
import { quantile } from './load.ts'

type Screen = { path: string; touch: (page: Page) => Promise<void> }
const visits = 3
const webVitals = join(
  dirname(createRequire(import.meta.url).resolve('web-vitals')),
  'web-vitals.iife.js',
)
const observe = `;
  window.vitals = { lcp: 0, inp: 0 }
  webVitals.onLCP(({ value }) => { vitals.lcp = value }, { reportAllChanges: true })
  webVitals.onINP(({ value }) => { vitals.inp = value }, { reportAllChanges: true })`

/**
 * Measures first visits in a fresh profile at a quarter of the CPU speed, with
 * some sorting and typing.
 */
export async function measurePages(lab: Lab): Promise<Row[]> {
  await using browser = await chromium.launch(
    await findChromium(process.env.CHROMIUM_PATH),
  )
  const screens = await listScreens(lab)
  const script = (await readFile(webVitals, 'utf8')) + observe
  const lcp: Record<string, number> = {}
  const inp: Record<string, number> = {}
  for (const [name, screen] of Object.entries(screens)) {
    const paints: number[] = []
    const delays: number[] = []
    for (let visit = 0; visit < visits; visit++) {
      const vitals = await visitScreen(lab, browser, script, screen)
      if (vitals.lcp === 0) throw new Error(`${name} painted nothing`)
      paints.push(vitals.lcp)
      delays.push(vitals.inp)
    }
    lcp[name] = quantile(paints, 0.5)
    inp[name] = Math.max(...delays)
  }
  return [
    ...(await scriptSizes()),
    worst('pages.lcp', lcp),
    worst('pages.inp', inp),
  ]
}

/** Both are in ms. */
type Vitals = { lcp: number; inp: number }

async function visitScreen(
  lab: Lab,
  browser: Browser,
  script: string,
  { path, touch }: Screen,
): Promise<Vitals> {
  await using context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
  })
  const [session] = await lab.signIn([underwriter])
  const value = session?.cookie.split('=')[1] ?? ''
  if (path !== signInPath)
    await context.addCookies([{ name: 'session', value, url: lab.url() }])
  await context.addInitScript(script)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })

  await page.goto(`${lab.url()}${path}`, { waitUntil: 'networkidle' })
  await page.locator('main table, main article, form').first().waitFor()
  await touch(page)
  await page.waitForLoadState('networkidle')
  // Awaited here, as the context closes with this function.
  return await page.evaluate<Vitals>('vitals')
}

/**
 * The screens and the actions on each. The SLV is in review, and this
 * underwriter decides it.
 */
async function listScreens(lab: Lab): Promise<Record<string, Screen>> {
  const slv = await findFirstId(
    lab,
    'proxy-loans?tableMode=MY_OWN&status=REVIEW,SLR_COMPLETED,TD_COMPLETED&size=1',
  )
  const tdoc = await findFirstId(
    lab,
    'tdocs?filterBy=status&filterByValue=NEW&size=1',
  )
  const asList = (path: string) => ({ path, touch: touchList })
  return {
    'sign-in': asList(signInPath),
    'SLV list': asList('/slv'),
    department: asList('/slv/department'),
    'review desk': { path: `/slv/manage-request/${slv}`, touch: touchDesk },
    'condition manager': asList('/condition-manager'),
    'Tdoc drawer': { path: `/condition-manager/${tdoc}`, touch: touchTabs },
    reporting: asList('/reporting/single-loan-variance'),
  }
}

/** The id of a list's first row. */
async function findFirstId(lab: Lab, list: string): Promise<string> {
  const [session] = await lab.signIn([underwriter])
  const response = await fetch(`${lab.url()}/api/v1/${list}`, {
    headers: { cookie: session?.cookie ?? '' },
  })
  const { items }: { items: { id: string }[] } = JSON.parse(
    await response.text(),
  )
  const [first] = items
  if (!first) throw new Error(`The bench data has nothing at ${list}`)
  return first.id
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) {
    await page.keyboard.press(key)
    await pause(300)
  }
}

/** Answers a variance, opens the other tabs, the palette and its results. */
async function touchDesk(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Decide' }).waitFor()
  await press(page, 'd', 'j', 'k')
  await touchTabs(page)
  await press(page, 'Control+k', '7', '0', 'ArrowDown', 'Escape', 'p')
}

async function touchTabs(page: Page): Promise<void> {
  const tabs = page.getByRole('tab')
  await tabs.first().waitFor()
  for (let index = (await tabs.count()) - 1; index >= 0; index--) {
    await tabs.nth(index).click()
    await pause(300)
  }
}

/**
 * Clicks the first sort headers, types into the search, and moves on by
 * keyboard; skips what a screen doesn't have.
 */
async function touchList(page: Page): Promise<void> {
  const headers = page.locator('thead th button')
  for (let index = 0; index < Math.min(3, await headers.count()); index++) {
    await headers.nth(index).click()
    await pause(300)
  }
  const field = page
    .locator('main input[type=search], input[type=email]')
    .first()
  if (await field.isVisible()) await field.click()
  await press(page, 'g', 'a', 'r', 'Tab', 'Tab', 'Tab')
}

/**
 * The JavaScript that each screen imports, from the manifest of the build. The
 * script exits with 1 above its own limits.
 */
async function scriptSizes(): Promise<Row[]> {
  const script = fileURLToPath(
    new URL('../../web/scripts/weights.mjs', import.meta.url),
  )
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    '--json',
  ]).catch((error: { stdout: string }) => error)
  const sizes: { screen: string; javascript: number }[] = JSON.parse(stdout)
  const getSize = (screen: string) =>
    sizes.find((row) => row.screen === screen)?.javascript ?? Number.NaN
  return [
    { goal: 'pages.scriptList', value: getSize('/slv') },
    {
      goal: 'pages.scriptSlv',
      value: getSize('/slv/manage-request/$proxyLoanId'),
    },
    {
      goal: 'pages.scriptForm',
      value: getSize('/slv/review-request/$proxyLoanId'),
    },
  ]
}

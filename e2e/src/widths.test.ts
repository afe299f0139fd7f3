import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { findClippedTexts, findCutNumbers } from './lib/cut-off.ts'
import { type Account, signIn } from './lib/people.ts'
import { expect, test } from './lib/story.ts'
import { untilLoaded } from './lib/until-loaded.ts'

const desktops = [1280, 1440, 1920]
/**
 * On a phone the condition manager has one column of icons alone, too narrow
 * for its heading.
 */
const listWidths = (path: string) =>
  path === '/condition-manager' ? desktops : [360, ...desktops]

const lists: [Account, string][] = [
  ['seller', '/slv'],
  ['chief', '/slv'],
  ['chief', '/slv/department'],
  ['chief', '/condition-manager'],
  ['admin', '/settings/permissions'],
  ['admin', '/settings/permissions?view=companies'],
]

/** The longest values that a list can show, by column heading. */
const longest = {
  Amount: '$88,888,888',
  LTV: '188.88%',
  FICO: '888',
  'Turn Time': '88.88 days',
  Requested: '12/28/2028',
  People: '8,888',
}

/** A Chromium installed on the machine, in addition to npm's. */
const findChromium = () => {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const paths = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return paths.find((path) => existsSync(path))
}

const expectNothingCut = async (browser: Browser) => {
  const problems: string[] = []
  for (const [account, path] of lists) {
    const context = await browser.newContext({
      baseURL: process.env.PORTAL_URL ?? '',
    })
    await signIn(context.request, account)
    const page = await context.newPage()
    await untilLoaded(page, () => page.goto(path))
    await expect(page.getByRole('table').getByRole('row').nth(2)).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    for (const width of listWidths(path)) {
      await page.setViewportSize({ width, height: 900 })
      const clipped = await findClippedTexts(page)
      const cut = await findCutNumbers(page, longest)
      for (const problem of [...clipped, ...cut])
        problems.push(`${path} of ${account} at ${width}: ${problem}`)
    }
    await context.close()
  }
  expect(problems).toEqual([])
}

test('no number, heading or descender of a list is cut off in npm’s Chromium', ({
  browser,
}) => expectNothingCut(browser))

const other = findChromium()
if (other) {
  test(`no number or heading of a list is cut off in ${other}`, async () => {
    const browser = await chromium.launch({
      executablePath: other,
      args: ['--no-sandbox'],
    })
    await expectNothingCut(browser)
    await browser.close()
  })
}

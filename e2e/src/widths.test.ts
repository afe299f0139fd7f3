import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { bring } from './document/documents.ts'
import { pdfOf } from './document/sample-files.ts'
import { get } from './lib/calls.ts'
import { findClippedTexts, findCutNumbers } from './lib/cut-off.ts'
import { type Account, signIn } from './lib/people.ts'
import { newReviewer, signInByMail } from './lib/reviewer.ts'
import { smallTargetsOf, textsBelowIcons } from './lib/small-targets.ts'
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

test('on a phone, a seller’s and a reviewer’s controls are large enough for a finger', async ({
  as,
  browser,
  seller,
  draft,
  admin,
}) => {
  test.setTimeout(240_000)
  const phone = {
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
  }
  await bring(seller, draft.id, pdfOf('phone.pdf', ['One']))
  const { items } = await get(
    seller,
    '/api/v1/proxy-loans?status=APPROVED&size=1',
  )
  const { page } = await as('seller', phone)
  const reviewer = await browser.newPage({
    baseURL: process.env.PORTAL_URL ?? '',
    ...phone,
  })
  await signInByMail(reviewer, admin.request, await newReviewer(admin))

  const small: string[] = []
  for (const [of, path] of [
    [page, '/slv'],
    [page, `/slv/review-request/${draft.id}`],
    [page, `/slv/review-request/${items[0].id}`],
    [page, '/settings/account'],
    [page, '/settings/notifications'],
    [page, '/unsubscribe/no-token'],
    [page, '/verify'],
    [page, '/verify/no-code'],
    [reviewer, '/condition-manager'],
    [reviewer, '/e-folder'],
  ] as const) {
    await untilLoaded(of, () => of.goto(path))
    await expect(of.getByRole('heading', { level: 1 })).toBeVisible()
    const wrong = [
      ...(await smallTargetsOf(of)),
      ...(await textsBelowIcons(of)),
    ]
    small.push(
      ...wrong.map(
        (target) => `${path.replace(/[0-9a-f-]{36}/, '$id')}: ${target}`,
      ),
    )
  }
  expect(small).toEqual([])
  await reviewer.close()
})

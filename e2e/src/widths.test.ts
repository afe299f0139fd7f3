import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { bring } from './document/documents.ts'
import { pdfOf } from './document/sample-files.ts'
import { get } from './lib/calls.ts'
import { type Account, signIn } from './lib/people.ts'
import { newReviewer, signInByMail } from './lib/reviewer.ts'
import { smallTargetsOf, textsBelowIcons } from './lib/small-targets.ts'
import { expect, test } from './lib/story.ts'
import { untilLoaded } from './lib/until-loaded.ts'

/**
 * On a phone the condition manager has one column of icons alone, too narrow
 * for its heading.
 */
const widthsOf = (path: string) => [
  ...(path === '/condition-manager' ? [] : [360]),
  1280,
  1440,
  1920,
]

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

/**
 * Headings and numbers that are wider than their room, with the pixels that
 * they lack.
 */
const cutIn = (page: Page) =>
  page.evaluate((values: Record<string, string>) => {
    const isNumber = /^[−-]?\$?[\d,./:]+( ?%| days?| ?[AP]M)?$/i
    const lack = (element: Element, text: Node) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      const room =
        element.getBoundingClientRect().width -
        Number.parseFloat(paddingLeft) -
        Number.parseFloat(paddingRight)
      return range.getBoundingClientRect().width - room
    }
    const headings = [...document.querySelectorAll('thead th')]
    const cut = headings.flatMap((heading) => {
      const word = heading.querySelector('span span, button span')
      const lacks = word ? lack(word, word) : 0
      return lacks > 0.05
        ? [`${word?.textContent} lacks ${lacks.toFixed(2)} px`]
        : []
    })
    for (const row of document.querySelectorAll('tbody tr')) {
      for (const [index, cell] of [...row.children].entries()) {
        const heading = headings[index]?.textContent ?? ''
        const node = document
          .createTreeWalker(cell, NodeFilter.SHOW_TEXT)
          .nextNode()
        if (!node || !isNumber.test(node.nodeValue ?? '')) continue
        node.nodeValue = values[heading] ?? node.nodeValue
        const lacks = lack(cell, node)
        if (lacks > 0.05)
          cut.push(`${heading}: ${node.nodeValue} lacks ${lacks.toFixed(2)} px`)
      }
    }
    return [...new Set(cut)]
  }, longest)

/**
 * Words whose descenders (g, p, y) are below the edge of a box that hides them.
 */
const clippedIn = (page: Page) =>
  page.evaluate(() => {
    const brush = document.createElement('canvas').getContext('2d')
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    )
    const clipped = new Set<string>()
    for (
      let node = walker.nextNode();
      node && brush;
      node = walker.nextNode()
    ) {
      const element = node.parentElement
      const text = node.nodeValue?.trim() ?? ''
      if (!element || !/[gjpqy]/.test(text)) continue
      const box = element.getBoundingClientRect()
      const { overflowY, borderBottomWidth, font } = getComputedStyle(element)
      if (overflowY === 'visible' || box.height < 8) continue
      brush.font = font
      const { fontBoundingBoxDescent, actualBoundingBoxDescent } =
        brush.measureText('gjpqy')
      const range = document.createRange()
      range.selectNodeContents(node)
      // A line that doesn't fit is hidden as a whole, and an ellipsis shows it.
      const inside = [...range.getClientRects()].filter(
        (line) => line.top + line.height / 2 < box.bottom,
      )
      const lowest =
        Math.max(...inside.map(({ bottom }) => bottom)) -
        fontBoundingBoxDescent +
        actualBoundingBoxDescent
      const lacks = lowest - (box.bottom - Number.parseFloat(borderBottomWidth))
      if (lacks > 0.05)
        clipped.add(`“${text.slice(0, 30)}” lacks ${lacks.toFixed(2)} px`)
    }
    return [...clipped]
  })

const expectNothingCut = async (browser: Browser) => {
  const cut: string[] = []
  for (const [account, path] of lists) {
    const context = await browser.newContext({
      baseURL: process.env.PORTAL_URL ?? '',
    })
    await signIn(context.request, account)
    const page = await context.newPage()
    await untilLoaded(page, () => page.goto(path))
    await expect(page.getByRole('table').getByRole('row').nth(2)).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    for (const width of widthsOf(path)) {
      await page.setViewportSize({ width, height: 900 })
      const parts = [...(await clippedIn(page)), ...(await cutIn(page))]
      cut.push(
        ...parts.map((words) => `${path} of ${account} at ${width}: ${words}`),
      )
    }
    await context.close()
  }
  expect(cut).toEqual([])
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

import type { Page } from '@playwright/test'
import { routesFor } from '@portal/contract/user/navigation'
import { bring, previewOf } from './document/documents.ts'
import { pdfOf } from './document/sample-files.ts'
import { get, profileOf } from './lib/calls.ts'
import { codeIn, mailTo } from './lib/mailbox.ts'
import type { Someone } from './lib/people.ts'
import { codeBox, enterPassword, newReviewer } from './lib/reviewer.ts'
import { firstSlv } from './lib/screens.ts'
import {
  crowdedTargetsOf,
  smallTargetsOf,
  textsBelowIcons,
} from './lib/small-targets.ts'
import { expect, test } from './lib/story.ts'
import { untilLoaded } from './lib/until-loaded.ts'
import { change, personOf } from './user/people.ts'

const phone = {
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
}

/** Controls that say that they open something. */
const openers = '[aria-haspopup], button[aria-expanded=false], summary'

/** Buttons that open something more, and don't say so. */
const moreOpeners =
  /^(Add an authenticator app|Already sent|Can’t provide|Change password|Edit comment|Resubmit|Save view|Search and jump|Set response)/

type OpenersToFind = {
  selector: string
  /** Names of controls that the selector doesn't match. */
  more: RegExp
  /** Names of controls that were marked before. */
  known: string[]
}

/**
 * Runs in the page: marks the next control that opens something, and returns
 * its name. Of a table, only the first two rows count.
 */
const markNextOpener = ({ selector, more, known }: OpenersToFind) => {
  const mark = 'data-next-opener'
  document.querySelector(`[${mark}]`)?.removeAttribute(mark)

  const nameOf = (control: Element) => {
    const label =
      control instanceof HTMLInputElement ? control.labels?.[0] : undefined
    const text = (label ?? control).textContent
    return (control.getAttribute('aria-label') ?? text).trim()
  }
  const isReady = (control: Element) =>
    control.checkVisibility({ visibilityProperty: true }) &&
    !control.matches(':disabled, tbody tr:nth-child(n + 3) *')

  for (const control of document.querySelectorAll(`button, ${selector}`)) {
    const name = nameOf(control)
    const isOpener = control.matches(selector) || more.test(name)
    if (!isOpener || known.includes(name) || !isReady(control)) continue
    control.setAttribute(mark, '')
    return name
  }
  return undefined
}

/** One person's walk over their screens, on a phone. */
class Walk {
  readonly problems = new Set<string>()
  readonly opened: string[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async #load(path: string) {
    await untilLoaded(this.#page, () => this.#page.goto(path))
    const title = this.#page.getByRole('heading', { level: 1 })
    await expect(title.first()).toBeVisible()
  }

  /** The problems of the screen as it is now. */
  async measure(where: string) {
    const found = [
      ...(await smallTargetsOf(this.#page)),
      ...(await textsBelowIcons(this.#page)),
    ]
    for (const problem of found) this.problems.add(`${where}: ${problem}`)
  }

  /**
   * Looks at a screen, then at everything that can be opened there. What
   * several screens have is opened once.
   */
  async look(path: string) {
    const page = this.#page
    const where = path.replaceAll(/[0-9a-f-]{36}/g, '$id')
    await this.#load(path)
    await this.measure(where)
    for (const problem of await crowdedTargetsOf(page))
      this.problems.add(`${where}: ${problem}`)

    const address = page.url()
    while (true) {
      const name = await page.evaluate(markNextOpener, {
        selector: openers,
        more: moreOpeners,
        known: this.opened,
      })
      if (name === undefined) return
      this.opened.push(name)
      await untilLoaded(page, () => page.locator('[data-next-opener]').tap())
      await this.measure(`${where} › ${name}`)
      await page.keyboard.press('Escape')
      if (page.url() !== address) await this.#load(path)
    }
  }
}

/** Every screen that the navigation opens to someone. */
const screensOf = async (
  someone: Someone,
  addresses: Record<string, readonly string[]>,
): Promise<string[]> => {
  const profile = await profileOf(someone)
  return routesFor(profile).flatMap((route) => addresses[route] ?? [route])
}

/** A page of what someone sent, for each look that a status gives it. */
const sentPages = (someone: Someone, ...statuses: string[]) =>
  Promise.all(
    statuses.map(async (status) => {
      const id = await firstSlv(someone, { status })
      return `/slv/review-request/${id}`
    }),
  )

test('on a phone, every control that sellers, their managers and BDDs can open is large enough for a finger', async ({
  as,
  seller,
  bdd,
  admin,
  draft,
}) => {
  test.setTimeout(600_000)
  const file = await bring(seller, draft.id, pdfOf('phone.pdf', ['One']))
  const birch = await personOf(admin, 'stranger')
  const managerRights = ['myCompanyAdmin', 'manageIntegrations'] as const
  const setManagerRights = (isOn: boolean) =>
    change(admin, 'permissions', {
      id: birch.id,
      ...Object.fromEntries(managerRights.map((right) => [right, isOn])),
    })
  await setManagerRights(true)

  const slvRoute = '/slv/review-request/$proxyLoanId'
  const [approved = '', ...others] = await sentPages(
    seller,
    'APPROVED',
    'DECLINED',
    'PENDING_DOCUMENTS',
    'REVIEW',
  )
  const walks = {
    seller: {
      '/slv': ['/slv', '/no/such/page', previewOf(draft.id, file)],
      [slvRoute]: [`/slv/review-request/${draft.id}`, approved, ...others],
    },
    colleague: {
      '/slv': ['/slv', '/slv?tableMode=MY_COMPANY'],
      [slvRoute]: [approved],
    },
    stranger: { [slvRoute]: [] },
    bdd: {
      [slvRoute]: await sentPages(bdd, 'APPROVED', 'PENDING_DOCUMENTS'),
    },
    newcomer: {},
  }
  const problems: string[] = []
  const opened: string[] = []
  for (const account of Object.keys(walks) as (keyof typeof walks)[]) {
    const someone = await as(account, phone)
    const walk = new Walk(someone.page)
    for (const path of await screensOf(someone, walks[account]))
      await test.step(`${path} of ${account}`, () => walk.look(path))
    for (const problem of walk.problems) problems.push(`${account} ${problem}`)
    opened.push(...walk.opened)
    await someone.context.close()
  }
  await setManagerRights(false)
  expect(problems).toEqual([])
  expect(opened).toEqual(
    expect.arrayContaining([
      'Open menu',
      'Search and jumpCtrl K',
      'Columns',
      'New request',
      'State *',
      'Resubmit',
      'Reassign a colleague’s SLVs',
    ]),
  )
})

test('on a phone, every control that reviewers and visitors can open is large enough for a finger', async ({
  browser,
  baseURL,
  admin,
}) => {
  test.setTimeout(600_000)
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    ...phone,
  })
  const page = await context.newPage()
  const walk = new Walk(page)
  for (const path of [
    '/multi-factor-auth',
    '/multi-factor-auth/reset-password',
    '/multi-factor-auth/create-password/no-token',
    '/unsubscribe/no-token',
    '/verify',
    '/verify/no-code',
  ])
    await test.step(`${path} of a visitor`, () => walk.look(path))

  const email = await newReviewer(admin, 'Orchid Review')
  await page.goto('/multi-factor-auth')
  await enterPassword(page, email)
  await expect(
    page.getByRole('heading', { name: 'Check your email' }),
  ).toBeVisible()
  await walk.measure('the second step of sign-in')
  // The first mail was the invitation.
  const { request } = admin
  await codeBox(page).fill(codeIn(await mailTo(request, email, 2)))
  await expect(page.getByRole('button', { name: /^Profile/ })).toBeVisible()

  const reviewer = { page, context, request: context.request }
  const { items } = await get(reviewer, '/api/v1/tdocs?size=1')
  const screens = await screensOf(reviewer, {
    '/condition-manager/$tdocId': [`/condition-manager/${items[0].id}`],
  })
  for (const path of screens)
    await test.step(`${path} of a reviewer`, () => walk.look(path))
  expect([...walk.problems]).toEqual([])
  await context.close()
})

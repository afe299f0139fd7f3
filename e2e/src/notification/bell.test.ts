import type { Page } from '@playwright/test'
import { mailAbout } from '../lib/mailbox.ts'
import {
  decide,
  draftOf,
  expect,
  expectAccessible,
  expectSound,
  inReview,
  narrow,
  press,
  processorTime,
  type Someone,
  says,
  test,
  wide,
} from '../lib/story.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: /^Notifications/ })
const list = '/api/v1/notifications'

/** Opens a page and waits for the notifications that exist already, which are not announced. */
const openWithNotifications = async (page: Page, path: string) => {
  const first = page.waitForResponse((answer) => new URL(answer.url()).pathname === list)
  await page.goto(path)
  await first
}

const profileOf = async ({ request }: Someone) => (await request.get('/api/v1/auth/profile')).json()

/** Deletes the demo's notifications of an account that no other story notifies. */
const withoutNotifications = async (someone: Someone): Promise<Someone> => {
  const { items }: { items: { id: string }[] } = await (await someone.request.get(list)).json()
  await Promise.all(items.map(({ id }) => someone.request.delete(`${list}/${id}`)))
  return items.length > 0 ? withoutNotifications(someone) : someone
}

test('the bell and an open SLV show a decision without a reload; a click marks the notification as viewed', async ({
  as,
  freshLoan,
}) => {
  const [seller, admin, underwriter] = [await as('seller'), await as('admin'), await as('underwriter')]
  const loan = await freshLoan()
  const slv = await inReview(seller, admin, underwriter, loan)
  const { page } = seller
  await openWithNotifications(page, '/slv')
  const detail = await seller.context.newPage()
  await openWithNotifications(detail, `/slv/review-request/${slv.id}`)
  await expect(detail.getByText('Too far below the guideline')).toHaveCount(0)

  await decide(underwriter, slv, { decision: 'DECLINED', decisionComment: 'Too far below the guideline' })
  await expect(detail.getByText('Too far below the guideline').first()).toBeVisible()
  // Other stories may notify this seller at the same moment.
  await expect(page.getByRole('status').filter({ hasText: /new notification/i })).toBeAttached()
  await bell(page).click()
  const item = panel(page)
    .getByRole('listitem')
    .filter({ hasText: loan.loanNumber })
    .filter({ hasText: 'Request denied' })
  await expect(item).toContainText('Unread')
  await expect(item).toContainText('just now')
  await item.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/slv/review-request/${slv.id}$`))
  await expect(panel(page)).toHaveCount(0)

  await bell(page).click()
  await expect(item).toBeVisible()
  await expect(item).not.toContainText('Unread')
})

test('the bell shows its skeleton at once and its list within half a second of work, and fits on a phone', async ({
  as,
}) => {
  const { page } = await as('underwriter')
  await page.goto('/slv')
  // Hovering over the bell loads the panel.
  await bell(page).hover()
  await page.waitForLoadState('networkidle')
  const used = await processorTime(page)
  const before = await used()
  await bell(page).click()
  await expect(panel(page).getByRole('listitem').first()).toBeVisible()
  expect((await used()) - before).toBeLessThanOrEqual(500)
  await expect(panel(page).getByRole('link', { name: 'Email settings' })).toBeVisible()
  await expectSound(page)
  for (const viewport of [narrow, wide]) {
    await page.setViewportSize(viewport)
    await expect(panel(page)).toBeInViewport({ ratio: 1 })
  }

  const loaded = Promise.withResolvers<void>()
  await page.route('**/notification-panel*.js', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.reload()
  await bell(page).click()
  await expect(panel(page).getByRole('status', { name: 'Loading' }).locator('> *')).toHaveCount(4)
  loaded.resolve()
  await expect(panel(page).getByRole('listitem').first()).toBeVisible()
})

test('notifications are marked, filtered and deleted, also by keyboard', async ({ as }) => {
  const [seller, admin, person] = [
    await as('seller'),
    await as('admin'),
    await withoutNotifications(await as('stranger')),
  ]
  const { items } = await (await person.request.get('/api/v1/proxy-loans?size=1')).json()
  const { id } = items[0]
  const { id: userId } = await profileOf(person)
  const notify = async (action: string, entityId: string | null = id) => {
    const answer = await admin.request.post(list, { data: { userId, action, entityId } })
    expect(answer.status()).toBe(200)
  }
  await notify('DOCUMENTS_REQUESTED')
  await notify('PROXY_LOAN_COMMENT')
  await notify('MY_COMPANY_VIEW', null)
  expect((await seller.request.post(list, { data: { userId, action: 'APPROVED', entityId: id } })).status()).toBe(403)

  const { page } = person
  await page.goto('/slv')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page, '[role=dialog]')

  await panel(page).getByRole('button', { name: 'Comments' }).click()
  await expect(panel(page).getByRole('listitem')).toHaveText([/New comment on an SLV/])
  await panel(page).getByRole('button', { name: 'Comments' }).click()
  await panel(page).getByRole('button', { name: 'Mark as viewed: Documents requested' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  const unreadOnly = panel(page).getByRole('switch', { name: 'Unread only' })
  await unreadOnly.check()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
  await unreadOnly.uncheck()
  await panel(page).getByRole('button', { name: 'Delete: Documents requested' }).press('Enter')
  await expect(panel(page).getByRole('link', { name: /New comment on an SLV/ })).toBeFocused()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)

  await panel(page).getByRole('link').first().focus()
  await page.keyboard.press('Home')
  await expect(
    panel(page)
      .getByRole('button', { name: /You can now view your company/ })
      .first(),
  ).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(panel(page).getByRole('link', { name: /New comment on an SLV/ })).toBeFocused()
  // One about one's own rights opens nothing; a click marks it as viewed.
  const ofCompany = panel(page).getByRole('listitem').filter({ hasText: 'You can now view your company' })
  await ofCompany.locator('[data-opens]').click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(page).toHaveURL('/slv')
  await press(page, 'Mark all as viewed')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()

  await page.reload()
  await bell(page).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
})

test('a hidden tab doesn’t poll; a visible one polls at once', async ({ as }) => {
  const { page, context } = await as('bdd')
  let polls = 0
  await context.route(`**${list}`, async (route) => {
    polls += 1
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/slv')
  await expect.poll(() => polls).toBeGreaterThan(0)
  const hide = (isHidden: boolean) =>
    page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
        document.dispatchEvent(new Event('visibilitychange'))
      },
      isHidden ? 'hidden' : 'visible',
    )

  /** Lets time pass in the page; the polls of that time are counted before the last request has its answer. */
  const pass = async (ms: number) => {
    await page.clock.runFor(ms)
    await page.evaluate(() => fetch('/api/health'))
  }
  const shown = polls
  await pass(3100)
  await expect.poll(() => polls).toBeGreaterThan(shown)
  await hide(true)
  await pass(3100)
  const hidden = polls
  await pass(60_000)
  expect(polls).toBe(hidden)
  await hide(false)
  await expect.poll(() => polls).toBeGreaterThan(hidden)
})

test('a notification is also emailed to people who chose so, with a link to its SLV', async ({ as, freshLoan }) => {
  const [seller, admin, colleague] = [await as('seller'), await as('admin'), await as('colleague')]
  const loan = await freshLoan()
  const { id } = await draftOf(seller, loan)
  const { id: sellerId, email } = await profileOf(colleague)
  const { page } = colleague
  await page.goto('/slv')
  await bell(page).click()
  await panel(page).getByRole('link', { name: 'Email settings' }).click()
  await page.getByRole('radiogroup', { name: 'Email me' }).getByText('Immediately').click()
  await says(page, 'Your email setting was saved')

  const data = { sellerId, proxyLoanIds: [id] }
  expect((await admin.request.patch('/api/v1/proxy-loan/assign-seller', { data })).status()).toBe(200)
  const { text } = await mailAbout(admin.request, email, loan.loanNumber)
  expect(text).toContain('An SLV was assigned to you')
  expect(text).not.toContain(loan.borrowerLastName)
  const link = /http\S+review-request\S+/.exec(text)?.[0] ?? ''
  await page.goto(new URL(link).pathname)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(loan.loanNumber)
  await colleague.request.patch(`${list}/settings`, { data: { mail: 'OFF' } })
})

test('an administrator sends an announcement in Settings, and the chosen role gets it under the bell', async ({
  as,
}) => {
  const [admin, newcomer] = [await as('admin'), await as('newcomer')]
  const { page } = admin
  await page.goto('/settings/announcements')
  await page.getByRole('button', { name: 'New announcement' }).click()
  const dialog = page.getByRole('dialog', { name: 'New announcement' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Required')).toHaveCount(2)
  const title = `Office closed ${Date.now()}`
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog.getByRole('textbox', { name: 'Message' }).fill('The desk opens again on Monday at 9:00.')
  await dialog.getByRole('combobox', { name: 'Roles' }).click()
  await page.getByRole('option', { name: 'Access Pending' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  await page.route('**/notifications/announcements', (route) => route.fulfill({ status: 500, json: {} }))
  await dialog.getByRole('button', { name: 'Send' }).click()
  await says(page, 'Failed to create notification')
  await page.unroute('**/notifications/announcements')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await says(page, 'Notification was successfully created')
  await expect(page.getByRole('row', { name: title })).toContainText('Access Pending')

  await newcomer.page.goto('/')
  await bell(newcomer.page).click()
  const item = panel(newcomer.page).getByRole('listitem').filter({ hasText: title })
  await expect(item).toContainText('The desk opens again on Monday at 9:00.')
})

import type { Page } from '@playwright/test'
import { failOnce } from '../lib/actions.ts'
import { decide, get, post, profileOf } from '../lib/calls.ts'
import { mailAbout } from '../lib/mailbox.ts'
import { bellButton, delayResponses, expectToast, press } from '../lib/page.ts'
import type { Someone } from '../lib/people.ts'
import { processorTime } from '../lib/processor-time.ts'
import { expectAccessible, expectSound, narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { untilLoaded } from '../lib/until-loaded.ts'

const panel = (page: Page) =>
  page.getByRole('dialog', { name: /^Notifications/ })
const list = '/api/v1/notifications'

/**
 * Opens a page and waits for the notifications that exist already, which are
 * not announced.
 */
const openWithNotifications = async (page: Page, path: string) => {
  const first = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname === list,
  )
  await page.goto(path)
  await first
}

/**
 * Deletes the demo's notifications of an account that no other story notifies.
 */
const withoutNotifications = async (someone: Someone): Promise<Someone> => {
  const { items }: { items: { id: string }[] } = await get(someone, list)
  await Promise.all(
    items.map(({ id }) => someone.request.delete(`${list}/${id}`)),
  )
  return items.length > 0 ? withoutNotifications(someone) : someone
}

test('the bell and an open SLV show a decision without a reload', async ({
  seller,
  underwriter,
  slvInReview: slv,
}) => {
  const { page } = seller
  await openWithNotifications(page, '/slv')
  const detail = await seller.context.newPage()
  await openWithNotifications(detail, `/slv/review-request/${slv.id}`)
  await expect(detail.getByText('Too far below the guideline')).toHaveCount(0)

  await decide(underwriter, slv, {
    decision: 'DECLINED',
    decisionComment: 'Too far below the guideline',
  })
  await expect(
    detail.getByText('Too far below the guideline').first(),
  ).toBeVisible()
  // Other stories may notify this seller too.
  await expect(
    page.getByRole('status').filter({ hasText: /new notification/i }),
  ).toBeAttached()
  await bellButton(page).click()
  const item = panel(page)
    .getByRole('listitem')
    .filter({ hasText: `${slv.buyerLoan}` })
    .filter({ hasText: 'Request denied' })
  await expect(item).toContainText('Unread')
  await expect(item).toContainText('just now')
  await item.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/slv/review-request/${slv.id}$`))
  await expect(panel(page)).toHaveCount(0)

  await bellButton(page).click()
  await expect(item).toBeVisible()
  await expect(item).not.toContainText('Unread')
})

test('a comment opens its conversation over the current screen', async ({
  seller,
  admin,
  draft: { id },
}) => {
  const { page } = seller
  const { id: userId } = await profileOf(seller)
  const { title } = await post(admin, list, {
    userId,
    action: 'PROXY_LOAN_TAG',
    entityId: id,
  })
  await page.goto(`/slv/review-request/${id}`)
  await bellButton(page).click()
  await panel(page)
    .getByRole('listitem')
    .filter({ hasText: title })
    .first()
    .locator('[data-opens]')
    .click()
  await expect(page).toHaveURL(`/slv/review-request/${id}?conversation=${id}`)
  const dialog = page.getByRole('dialog', { name: /^Conversation/ })
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await page.goForward()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`/slv/review-request/${id}`)
})

test('the bell opens within half a second of work and fits on a phone', async ({
  underwriter: { page },
}) => {
  await page.goto('/slv')
  // Hovering over the bell loads the panel.
  await untilLoaded(page, () => bellButton(page).hover())
  const used = await processorTime(page)
  const before = await used()
  await bellButton(page).click()
  await expect(panel(page).getByRole('listitem').first()).toBeVisible()
  expect((await used()) - before).toBeLessThanOrEqual(500)
  await expect(
    panel(page).getByRole('link', { name: 'Email settings' }),
  ).toBeVisible()
  await expectSound(page)
  for (const viewport of [narrow, wide]) {
    await page.setViewportSize(viewport)
    await expect(panel(page)).toBeInViewport({ ratio: 1 })
  }

  const load = await delayResponses(page, '**/notification-panel*.js')
  await page.reload()
  await bellButton(page).click()
  await expect(
    panel(page).getByRole('status', { name: 'Loading' }).locator('> *'),
  ).toHaveCount(4)
  load()
  await expect(panel(page).getByRole('listitem').first()).toBeVisible()
})

test('notifications are marked, filtered and deleted, also by keyboard', async ({
  admin,
  stranger,
}) => {
  const person = await withoutNotifications(stranger)
  const { items } = await get(person, '/api/v1/proxy-loans?size=1')
  const { id } = items[0]
  const { id: userId } = await profileOf(person)
  const notify = (action: string, entityId: string | null = id) =>
    post(admin, list, { userId, action, entityId })
  await notify('DOCUMENTS_REQUESTED')
  await notify('PROXY_LOAN_COMMENT')
  await notify('MY_COMPANY_VIEW', null)

  const { page } = person
  await page.goto('/slv')
  await expect(bellButton(page)).toHaveAccessibleName('Notifications, 3 unread')
  await bellButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page, '[role=dialog]')

  await panel(page).getByRole('button', { name: 'Comments' }).click()
  await expect(panel(page).getByRole('listitem')).toHaveText([
    /New comment on an SLV/,
  ])
  await panel(page).getByRole('button', { name: 'Comments' }).click()
  await panel(page)
    .getByRole('button', { name: 'Mark as viewed: Documents requested' })
    .click()
  await expect(bellButton(page)).toHaveAccessibleName('Notifications, 2 unread')
  const unreadOnly = panel(page).getByRole('switch', { name: 'Unread only' })
  await unreadOnly.check()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
  await unreadOnly.uncheck()
  await panel(page)
    .getByRole('button', { name: 'Delete: Documents requested' })
    .press('Enter')
  await expect(
    panel(page).getByRole('link', { name: /New comment on an SLV/ }),
  ).toBeFocused()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)

  await panel(page).getByRole('link').first().focus()
  await page.keyboard.press('Home')
  const ofCompany = panel(page)
    .getByRole('listitem')
    .filter({ hasText: 'You can now view your company' })
  await expect(ofCompany.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(
    panel(page).getByRole('link', { name: /New comment on an SLV/ }),
  ).toBeFocused()
  // One about one's own rights opens nothing; a click marks it as viewed.
  await ofCompany.locator('[data-opens]').click()
  await expect(bellButton(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(page).toHaveURL('/slv')
  await press(page, 'Mark all as viewed')
  await expect(bellButton(page)).toHaveAccessibleName('Notifications')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bellButton(page)).toBeFocused()

  await page.reload()
  await bellButton(page).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
})

test('a hidden tab doesn’t poll; a visible one polls immediately', async ({
  bdd: { page, context },
}) => {
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
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          get: () => state,
        })
        document.dispatchEvent(new Event('visibilitychange'))
      },
      isHidden ? 'hidden' : 'visible',
    )

  /**
   * Lets time pass in the page; the polls of that time are counted before the
   * last request has its answer.
   */
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

test('new access is emailed at any hour without any choice, and stops by the link in the email', async ({
  admin,
  colleague,
  browser,
}) => {
  const { id: userId, email } = await profileOf(colleague)
  const { page } = colleague
  const action = 'MY_COMPANY_VIEW'
  await post(admin, '/api/v1/notifications', { userId, action })
  const { text } = await mailAbout(
    admin.request,
    email,
    'You can now view your company’s SLVs',
  )

  // The link works without a session, and opening it stops nothing.
  const unsubscribe = /http\S+\/unsubscribe\/\S+/.exec(text)?.[0] ?? ''
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(unsubscribe)
  await expectAccessible(visitor)
  const choice = page
    .getByRole('radiogroup', { name: 'Your access' })
    .getByRole('radio', { checked: true })
  await page.goto('/settings/notifications')
  await expect(choice).toHaveAccessibleName('Immediately')
  await press(visitor, 'Stop these emails')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'You won’t get these emails anymore',
  )
  await context.close()
  await page.reload()
  await expect(choice).toHaveAccessibleName('Off')
})

test('people choose their emails by kind; a choice that can’t be saved stays', async ({
  colleague: { page },
}) => {
  await page.goto('/slv')
  await bellButton(page).click()
  await panel(page).getByRole('link', { name: 'Email settings' }).click()
  await expect(page).toHaveURL('/settings/notifications')
  const assignments = page.getByRole('radiogroup', { name: 'Your access' })
  const checked = assignments.getByRole('radio', { checked: true })
  await expectAccessible(page)
  await failOnce(page, '**/notifications/preferences', 500)
  await assignments.getByText('Once a day').click()
  const problem = page.getByRole('alert').filter({
    hasText: 'Failed to save your email setting',
  })
  await expect(problem).toBeVisible()
  await expect(checked).toHaveAccessibleName('Once a day')
  await problem.getByRole('button', { name: 'Try again' }).press('Enter')
  await expectToast(page, 'Your email setting was saved')
  await expect(problem).toHaveCount(0)
  // By keyboard.
  await checked.press('ArrowLeft')
  await expectToast(page, 'Your email setting was saved')
  await page.reload()
  await expect(checked).toHaveAccessibleName('Immediately')
})

test('an announcement reaches the chosen role under the bell', async ({
  admin: { page },
  newcomer,
}) => {
  await page.goto('/settings/announcements')
  await page.getByRole('button', { name: 'New announcement' }).click()
  const dialog = page.getByRole('dialog', { name: 'New announcement' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Required')).toHaveCount(2)
  const title = `Office closed ${Date.now()}`
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog
    .getByRole('textbox', { name: 'Message' })
    .fill('The desk opens again on Monday at 9:00.')
  await dialog.getByRole('combobox', { name: 'Roles' }).click()
  await page.getByRole('option', { name: 'Access Pending' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  const recipients = dialog.getByText(
    /^\d+ (person|people) will get this announcement\.$/,
  )
  const [number] = String(await recipients.textContent()).split(' ')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const question = page.getByRole('dialog', {
    name: new RegExp(`^Send to ${number} (person|people)\\?$`),
  })
  await expect(question).toContainText('To Access Pending at all companies.')
  await failOnce(page, '**/notifications/announcements', 500)
  await press(question, 'Send', 'Failed to create notification')
  await press(question, 'Send', 'Notification was successfully created')
  await expect(page.getByRole('row', { name: title })).toContainText(
    'Access Pending',
  )

  await newcomer.page.goto('/')
  await bellButton(newcomer.page).click()
  const item = panel(newcomer.page)
    .getByRole('listitem')
    .filter({ hasText: title })
  await expect(item).toContainText('The desk opens again on Monday at 9:00.')
})

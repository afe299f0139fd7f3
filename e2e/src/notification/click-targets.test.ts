import { type Account, draftOf, expect, expectAccessible, inReview, type Someone, test } from '../lib/story.ts'

const list = '/api/v1/notifications'

/** Notifications by screen and role; the contract's target.test.ts has them all (spec.md §2). `:id` is the SLV. */
const targets: [Account, string, string][] = [
  ['underwriter', 'DOCUMENTS_SUBMITTED', '/slv/review-request/:id'],
  ['underwriter', 'PENDING', '/slv/manage-request/:id'],
  ['seller', 'APPROVED', '/slv/review-request/:id'],
  ['seller', 'DOCUMENTS_REQUESTED', '/slv/review-request/:id'],
  ['slr', 'SLR_PENDING', '/slv/slr-request/:id'],
  ['tradeDesk', 'TD_PENDING', '/slv/trade-desk-request/:id'],
]

const notify = async (admin: Someone, reader: Someone, action: string, entityId: string | null) => {
  const { id: userId } = await (await reader.request.get('/api/v1/auth/profile')).json()
  const answer = await admin.request.post(list, { data: { userId, action, entityId } })
  expect(answer.status(), action).toBe(200)
  const { id, title } = await answer.json()
  return { id, title }
}

/** Opens the bell and presses the newest notification of this title, about this loan. */
const open = async ({ page }: Someone, title: string, about = '') => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click()
  const panel = page.getByRole('dialog', { name: /^Notifications/ })
  await panel
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: about })
    .first()
    .locator('[data-opens]')
    .click()
}

test('a notification opens the screen of its reader', async ({ as, freshLoan }) => {
  const [seller, admin, underwriter] = [await as('seller'), await as('admin'), await as('underwriter')]
  const first = await inReview(seller, admin, underwriter, await freshLoan())
  const people: Partial<Record<Account, Someone>> = { seller, underwriter }
  const moves: Partial<Record<Account, string>> = { slr: 'set-slr-pending', tradeDesk: 'set-td-pending' }
  for (const [account, action, path] of targets) {
    await test.step(`${account}: ${action}`, async () => {
      const reader = people[account] ?? (await as(account))
      const move = moves[account]
      const { id, buyerLoan } = move ? await inReview(seller, admin, underwriter, await freshLoan()) : first
      if (move) {
        const url = `/api/v1/proxy-loan/underwriter/${id}/${move}`
        const moved = await underwriter.request.post(url, { data: { statusComment: 'Please look' } })
        expect(moved.status()).toBe(200)
      }
      const { title } = await notify(admin, reader, action, id)
      await reader.page.goto('/slv')
      await open(reader, title, buyerLoan ?? '')
      await expect(reader.page).toHaveURL(path.replace(':id', id))
      await expect(reader.page.getByRole('heading', { level: 1 })).toContainText(buyerLoan ?? '')
      await reader.page.goBack()
      await expect(reader.page).toHaveURL('/slv')
    })
  }
})

test('a comment opens its conversation over the current screen; reload and Back work', async ({ as, freshLoan }) => {
  const [seller, admin] = [await as('seller'), await as('admin')]
  const { id, buyerLoan } = await draftOf(seller, await freshLoan())
  const { page } = seller
  const { title } = await notify(admin, seller, 'PROXY_LOAN_TAG', id)
  await page.goto(`/slv/review-request/${id}`)
  await open(seller, title, buyerLoan ?? '')
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

import { type Account, expect, expectAccessible, openBell, post, profileOf, type Someone, test } from '../lib/story.ts'

/** Notifications by screen and role; the contract's target.test.ts has them all (spec.md §2). `:id` is the SLV. */
const targets: [Account, string, string][] = [
  ['underwriter', 'DOCUMENTS_SUBMITTED', '/slv/review-request/:id'],
  ['underwriter', 'PENDING', '/slv/manage-request/:id'],
  ['seller', 'APPROVED', '/slv/review-request/:id'],
  ['seller', 'DOCUMENTS_REQUESTED', '/slv/review-request/:id'],
  ['slr', 'SLR_PENDING', '/slv/slr-request/:id'],
  ['tradeDesk', 'TD_PENDING', '/slv/trade-desk-request/:id'],
]

const notify = async (admin: Someone, reader: Someone, action: string, entityId: string): Promise<string> => {
  const { id: userId } = await profileOf(reader)
  const { title } = await post(admin, '/api/v1/notifications', { userId, action, entityId })
  return title
}

/** Opens the bell and presses the newest notification of this title, about this loan. */
const open = async ({ page }: Someone, title: string, about: string | null) => {
  const items = (await openBell(page)).getByRole('listitem').filter({ hasText: title })
  await items
    .filter({ hasText: `${about}` })
    .first()
    .locator('[data-opens]')
    .click()
}

test('a notification opens the screen of its reader', async ({ as, seller, admin, underwriter, newSlvInReview }) => {
  const first = await newSlvInReview()
  const people: Partial<Record<Account, Someone>> = { seller, underwriter }
  const moves: Partial<Record<Account, string>> = { slr: 'set-slr-pending', tradeDesk: 'set-td-pending' }
  for (const [account, action, path] of targets) {
    await test.step(`${account}: ${action}`, async () => {
      const reader = people[account] ?? (await as(account))
      const move = moves[account]
      const { id, buyerLoan } = move ? await newSlvInReview() : first
      if (move) {
        await post(underwriter, `/api/v1/proxy-loan/underwriter/${id}/${move}`, { statusComment: 'Please look' })
      }
      const title = await notify(admin, reader, action, id)
      await reader.page.goto('/slv')
      await open(reader, title, buyerLoan)
      await expect(reader.page).toHaveURL(path.replace(':id', id))
      await expect(reader.page.getByRole('heading', { level: 1 })).toContainText(buyerLoan ?? '')
      await reader.page.goBack()
      await expect(reader.page).toHaveURL('/slv')
    })
  }
})

test('a comment opens its conversation over the current screen', async ({
  seller,
  admin,
  draft: { id, buyerLoan },
}) => {
  const { page } = seller
  const title = await notify(admin, seller, 'PROXY_LOAN_TAG', id)
  await page.goto(`/slv/review-request/${id}`)
  await open(seller, title, buyerLoan)
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

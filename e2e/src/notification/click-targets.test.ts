import { type Account, draftOf, expect, expectAccessible, inReview, type Someone, test } from '../lib/story.ts'

const list = '/api/v1/notifications'

/** A notification per screen and role; the contract's target.test.ts has them all (spec.md §2). `:id` is the SLV. */
const targets: [Account, string, string[]][] = [
  ['underwriter', '/slv/review-request/:id', ['DOCUMENTS_SUBMITTED']],
  ['underwriter', '/slv/manage-request/:id', ['PENDING']],
  ['seller', '/slv/review-request/:id', ['APPROVED', 'DOCUMENTS_REQUESTED']],
  ['slr', '/slv/slr-request/:id', ['SLR_PENDING']],
  ['tradeDesk', '/slv/trade-desk-request/:id', ['TD_PENDING']],
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

for (const [account, path, actions] of targets) {
  test(`${account}: ${actions.join(', ')} lead to ${path}`, async ({ as, freshLoan }) => {
    const [seller, admin, underwriter] = [await as('seller'), await as('admin'), await as('underwriter')]
    const loan = await freshLoan()
    const { id } = await inReview(seller, admin, underwriter, loan)
    const reader = { seller, underwriter }[account as 'seller'] ?? (await as(account))
    await atTheDesks(underwriter, account, id)
    const told = []
    for (const action of actions) told.push(await notify(admin, reader, action, id))
    const { page } = reader
    await page.goto('/slv')
    for (const { title } of told) {
      await test.step(title, async () => {
        await open(reader, title, loan.loanNumber)
        await expect(page).toHaveURL(path.replace(':id', id))
        await expect(page.getByRole('heading', { level: 1 })).toContainText(loan.loanNumber)
        await page.goBack()
        await expect(page).toHaveURL('/slv')
      })
    }
  })
}

/** Brings the SLV where the managers or the trade desk see it. */
const atTheDesks = async ({ request }: Someone, account: Account, id: string) => {
  const move = { slr: 'set-slr-pending', tradeDesk: 'set-td-pending' }[account as 'slr']
  if (!move) return
  const data = { statusComment: 'Please look' }
  expect((await request.post(`/api/v1/proxy-loan/underwriter/${id}/${move}`, { data })).status()).toBe(200)
}

test('a comment opens its conversation over the current screen; reload and Back work', async ({ as, freshLoan }) => {
  const [seller, admin] = [await as('seller'), await as('admin')]
  const { id } = await draftOf(seller, await freshLoan())
  const { page } = seller
  const { title } = await notify(admin, seller, 'PROXY_LOAN_TAG', id)
  await page.goto(`/slv/review-request/${id}`)
  await open(seller, title)
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

test('a notification about one’s own rights opens nothing; a click marks it as viewed', async ({ as }) => {
  const [admin, colleague] = [await as('admin'), await as('colleague')]
  const { id, title } = await notify(admin, colleague, 'MY_COMPANY_VIEW', null)
  await colleague.page.goto('/slv?sortBy=date')
  await open(colleague, title)
  await expect
    .poll(async () => {
      const { items } = await (await colleague.request.get(list)).json()
      return items.find((item: { id: string }) => item.id === id)?.status
    })
    .toBe('CHECKED')
  await expect(colleague.page).toHaveURL('/slv?sortBy=date')
})

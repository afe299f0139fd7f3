import { expect, expectAccessible, inReview, press, test } from '../lib/story.ts'

test('an underwriter finds in the history who did what and when, each edit, and each file', async ({
  as,
  freshLoan,
}) => {
  const [seller, admin, underwriter] = [await as('seller'), await as('admin'), await as('underwriter')]
  const { id, city } = await inReview(seller, admin, underwriter, await freshLoan())
  const file = { name: 'Letter of explanation.txt', mimeType: 'text/plain', buffer: Buffer.from('One late payment') }
  expect((await seller.request.post(`/api/v1/proxy-loan/${id}/documents`, { multipart: { file } })).status()).toBe(200)
  const saved = await underwriter.request.patch(`/api/v1/proxy-loan/${id}`, {
    data: { city: 'Sacramento', loanAmount: 512_345.5 },
  })
  expect(saved.status()).toBe(200)

  const { page } = underwriter
  const panel = page.getByRole('tabpanel', { name: 'History' })
  const timeline = panel.getByRole('region', { name: 'History, newest first' })
  await page.goto(`/slv/manage-request/${id}?tab=history`)
  await expect(timeline.getByRole('listitem').first()).toContainText('Edited')
  await expect(timeline).toContainText('Sent the request')
  await expect(timeline).toContainText('Letter of explanation.txt')

  await test.step('what: the address keeps it, and a reload restores it', async () => {
    await panel.getByRole('button', { name: 'Filter', exact: true }).click()
    await panel.getByRole('combobox', { name: 'What' }).click()
    await page.getByRole('option', { name: 'Information edits' }).click()
    await expect(timeline).not.toContainText('Sent the request')
    await expect(timeline).toContainText('Sacramento')
    await expect(page).toHaveURL(/what=edits/)
    await page.reload()
    await expect(panel.getByText('Information edits', { exact: true })).toBeVisible()
    await expect(timeline).toContainText('Sacramento')
    await expect(timeline).not.toContainText('Sent the request')
    await press(page, 'Clear All')
    await expect(timeline).toContainText('Sent the request')
  })

  await test.step('who: only people who stand in it are offered', async () => {
    await panel.getByRole('button', { name: 'Filter', exact: true }).click()
    await panel.getByRole('combobox', { name: 'Who' }).click()
    await page.getByRole('option', { name: 'Maya Ortiz' }).click()
    await expect(timeline).not.toContainText('Sacramento')
    await expect(timeline).toContainText('Sent the request')
    await press(page, 'Clear All')
  })

  await test.step('when: nothing that long ago, said with its days and taken back', async () => {
    await panel.getByRole('textbox', { name: 'To', exact: true }).fill('2001-02-03')
    await expect(panel).toContainText('Nobody did any of this until 02/03/2001.')
    await expectAccessible(page)
    await press(page, 'Clear filters')
    await expect(timeline).toContainText('Sent the request')
    await expect(panel.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('')
  })

  await test.step('the edits field by field, formatted as everywhere', async () => {
    await panel.getByText('Edits', { exact: true }).click()
    const row = panel.getByRole('row', { name: /City/ })
    await expect(row).toContainText(`${city}`)
    await expect(row).toContainText('Sacramento')
    await expect(row).toContainText('Anna Lindqvist')
    await expect(panel.getByRole('row', { name: /Loan Amount/ })).toContainText('$512,345.50')
    await expectAccessible(page)
  })

  await test.step('the files that came', async () => {
    await panel.getByText('Documents', { exact: true }).click()
    const row = panel.getByRole('row', { name: /Letter of explanation/ })
    await expect(row).toContainText('Added by Maya Ortiz')
    await expect(row.getByRole('link', { name: 'Letter of explanation.txt' })).toBeVisible()
  })
})

test('a seller is told nothing of the inside by the history, its people, its edits, or since when one waits', async ({
  as,
  freshLoan,
}) => {
  const [seller, admin, underwriter, slr] = [
    await as('seller'),
    await as('admin'),
    await as('underwriter'),
    await as('slr'),
  ]
  const { id } = await inReview(seller, admin, underwriter, await freshLoan())
  const before = await (await seller.request.get(`/api/v1/proxy-loan/${id}`)).json()
  const desk = `/api/v1/proxy-loan/underwriter/${id}`
  const words = { statusComment: 'canary-status-comment' }
  for (const [who, action] of [
    [underwriter, 'set-slr-pending'],
    [slr, 'set-slr-review'],
  ] as const)
    expect((await who.request.post(`${desk}/${action}`, { data: words })).status()).toBe(200)
  const reviewer = await (await slr.request.get('/api/v1/auth/profile')).json()

  const answers: string[] = []
  seller.page.on('response', async (response) => {
    if (response.url().includes('/api/v1/proxy-loan')) answers.push(await response.text().catch(() => ''))
  })
  const { page } = seller
  await page.goto(`/slv/review-request/${id}?tab=history`)
  const panel = page.getByRole('tabpanel', { name: 'History' })
  await expect(panel).toContainText('Started the review')
  await expect(page.getByRole('main')).toContainText(/Waiting on Anna Lindqvist, underwriter, since/)
  await expect(page.getByRole('button', { name: /^SLA/ })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Filter', exact: true }).click()
  await panel.getByRole('combobox', { name: 'What' }).click()
  await expect(page.getByRole('option', { name: 'Withdrawal' })).toBeVisible()
  await expect(page.getByRole('option', { name: /SLR|Trade desk|Comments/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await panel.getByRole('combobox', { name: 'Who' }).click()
  await expect(page.getByRole('option', { name: 'Anna Lindqvist' })).toBeVisible()
  await expect(page.getByRole('option', { name: reviewer.name })).toHaveCount(0)
  await page.goto(`/slv/review-request/${id}?tab=history&history=edits`)
  await expect(panel).toContainText('Nothing was edited')

  const after = await (await seller.request.get(`/api/v1/proxy-loan/${id}`)).json()
  expect(after.waitingSince).toBe(before.waitingSince)
  expect((await seller.request.get(`/api/v1/sla/proxy-loan/${id}/explanation`)).status()).toBe(403)
  expect(answers.length).toBeGreaterThan(3)
  for (const secret of ['canary-status-comment', 'SLR_', 'set-slr', reviewer.name, 'SlaStatus'])
    expect(
      answers.filter((answer) => answer.includes(secret)),
      secret,
    ).toEqual([])
})

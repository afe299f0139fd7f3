import { expect, press, test } from '../lib/story.ts'

test('a draft shows what it misses, and one click requests each variance', async ({ seller, draft }) => {
  const { page } = seller
  await page.goto(`/slv/review-request/${draft.id}`)
  const panel = page.getByRole('region', { name: 'Eligibility' })
  const type = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByLabel(label, { exact: true }).blur()
  }

  await test.step('the figures miss the credit score and the reserves', async () => {
    await expect(panel.getByRole('heading', { level: 2 })).toBeVisible()
    await type('Credit Score', '610')
    await type('Proposed Housing Payment', '5,000')
    await type('Total Post-Close Reserves', '5,000')
    await expect(panel.getByRole('listitem').filter({ hasText: /^FICO 610, at least/ })).toBeVisible()
    await expect(panel.getByRole('listitem').filter({ hasText: /^Reserves 1, at least/ })).toBeVisible()
  })

  await test.step('one click each adds the rows', async () => {
    for (const name of ['FICO', 'Reserves']) await press(panel, `Request this variance: ${name}`)
    await expect(panel.getByText('Requested', { exact: true })).toHaveCount(2)
    await expect(page.getByRole('button', { name: /^\d\. FICO 610 against ≥/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^\d\. Reserves 1 against ≥/ })).toBeVisible()
  })

  await test.step('a corrected figure ends the miss', async () => {
    await type('Credit Score', '800')
    await expect(panel.getByRole('listitem').filter({ hasText: /^FICO \d+, at least/ })).toHaveCount(0)
    await expect(panel).toContainText('The loan meets this guideline, so no variance is needed.')
  })
})

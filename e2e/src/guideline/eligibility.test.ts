import { expect, post, press, test } from '../lib/story.ts'

test('a draft shows what it misses, and one click requests each variance', async ({ seller, freshLoan }) => {
  const { page } = seller
  const loan = await freshLoan()
  const { id } = await post(seller, `/api/v1/loans/check-loan/${loan.loanNumber}`)
  await page.goto(`/slv/review-request/${id}`)
  const panel = page.getByRole('region', { name: 'Eligibility' })
  const type = async (label: RegExp, text: string) => {
    const field = page.getByRole('textbox', { name: label })
    await field.fill(text)
    await field.blur()
  }
  const miss = (text: RegExp) => panel.getByRole('listitem').filter({ hasText: text })

  await test.step('the figures miss the credit score and the reserves', async () => {
    await type(/^FICO/, '650')
    await type(/^Proposed Housing Payment/, '5,000')
    await type(/^Total Post-Close Reserves/, '5,000')
    await expect(miss(/^FICO 650, at least/)).toBeVisible()
    await expect(miss(/^Reserves 1, at least/)).toBeVisible()
  })

  await test.step('one click each adds the rows', async () => {
    for (const name of ['FICO', 'Reserves']) await press(panel, `Request this variance: ${name}`)
    await expect(panel.getByText('Requested', { exact: true })).toHaveCount(2)
    await expect(page.getByRole('button', { name: /^\d\. FICO 650 against ≥/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^\d\. Reserves 1 against ≥/ })).toBeVisible()
  })

  await test.step('a corrected figure ends the miss', async () => {
    await type(/^FICO/, '800')
    await expect(miss(/^FICO 650, at least/)).toHaveCount(0)
    await expect(panel).toContainText('The loan meets this guideline, so no variance is needed.')
  })
})

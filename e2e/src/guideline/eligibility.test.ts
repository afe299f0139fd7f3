import { get, patch, post } from '../lib/calls.ts'
import { choose, press } from '../lib/page.ts'
import { expect, test } from '../lib/story.ts'
import { plainLoan } from './plain-loan.ts'

test('a draft shows what it misses, and one click requests each variance', async ({
  seller,
  freshLoan,
}) => {
  const { page } = seller
  const loan = await freshLoan()
  const { id } = await post(
    seller,
    `/api/v1/loans/check-loan/${loan.loanNumber}`,
  )
  await patch(seller, `/api/v1/proxy-loan/${id}`, {
    ...plainLoan,
    buyerNonAgencyProgram: 'P&L Only',
  })
  await page.goto(`/slv/review-request/${id}`)
  const panel = page.getByRole('region', { name: 'Eligibility' })
  const type = async (label: RegExp, text: string) => {
    const field = page.getByRole('textbox', { name: label })
    await field.fill(text)
    await field.blur()
  }
  const miss = (text: RegExp) =>
    panel.getByRole('listitem').filter({ hasText: text })

  await test.step('the figures miss the credit score and the reserves', async () => {
    await type(/^FICO/, '650')
    await type(/^Proposed Housing Payment/, '5,000')
    await type(/^Total Post-Close Reserves/, '5,000')
    await expect(miss(/^FICO 650, at least/)).toBeVisible()
    await expect(miss(/^Reserves 1, at least/)).toBeVisible()
  })

  await test.step('one click each adds the rows', async () => {
    for (const name of ['FICO', 'Reserves'])
      await press(panel, `Request this variance: ${name}`)
    await expect(panel.getByText('Requested', { exact: true })).toHaveCount(2)
    await expect(
      page.getByRole('button', { name: /^\d\. FICO 650 against ≥/ }),
    ).toBeVisible()
    await expect(
      page.getByRole('button', { name: /^\d\. Reserves 1 against ≥/ }),
    ).toBeVisible()
  })

  await test.step('a corrected figure ends the miss', async () => {
    await type(/^FICO/, '800')
    await expect(miss(/^FICO 650, at least/)).toHaveCount(0)
    await expect(panel).toContainText(
      'The loan meets the guideline in effect, so no variance is needed.',
    )
  })
})

test('a seller fixes a request so that it needs no variance', async ({
  seller,
  freshLoan,
}) => {
  const { page } = seller
  const { id } = await post(
    seller,
    `/api/v1/loans/check-loan/${(await freshLoan()).loanNumber}`,
  )
  // Misses nothing but FICO and reserves.
  await patch(seller, `/api/v1/proxy-loan/${id}`, {
    ...plainLoan,
    creditScore: 670,
  })
  await page.goto(`/slv/review-request/${id}`)
  const panel = page.getByRole('region', { name: 'Eligibility' })
  const variance = page.getByRole('button', { name: /^1\. FICO/ })

  await test.step('a knock-out is never granted', async () => {
    await choose(page, /Non-Agency Program/, 'P&L Only')
    await press(panel, 'Request this variance: FICO')
    await expect(variance).toHaveText(
      '1. FICO 670 against ≥ 680: 10 points short',
    )
    await page.getByRole('textbox', { name: /^FICO/ }).fill('600')
    await expect(
      panel.getByRole('heading', { name: 'Not eligible' }),
    ).toBeVisible()
    await expect(panel).toContainText(
      'This is never granted. Delete the variance.',
    )
  })

  await test.step('the corrected FICO needs no variance, and its row says so', async () => {
    await page.getByRole('textbox', { name: /^FICO/ }).fill('720')
    await expect(variance).toHaveText(
      '1. FICO 720 against ≥ 680: 40 points inside',
    )
    await expect(panel).toContainText(
      'FICO 720 against ≥ 680: 40 points inside. The loan meets the guideline in effect',
    )
    await press(
      page,
      'Delete variance: FICO 720 against ≥ 680: 40 points inside',
    )
    await press(page.getByRole('dialog'), 'Delete')
    await expect(variance).toHaveCount(0)
  })

  await test.step('a typed ratio that contradicts the amounts is not the one that is evaluated', async () => {
    const ltv = page.getByRole('textbox', { name: /^LTV$/ })
    const reason = page.getByRole('textbox', { name: 'LTV Override Reason' })
    const calculated = await ltv.inputValue()
    await expect(reason).toHaveCount(0)
    await ltv.fill('99%')
    await ltv.blur()
    await expect(panel).toContainText('LTV 99% doesn’t match')
    await expect(
      panel.getByRole('listitem').filter({ hasText: /^LTV 99%, at most/ }),
    ).toHaveCount(0)

    await reason.fill('The appraisal is being corrected')
    await expect(
      panel.getByRole('listitem').filter({ hasText: /^LTV 99%, at most/ }),
    ).toBeVisible()
    await expect(page.getByText('Override of calculated')).toBeVisible()

    await reason.fill('')
    await ltv.fill(calculated)
    await ltv.blur()
    await expect(panel).not.toContainText('LTV 99%')
  })

  await test.step('the nearest fit ends the other miss', async () => {
    await panel.getByRole('button', { name: /^Apply \$/ }).click()
    await expect(
      page.getByRole('textbox', { name: /^Total Post-Close Reserves/ }),
    ).toBeFocused()
    await expect(
      panel.getByRole('heading', { name: 'Eligible', exact: true }),
    ).toBeVisible()
    await expect(panel).toContainText(
      'The loan is eligible as is. No request is needed.',
    )
    await expect(
      panel.getByRole('button', { name: /^Request this variance/ }),
    ).toHaveCount(0)
  })
})

test('a loan is evaluated by the version in effect on its lock date', async ({
  seller,
  freshLoan,
}) => {
  const { page } = seller
  const { id } = await post(
    seller,
    `/api/v1/loans/check-loan/${(await freshLoan()).loanNumber}`,
  )
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  await patch(seller, `/api/v1/proxy-loan/${id}`, {
    ...plainLoan,
    occupancy: 'I',
    isExperiencedInvestor: true,
    dti: null,
    dscr: 1.02,
    buyerNonAgencyProgram: 'DSCR Prime',
    buyerNonAgencyProductName: 'DSCR-P-30F',
    totalPostCloseReservesAmount: 100_000,
    originalLockDate: daysAgo(100),
  })
  const versionNumber = async () =>
    (await get(seller, `/api/v1/proxy-loan/${id}/evaluation`)).versionNumber
  await page.goto(`/slv/review-request/${id}`)
  const panel = page.getByRole('region', { name: 'Eligibility' })
  const miss = panel
    .getByRole('listitem')
    .filter({ hasText: 'DSCR 1.02, at least 1.05' })

  await test.step('version 2, which asks for a DSCR of 1.05', async () => {
    await expect(miss).toBeVisible()
    expect(await versionNumber()).toBe(2)
  })

  await test.step('version 1, which asked for 1.00, if it was locked before version 2', async () => {
    const lockDate = page.getByRole('textbox', { name: 'Original Lock Date' })
    await lockDate.fill(daysAgo(300))
    await lockDate.blur()
    await expect(
      panel.getByRole('heading', { name: 'Eligible', exact: true }),
    ).toBeVisible()
    await expect(miss).toHaveCount(0)
    await expect.poll(versionNumber).toBe(1)
  })
})

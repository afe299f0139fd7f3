import { get, patch, post } from '../lib/calls.ts'
import { choose, expectToast, press } from '../lib/page.ts'
import { expectAccessible, expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('an administrator adds a contract variance, and the seller’s draft needs no variance for it', async ({
  admin,
  seller,
  freshLoan,
  stranger,
}) => {
  const { page } = admin
  const loan = await freshLoan()
  const { id: draftId } = await post(
    seller,
    `/api/v1/loans/check-loan/${loan.loanNumber}`,
  )
  const state = loan.address.state ?? ''
  const code = `E-${loan.loanNumber}`
  const list = page.getByRole('region', { name: 'Contract variances' })
  const row = list.getByRole('row').filter({ hasText: code })
  const dialog = page.getByRole('dialog')

  await test.step('the list is a tab of Guidelines', async () => {
    await page.goto('/settings/guidelines')
    await page.getByRole('link', { name: 'Contract variances' }).click()
    await expect(
      page.getByRole('heading', { name: 'Contract variances', level: 1 }),
    ).toBeVisible()
    const known = list.getByRole('row').filter({ hasText: 'V-12' })
    await expect(known).toContainText('Reserves ≥ 4 months')
    await expect(known).toContainText(/\d+ of 25 loans/)
    await expectSound(page)
  })

  await test.step('wrong fields are named', async () => {
    await press(page, 'Add contract variance')
    await press(dialog, 'Add contract variance')
    await expect(dialog.getByText('Required')).toHaveCount(4)
    await dialog.getByLabel('Code').fill('v-12')
    await choose(dialog, /^Seller/, 'ACME', /^ACME/)
    await choose(dialog, 'Programs', 'P&L Only')
    await dialog.getByRole('heading').click()
    await choose(dialog, /^Parameter/, 'FICO')
    await dialog.getByLabel('Contract limit').fill('66')
    await dialog.getByLabel('Effective date').fill('2020-01-01')
    await dialog.getByLabel('End date').fill('2019-12-31')
    await press(dialog, 'Add contract variance')
    await expect(
      dialog.getByText('Another contract variance already has this code'),
    ).toBeVisible()
    await expect(dialog.getByText('From 300 to 850')).toBeVisible()
    await expect(
      dialog.getByText('The end date must not be before the effective date'),
    ).toBeVisible()
    await expectSound(page, '[role=dialog]')
  })

  await test.step('it is added for the loans of one state', async () => {
    await dialog.getByLabel('Code').fill(code)
    await dialog.getByLabel('Contract limit').fill('665')
    await dialog.getByLabel('End date').fill('')
    await choose(dialog, 'States', state)
    await dialog.getByRole('heading').click()
    await dialog.getByLabel('Loan cap').fill('1')
    await press(dialog, 'Add contract variance', 'Contract variance saved')
    for (const text of [
      'P&L Only',
      'FICO ≥ 665',
      state,
      'From 01/01/2020',
      '0 of 1 loan',
    ])
      await expect(row).toContainText(text)
    await expectAccessible(page)
  })

  await test.step('the draft is covered, and asks for no variance', async () => {
    const form = seller.page
    await form.goto(`/slv/review-request/${draftId}`)
    await choose(form, /Non-Agency Program/, 'P&L Only')
    await form.getByRole('textbox', { name: /^FICO/ }).fill('666')
    const panel = form.getByRole('region', { name: 'Eligibility' })
    await expect(
      panel.getByText(`FICO 666, at least 680. Covered by ${code}`),
    ).toBeVisible()
    await expect(
      panel.getByRole('button', { name: 'Request this variance: FICO' }),
    ).toHaveCount(0)
    await form.getByRole('textbox', { name: /^FICO/ }).fill('664')
    await expect(
      panel.getByRole('button', { name: 'Request this variance: FICO' }),
    ).toBeVisible()
    await form.getByRole('textbox', { name: /^FICO/ }).fill('666')
    await expect(panel.getByText(`Covered by ${code}`)).toBeVisible()
    const evaluate = async () => {
      const { findings } = await get(
        seller,
        `/api/v1/proxy-loan/${draftId}/evaluation`,
      )
      return findings.find(
        ({ coveredBy }: { coveredBy: string | null }) => coveredBy === code,
      )?.state
    }
    await expect
      .poll(evaluate, 'the server evaluates as the browser')
      .toBe('COVERED')
  })

  await test.step('another seller doesn’t see it', async () => {
    const { items } = await get(
      stranger,
      '/api/v1/guidelines/contract-variances',
    )
    expect(items).toEqual([])
  })

  await test.step('two people change it, and nothing is lost', async () => {
    await press(row, `Edit ${code}`)
    await dialog.getByLabel('Loan cap').fill('25')
    const { items } = await get(admin, '/api/v1/guidelines/contract-variances')
    const { id } = items.find((one: { code: string }) => one.code === code)
    await patch(admin, `/api/v1/guidelines/contract-variances/${id}`, {
      capAmount: 5_000_000,
    })
    await press(dialog, 'Save')
    await press(dialog, 'Discard')
    await expect(dialog.getByLabel('Dollar cap')).toHaveValue('5,000,000')
    await dialog.getByLabel('End date').fill('2026-01-31')
    await press(dialog, 'Save', 'Contract variance saved')
    await expect(row).toContainText('$0 of $5M')
    await expect(row).toContainText('Expired')
  })

  await test.step('it is deleted', async () => {
    await press(row, `Delete ${code}`)
    await press(dialog, 'Delete contract variance')
    await expectToast(page, 'Contract variance deleted')
    await expect(row).toHaveCount(0)
  })
})

test('someone without the permission has no page of contract variances', async ({
  underwriter: { page },
}) => {
  await page.goto('/settings/guidelines/contract-variances')
  await expect(page).toHaveURL(/\/slv$/)
})

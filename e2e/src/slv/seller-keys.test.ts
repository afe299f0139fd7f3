import { paletteInput } from '../lib/page.ts'
import { expect, test } from '../lib/story.ts'

/** What a request with one variance may cost, apart from typed text. */
const maxKeys = 40

test('a seller starts, completes and sends a request by keyboard alone, with few keys', async ({
  seller: { page },
  freshLoan,
}) => {
  const loan = await freshLoan(({ occupancy }) => occupancy === 'P')
  let keys = 0
  const press = async (...names: string[]) => {
    for (const name of names) {
      keys += 1
      await page.keyboard.press(name)
    }
  }
  await page.goto('/slv')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()

  await test.step('from the list to the draft', async () => {
    await press('Control+k')
    await expect(paletteInput(page)).toBeFocused()
    await page.keyboard.type('New request')
    await expect(
      page.getByRole('option', { name: 'New request' }),
    ).toHaveAttribute('aria-selected', 'true')
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New request' })
    await expect(dialog.getByLabel('Buyer Loan Number')).toBeFocused()
    await page.keyboard.type(loan.loanNumber)
    await expect(
      dialog.getByRole('button', { name: 'Open draft' }),
    ).toBeEnabled()
    await press('Enter')
    await expect(page.getByLabel('Borrower Last Name')).toHaveValue(
      loan.borrowerLastName ?? '',
    )
  })

  await test.step('the variance, its justification and its factor', async () => {
    await press('v')
    await expect(
      page.getByRole('combobox', { name: 'Reason', exact: true }),
    ).toBeFocused()
    await page.keyboard.type('Housing History')
    await press('ArrowDown', 'Enter')
    await press('Tab', 'Tab', 'Tab')
    await expect(page.getByLabel('Justification')).toBeFocused()
    await page.keyboard.type('One late payment, explained in the letter')
    await press('Tab')
    await expect(page.getByRole('button', { name: 'Add factor' })).toBeFocused()
    await press('Enter')
    await expect(page.getByRole('combobox', { name: 'Factor 1' })).toBeFocused()
    await page.keyboard.type('0x30 housing history')
    await press('Tab')
    await expect(page.getByLabel('Value of factor 1')).toBeFocused()
    await page.keyboard.type('24 months')
  })

  await test.step('what is sent to whom and by when, and the confirmation', async () => {
    await expect(
      page.getByText(/Expected by .* if you send it now/),
    ).toBeVisible()
    await press('Control+Enter')
    await expect(
      page.getByRole('heading', { name: 'Request sent' }),
    ).toBeFocused()
  })
  process.stdout.write(`A request by keyboard: ${keys} keys\n`)
  expect(keys).toBeLessThanOrEqual(maxKeys)
})

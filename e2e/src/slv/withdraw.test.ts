import { expect, inReview, press, says, test } from '../lib/story.ts'

for (const { answer, says: told, status } of [
  { answer: 'Approve withdrawal', says: 'Withdrawal was approved successfully', status: 'Request Withdrawn' },
  { answer: 'Decline withdrawal', says: 'Withdrawal was declined successfully', status: 'In Review' },
]) {
  test(`a seller asks to withdraw; the underwriter presses '${answer}'`, async ({ as, freshLoan }) => {
    const [seller, admin, underwriter] = [await as('seller'), await as('admin'), await as('underwriter')]
    const { id } = await inReview(seller, admin, underwriter, await freshLoan())

    await seller.page.goto(`/slv/review-request/${id}`)
    await press(seller.page, 'Withdraw')
    const dialog = seller.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Ask to withdraw' }).click()
    await expect(dialog.getByText('Required')).toBeVisible()
    await dialog.getByLabel('Why do you withdraw this request?').fill('The borrower chose another loan')
    await dialog.getByRole('button', { name: 'Ask to withdraw' }).click()
    await expect(seller.page.getByRole('main').getByText('Withdraw Pending').first()).toBeVisible()

    await underwriter.page.goto(`/slv/manage-request/${id}`)
    await press(underwriter.page, answer)
    const question = underwriter.page.getByRole('dialog')
    await expect(question).toContainText('The borrower chose another loan')
    await question.getByRole('button', { name: answer }).click()
    await says(underwriter.page, told)

    await seller.page.reload()
    await expect(seller.page.getByRole('main').getByText(status).first()).toBeVisible()
  })
}

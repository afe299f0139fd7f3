import { takeAction } from '../lib/actions.ts'
import { expect, press, test } from '../lib/story.ts'

test('an underwriter declines a withdrawal, then approves one', async ({
  seller,
  underwriter,
  slvInReview: { id },
}) => {
  const dialog = seller.page.getByRole('dialog')
  await seller.page.goto(`/slv/review-request/${id}`)
  for (const { answer, message, status } of [
    { answer: 'Decline withdrawal', message: 'Withdrawal was declined successfully', status: 'In Review' },
    { answer: 'Approve withdrawal', message: 'Withdrawal was approved successfully', status: 'Request Withdrawn' },
  ]) {
    await press(seller.page, 'Withdraw')
    await dialog.getByRole('button', { name: 'Request withdrawal' }).click()
    await expect(dialog.getByText('Required')).toBeVisible()
    await dialog.getByLabel('Why do you want to withdraw this request?').fill('The borrower chose another loan')
    await dialog.getByRole('button', { name: 'Request withdrawal' }).click()
    await expect(seller.page.getByRole('main').getByText('Withdraw Pending').first()).toBeVisible()

    await underwriter.page.goto(`/slv/manage-request/${id}`)
    await takeAction(underwriter.page, answer)
    const question = underwriter.page.getByRole('dialog')
    await expect(question).toContainText('The borrower chose another loan')
    await press(question, answer, message)

    await seller.page.reload()
    await expect(seller.page.getByRole('main').getByText(status).first()).toBeVisible()
  }
})

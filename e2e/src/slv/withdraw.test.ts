import { takeAction } from '../lib/actions.ts'
import { press } from '../lib/page.ts'
import { expect, test } from '../lib/story.ts'

test('an underwriter declines a withdrawal with a reason, the seller cancels one, and one is approved', async ({
  seller,
  underwriter,
  slvInReview: { id },
}) => {
  const dialog = seller.page.getByRole('dialog')
  await seller.page.goto(`/slv/review-request/${id}`)
  const requestWithdrawal = async () => {
    await press(seller.page, 'Withdraw')
    await dialog.getByRole('button', { name: 'Request withdrawal' }).click()
    await expect(dialog.getByText('Required')).toBeVisible()
    await dialog
      .getByLabel('Why do you want to withdraw this request?')
      .fill('The borrower chose another loan')
    await dialog.getByRole('button', { name: 'Request withdrawal' }).click()
    await expect(
      seller.page.getByRole('main').getByText('Withdraw Pending').first(),
    ).toBeVisible()
  }
  const answerWithdrawal = async (
    answer: string,
    message: string,
    reason?: string,
  ) => {
    await underwriter.page.goto(`/slv/manage-request/${id}`)
    // The reason is on the page, with its two answers instead of the decision.
    const withdrawal = underwriter.page.getByRole('region', {
      name: 'Withdrawal',
    })
    await expect(withdrawal).toContainText('The borrower chose another loan')
    await expect(
      underwriter.page.getByRole('button', { name: 'Approve', exact: true }),
    ).toHaveCount(0)
    await expect(
      underwriter.page.getByRole('button', { name: 'Decide' }),
    ).toHaveCount(0)
    await press(withdrawal, answer)
    const question = underwriter.page.getByRole('dialog')
    await expect(question).toContainText('The borrower chose another loan')
    if (reason)
      await question
        .getByLabel('Why are you declining the withdrawal?')
        .fill(reason)
    await press(question, answer, message)
    await seller.page.reload()
  }
  const main = seller.page.getByRole('main')

  await requestWithdrawal()
  await answerWithdrawal(
    'Decline withdrawal',
    'Withdrawal was declined successfully',
    'The loan is already locked',
  )
  await expect(main.getByText('In Review').first()).toBeVisible()
  await expect(
    main.getByText(
      'The underwriter declined the withdrawal: “The loan is already locked”',
    ),
  ).toBeVisible()

  await requestWithdrawal()
  await takeAction(seller.page, 'Cancel withdrawal')
  await press(
    dialog,
    'Cancel withdrawal',
    'Withdrawal was canceled successfully',
  )
  await expect(main.getByText('In Review').first()).toBeVisible()

  await requestWithdrawal()
  await answerWithdrawal(
    'Approve withdrawal',
    'Withdrawal was approved successfully',
  )
  await expect(main.getByText('Request Withdrawn').first()).toBeVisible()
})

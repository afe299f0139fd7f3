import type { Page } from '@playwright/test'
import { commentIn, commentsIn } from '../conversation/comments.ts'
import { failOnce } from '../lib/actions.ts'
import { newReviewer, signInByMail } from '../lib/reviewer.ts'
import { expectAccessible } from '../lib/sound.ts'
import { expect } from '../lib/story.ts'
import { recordAnswers } from '../lib/watched.ts'
import { assignToSelf, createTdoc, openNotifications, test } from './tdocs.ts'

/** Comments of others appear with the next poll or two, 5 s apart. */
const soon = { timeout: 20_000 }

const drawerOf = (page: Page) => page.getByRole('dialog', { name: /\.png$/ })

test('underwriters and one vendor’s reviewers discuss a Tdoc', async ({
  page,
  admin,
  underwriter,
  loan,
}) => {
  const tdoc = await createTdoc(underwriter, loan, {
    vendorName: 'Orchid Review',
  })
  const reviewer = await newReviewer(admin, 'Orchid Review')
  await assignToSelf(underwriter, tdoc)
  const own = underwriter.page

  await test.step('the underwriter writes to colleagues and to the vendor', async () => {
    await own.goto(`/condition-manager/${tdoc.id}`)
    await drawerOf(own).getByRole('tab', { name: 'Conversation log' }).click()
    await expect(own).toHaveURL(/descriptionTab=CONVERSATION_LOG/)
    await own
      .getByRole('textbox', { name: 'Internal comment' })
      .fill('canary-inside: the rate looks odd')
    await failOnce(
      own,
      '**/conversation-log/tdoc',
      409,
      'The Tdoc was taken away',
    )
    await own.getByRole('button', { name: 'Send internal comment' }).click()
    await expect(
      own.getByText('The Tdoc was taken away', { exact: true }),
    ).toBeVisible()
    await own.getByRole('button', { name: 'Send internal comment' }).click()
    await expect(commentIn(own, 'canary-inside')).toContainText('Internal')
    await own.getByText('To vendor', { exact: true }).first().click()
    await own
      .getByRole('textbox', { name: 'Comment to the vendor' })
      .fill('Is page two missing?')
    await own.getByRole('button', { name: 'Send to vendor' }).click()
    await expect(commentIn(own, 'Is page two missing?')).toContainText(
      'External',
    )
    await expect(
      drawerOf(own).getByRole('tab', { name: 'Conversation log 2 comments' }),
    ).toBeVisible()
    await expectAccessible(own, '[role=dialog]')
  })

  const answers = recordAnswers(page)

  await test.step('the reviewer is notified, sees only external comments, and answers', async () => {
    await signInByMail(page, admin.request, reviewer)
    const notifications = (await openNotifications(page)).filter({
      hasText: tdoc.imageFileName,
    })
    await notifications.first().locator('[data-opens]').click()
    await expect(page).toHaveURL(
      new RegExp(
        `/condition-manager/${tdoc.id}\\?.*descriptionTab=CONVERSATION_LOG`,
      ),
    )
    await expect(commentIn(page, 'Is page two missing?')).toBeVisible()
    await expect(commentsIn(page).getByRole('listitem')).toHaveCount(1)
    await expect(drawerOf(page).getByRole('radiogroup')).toHaveCount(0)
    await expectAccessible(page, '[role=dialog]')
    await page
      .getByRole('textbox', { name: 'Comment', exact: true })
      .fill('It comes tomorrow')
    await page.getByRole('button', { name: 'Send to Buyer' }).click()
    await expect(commentIn(page, 'It comes tomorrow')).toBeVisible()
    await expect(commentIn(own, 'It comes tomorrow')).toContainText(
      'Vendor',
      soon,
    )
    expect(answers.length).toBeGreaterThan(5)
    expect(
      answers.filter((answer) => answer.includes('canary-inside')),
    ).toEqual([])
    const internal = { tdocId: tdoc.id, type: 'INTERNAL', message: 'psst' }
    const refused = await page.request.post('/api/v1/conversation-log/tdoc', {
      data: internal,
    })
    expect(refused.status()).toBe(400)
  })

  await test.step('a comment is deleted after a confirmation; Escape closes the confirmation, not the drawer', async () => {
    await commentIn(own, 'canary-inside')
      .getByRole('button', { name: 'Delete comment' })
      .click()
    const question = own.getByRole('dialog', { name: 'Delete comment?' })
    await expect(question).toBeVisible()
    await own.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(drawerOf(own)).toBeVisible()
    await commentIn(own, 'canary-inside')
      .getByRole('button', { name: 'Delete comment' })
      .click()
    await question.getByRole('button', { name: 'Delete comment' }).click()
    await expect(commentIn(own, 'canary-inside')).toHaveCount(0)
    await expect(commentsIn(own).getByRole('listitem')).toHaveCount(2)
  })
})

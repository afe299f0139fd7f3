import type { Page } from '@playwright/test'
import { post, profileOf } from '../lib/calls.ts'
import { settledBox, toastRegion } from '../lib/page.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { commentIn, commentsIn } from './comments.ts'

const conversation = (page: Page) =>
  page.getByRole('tabpanel', { name: 'Conversation' })

const openAt = async (page: Page, path: string) => {
  await page.goto(`${path}?tab=conversation`)
  await expect(conversation(page).getByRole('textbox').first()).toBeVisible()
}

test('an internal comment reaches whom it mentions, not the seller', async ({
  seller,
  underwriter,
  tradeDesk: outsider,
  slvInReview: { id },
}) => {
  const named = await profileOf(outsider)
  const path = `/slv/review-request/${id}`
  expect(
    (await outsider.request.get(`/api/v1/proxy-loan/${id}`)).status(),
  ).toBe(404)

  await openAt(seller.page, path)
  await expect(
    conversation(seller.page).getByText('No comments yet'),
  ).toBeVisible()

  await test.step('written with the keyboard alone', async () => {
    const { page } = underwriter
    await openAt(page, `/slv/manage-request/${id}`)
    const text = page.getByRole('textbox', {
      name: 'Internal comment',
      exact: true,
    })
    await text.focus()
    await page.keyboard.type(
      `canary-inside: @${named.name.slice(0, 3).toLowerCase()}`,
    )
    await expectSound(page, '#slv-side')
    const option = page.getByRole('option', { name: named.name })
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(text).toHaveAttribute(
      'aria-activedescendant',
      (await option.getAttribute('id')) ?? '',
    )
    await page.keyboard.press('Enter')
    await expect(text).toHaveValue(`canary-inside: @${named.name} `)
    await expect(
      page.getByText(`Posting gives ${named.name} access to this SLV.`),
    ).toBeVisible()
    await page.keyboard.type('please look\nat this')
    await page.keyboard.press('Control+Enter')
    await expect(commentIn(page, 'canary-inside')).toContainText(
      'please look\nat this',
    )
    await expect(commentIn(page, 'canary-inside')).toContainText('Internal')
    await expect(text).toHaveValue('')
    await expect(text).toBeFocused()
  })

  await test.step('read and answered by the colleague', async () => {
    const { page } = outsider
    await openAt(page, path)
    await expect(
      commentIn(page, 'canary-inside').getByText(`@${named.name}`),
    ).toBeVisible()
    await page
      .getByRole('textbox', { name: 'Internal comment', exact: true })
      .fill('canary-answer from the desk')
    await page.getByRole('button', { name: 'Send internal comment' }).click()
    await expect(commentIn(underwriter.page, 'canary-answer')).toBeVisible()
  })

  await test.step('external comments appear without a reload', async () => {
    const { page } = underwriter
    await page.getByText('To seller', { exact: true }).first().click()
    await page
      .getByRole('textbox', { name: 'Comment to the seller' })
      .fill('Which lease is in force?')
    await page.getByRole('button', { name: 'Send to seller' }).click()
    await expect(
      commentIn(seller.page, 'Which lease is in force?'),
    ).toBeVisible()
    await seller.page
      .getByRole('textbox', { name: 'Comment' })
      .fill('The later one')
    await seller.page.getByRole('button', { name: 'Send to Buyer' }).click()
    await expect(commentIn(page, 'The later one')).toBeVisible()
  })

  await seller.page.getByRole('tab', { name: 'History' }).click()
  await expect(
    seller.page.getByRole('tabpanel', { name: 'History' }),
  ).toContainText('Started the review')
  await seller.page.goto('/slv')
  await expect(seller.page.getByRole('table')).toBeVisible()
  await openAt(seller.page, path)
  await expect(commentsIn(seller.page).getByRole('listitem')).toHaveCount(2)
  await expectSound(seller.page, '#slv-side')
  await expect(seller.page.getByText(/canary-/)).toHaveCount(0)
})

test('an author edits, shows and deletes a comment', async ({
  seller,
  underwriter: { page },
  slvInReview: { id },
}) => {
  await openAt(page, `/slv/manage-request/${id}`)
  await openAt(seller.page, `/slv/review-request/${id}`)
  await page
    .getByRole('textbox', { name: 'Internal comment', exact: true })
    .fill(
      'Frist thoughts with a rather-long-word-that-has-no-place-to-break-it-anywhere-at-all',
    )
  await page.getByRole('button', { name: 'Send internal comment' }).click()
  await commentIn(page, 'Frist')
    .getByRole('button', { name: 'Edit comment' })
    .click()
  const editor = page.getByRole('form', { name: 'Edit comment' })
  await expect(editor.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(editor).toHaveCount(0)
  await commentIn(page, 'Frist')
    .getByRole('button', { name: 'Edit comment' })
    .click()
  await editor.getByRole('textbox').fill('First thoughts @zq')
  await expect(editor.getByText('No one by that name').first()).toBeVisible()
  await expectSound(page, '#slv-side')
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await editor.getByRole('textbox').fill('First thoughts')
  await editor.getByRole('button', { name: 'Save comment' }).click()
  await expect(commentIn(page, 'First thoughts')).toContainText('edited')
  await expect(page.getByRole('button', { name: 'Edit comment' })).toBeFocused()

  // The list's filter decides whether the comment stays in it (spec.md §5).
  await page
    .getByRole('radiogroup', { name: 'Filter comments' })
    .getByText('Internal')
    .click()
  await commentIn(page, 'First thoughts')
    .getByRole('button', { name: 'Edit comment' })
    .click()
  await editor.getByText('To seller', { exact: true }).click()
  await editor.getByRole('button', { name: 'Show to seller' }).click()
  const question = page.getByRole('dialog', {
    name: 'Show this comment to the seller?',
  })
  await question.getByRole('button', { name: 'Show to seller' }).click()
  await expect(question).toHaveCount(0)
  await expect(conversation(page).getByText('First thoughts')).toHaveCount(0)
  await expect(commentIn(seller.page, 'First thoughts')).toBeVisible()
  await expect(
    seller.page.getByRole('button', { name: 'Edit comment' }),
  ).toHaveCount(0)

  await page
    .getByRole('radiogroup', { name: 'Filter comments' })
    .getByText('All')
    .click()
  await commentIn(page, 'First thoughts')
    .getByRole('button', { name: 'Delete comment' })
    .click()
  await expectSound(page, '[role=dialog]')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Delete comment' })
    .click()
  await expect(conversation(page).getByText('First thoughts')).toHaveCount(0)
  await expect(
    conversation(seller.page).getByText('No comments yet'),
  ).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('tabpanel', { name: 'History' })).toContainText(
    'Deleted a comment',
  )
})

test('drafts are kept by type, and older comments load on request', async ({
  seller,
  underwriter: { page },
  slvInReview: { id },
}) => {
  const internal = page.getByRole('textbox', {
    name: 'Internal comment',
    exact: true,
  })
  const external = page.getByRole('textbox', { name: 'Comment to the seller' })
  const turnTo = (name: string) =>
    page
      .getByRole('radiogroup', { name: 'Visibility of the new comment' })
      .getByText(name)
      .click()
  await openAt(page, `/slv/manage-request/${id}`)
  await internal.fill('for us')
  await turnTo('To seller')
  await expect(external).toHaveValue('')
  await external.fill('for you')
  await turnTo('Internal')
  await expect(internal).toHaveValue('for us')
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('tab', { name: 'Conversation' }).click()
  await expect(internal).toHaveValue('for us')
  await page.reload()
  await expect(internal).toHaveValue('for us')
  await turnTo('To seller')
  await expect(external).toHaveValue('for you')

  await page.route('**/api/v1/conversation-log/proxy-loan', (route) =>
    route.abort(),
  )
  await page.getByRole('button', { name: 'Send to seller' }).click()
  await expect(
    toastRegion(page).getByText('Failed to add comment'),
  ).toBeVisible()
  await expect(external).toHaveValue('for you')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.unroute('**/api/v1/conversation-log/proxy-loan')
  await page.getByRole('button', { name: 'Send to seller' }).click()
  await expect(commentIn(page, 'for you')).toBeVisible()
  await expect(external).toHaveValue('')
  await turnTo('Internal')
  await expect(internal).toHaveValue('for us')

  for (let number = 1; number <= 26; number++) {
    const data = { proxyLoanId: id, type: 'EXTERNAL', message: `No ${number}.` }
    await post(seller, '/api/v1/conversation-log/proxy-loan', data)
  }
  await expect(commentsIn(page).getByRole('listitem')).toHaveCount(25)
  await page.getByRole('button', { name: 'Load older comments' }).click()
  await expect(commentIn(page, 'for you')).toBeVisible()
  await expect(commentsIn(page).getByRole('listitem')).toHaveCount(27)
  await expect(
    page.getByRole('button', { name: 'Load older comments' }),
  ).toHaveCount(0)
})

test('a seller says that a comment needs no answer, and a BDD reads it', async ({
  as,
  seller: { page },
  underwriter,
  bdd,
  slvInReview: { id, buyerLoan },
}) => {
  const sayThanks = () =>
    post(underwriter, '/api/v1/conversation-log/proxy-loan', {
      proxyLoanId: id,
      type: 'EXTERNAL',
      message: 'Thank you, I have all I need.',
    })
  const needIn = (where: Page, name: string) =>
    where.getByRole('row').getByRole('link', { name: `${name} ${buyerLoan}` })
  const list = `/slv?search=${buyerLoan}`
  await sayThanks()

  await test.step('the BDD reads it', async () => {
    await bdd.page.goto(list)
    await needIn(bdd.page, 'Read the comment').click()
    await expect(commentIn(bdd.page, 'Thank you')).toBeInViewport()
    await bdd.page.goto(list)
    await expect(bdd.page.getByRole('table')).toContainText(`${buyerLoan}`)
    await expect(needIn(bdd.page, 'Read the comment')).toHaveCount(0)
  })

  await test.step('the seller presses the button on a phone', async () => {
    const { page: phone } = await as('seller', {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    })
    await openAt(phone, `/slv/review-request/${id}`)
    const button = phone.getByRole('button', { name: 'No answer needed' })
    const box = await settledBox(button)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await expectSound(phone, '#slv-side')
    await button.tap()
    await expect(commentIn(phone, 'Thank you')).toContainText(
      'No answer needed · ',
    )
    await expect(button).toHaveCount(0)
  })

  await test.step('until the underwriter writes again', async () => {
    await page.goto(list)
    await expect(page.getByRole('table')).toContainText(`${buyerLoan}`)
    await expect(needIn(page, 'Answer')).toHaveCount(0)
    await sayThanks()
    await expect(needIn(page, 'Answer')).toBeVisible({ timeout: 15_000 })
    await needIn(page, 'Answer').click()
    const button = page.getByRole('button', { name: 'No answer needed' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('table')).toContainText(`${buyerLoan}`)
    await expect(needIn(page, 'Answer')).toHaveCount(0)
  })
  await underwriter.page.goto(`/slv/manage-request/${id}?tab=conversation`)
  await expect(commentIn(underwriter.page, 'No answer needed · ')).toHaveCount(
    2,
  )
})

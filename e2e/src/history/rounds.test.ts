import { bring } from '../document/documents.ts'
import { pdfOf, textOf } from '../document/sample-files.ts'
import { decide, patch, post } from '../lib/calls.ts'
import { press } from '../lib/page.ts'
import { expectSound, narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('a resubmission shows what changed since the last round', async ({
  as,
  seller,
  underwriter,
  slvInReview: slv,
}) => {
  const { id, slvRequests } = slv
  const own = `/api/v1/proxy-loan/${id}`
  const first = slvRequests[0]
  if (!first) throw new Error('The request has no variance')

  await bring(seller, id, pdfOf('Letter.pdf', ['Explained']))
  await decide(underwriter, slv, {
    decision: 'DECLINED',
    decisionComment: 'Too far from the guideline',
  })
  await post(seller, `${own}/set-draft-resubmitted`)
  await patch(seller, own, { loanAmount: 401_017, city: 'Visalia' })
  await patch(seller, `${own}/slv-request/${first.id}`, {
    guidelineValue: 700,
    actualValue: 697,
  })
  const added = {
    reason: 'Housing History',
    justification: 'One late payment, explained',
  }
  await post(seller, `${own}/slv-request`, added)
  await bring(seller, id, textOf('Payment history.txt', 'Paid in full'))
  await post(seller, `${own}/set-resubmitted`)

  const { page } = underwriter
  const changes = page.getByRole('region', { name: 'Changes since round 1' })
  await page.goto(`/slv/manage-request/${id}`)
  await expect(changes).toContainText('8 changes')
  const earlier = page
    .getByRole('list', { name: 'What decides this request' })
    .getByRole('listitem')
    .filter({ hasText: 'How round 1 ended' })
  await expect(earlier).toContainText(/Denied *Anna Lindqvist, /)
  await expect(earlier).toContainText('Too far from the guideline')
  for (const [item, text] of [
    ['Loan Amount', '$401,017'],
    ['City', 'Visalia'],
    ['Changed:', 'FICO 697 against ≥ 700: 3 points short'],
    ['Added:', 'Housing History'],
  ] as const)
    await expect(
      changes.getByRole('listitem').filter({ hasText: item }),
    ).toContainText(text)
  await expect(
    changes.getByRole('link', { name: 'Payment history.txt' }),
  ).toBeVisible()
  await expect(changes).not.toContainText('Too far from the guideline')
  await expectSound(page)

  await test.step('the documents of round 1 are beside it, as wide as their pane', async () => {
    const files = page.getByRole('list', { name: 'Files' })
    await files.getByRole('button', { name: /Letter\.pdf.*round 1/ }).click()
    const shown = page.getByRole('region', { name: 'Letter.pdf' })
    await expect(shown.getByLabel('Zoom level')).toHaveText(/^[567]\d%$/)
    const isCut = await shown
      .getByRole('region', { name: 'Pages' })
      .evaluate((pages) => pages.scrollWidth > pages.clientWidth)
    expect(isCut).toBe(false)
    await expect(page.getByText(/^Round 1 · /)).toBeVisible()
    await press(shown, 'Zoom in')
    await expect(shown.getByLabel('Zoom level')).toHaveText('75%')
    await page.reload()
    await expect(shown.getByLabel('Zoom level')).toHaveText('75%')
  })

  await test.step('on a phone, the variances of this round come first', async () => {
    const variances = page.getByRole('region', { name: 'Variances' })
    const isFirst = () =>
      variances.evaluate((own) => {
        const sections = [...document.querySelectorAll('section')]
        const before = sections.find((section) =>
          section.ariaLabel?.startsWith('Changes since round 1'),
        )
        const order = before && own.compareDocumentPosition(before)
        return order === Node.DOCUMENT_POSITION_FOLLOWING
      })
    expect(await isFirst()).toBe(false)
    await page.setViewportSize(narrow)
    await expect.poll(isFirst).toBe(true)
    await page.setViewportSize(wide)
  })

  await test.step('it stays collapsed', async () => {
    await changes.getByRole('button').first().click()
    await expect(changes).not.toContainText('Visalia')
    await page.reload()
    await expect(changes).toContainText('8 changes')
    await expect(changes).not.toContainText('Visalia')
  })

  await test.step('the seller sees it too, on a phone', async () => {
    const phone = await as('seller', { viewport: narrow })
    await phone.page.goto(`/slv/review-request/${id}`)
    await expect(
      phone.page.getByRole('region', { name: 'Changes since round 1' }),
    ).toContainText('Visalia')
    await expectSound(phone.page, 'main')
  })
})

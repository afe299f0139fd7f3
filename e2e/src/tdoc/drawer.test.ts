import { commentIn } from '../conversation/comments.ts'
import { delayResponses, expectToast, settledBox } from '../lib/page.ts'
import { expectSound } from '../lib/sound.ts'
import { expect } from '../lib/story.ts'
import {
  chooseInList,
  createTdoc,
  loanOf,
  type NewTdoc,
  newMark,
  tdocNow,
  test,
} from './tdocs.ts'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
])
  test(`Tdocs are worked from the drawer alone at ${viewport.width} px`, async ({
    as,
  }) => {
    const underwriter = await as('underwriter', { viewport })
    const { page } = underwriter
    const loan = await loanOf(underwriter, 'ACTIVE')
    const mark = newMark()
    const options: NewTdoc = {
      mark,
      categories: ['COLLATERAL', 'TPR'],
      vendorName: 'Orchid Review',
    }
    const first = await createTdoc(underwriter, loan, options)
    const second = await createTdoc(underwriter, loan, options)
    await page.goto(`/condition-manager?search=${mark}&sortBy=tdocReceivedDate`)
    await page
      .getByRole('row')
      .filter({ hasText: first.imageFileName })
      .getByRole('link')
      .first()
      .click()
    const drawer = page.getByRole('dialog', {
      name: new RegExp(first.imageFileName),
    })
    const primary = page.locator('[data-primary]')
    const note = drawer
      .getByRole('region', { name: /^Status:/ })
      .getByRole('status')
    await expect(note).toHaveText(
      'Collateral and TPR reviews are not complete.',
    )
    await expect(primary).toHaveAttribute('aria-disabled', 'true')

    await test.step('j and k step through the list', async () => {
      await page.keyboard.press('j')
      await expect(
        page.getByRole('dialog', { name: new RegExp(second.imageFileName) }),
      ).toBeVisible()
      await page.keyboard.press('k')
      await expect(drawer.getByText('Tdoc 1 of 2')).toBeVisible()
    })

    await test.step('Escape closes only the list of shortcuts above the drawer', async () => {
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await page.keyboard.press('?')
      await expect(shortcuts).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(shortcuts).toHaveCount(0)
      await expect(drawer).toBeVisible()
    })

    await test.step('assign it, and set its progress', async () => {
      await page.keyboard.press('a')
      await page
        .getByRole('combobox', { name: /^Assigned underwriter/ })
        .fill('Anna')
      await chooseInList(page, 'Anna')
      await expectToast(page, 'Assigned Underwriter was successfully set')
      await expect(
        drawer.getByRole('button', { name: /^Assigned underwriter: Anna/ }),
      ).toBeFocused()
      await page.keyboard.press('p')
      await chooseInList(page, 'In Review')
      await expect(
        drawer.getByRole('button', { name: 'Progress tracking: In Review' }),
      ).toBeVisible()
      await drawer.getByRole('button', { name: /^Reviewer: / }).click()
      await page.getByRole('combobox', { name: /^Reviewer/ }).fill('Anna')
      await chooseInList(page, 'Anna')
      await expectToast(page, 'Reviewer was successfully set')
    })

    await test.step('comment', async () => {
      await page.keyboard.press('m')
      await expect(
        drawer.getByRole('textbox', { name: 'Internal comment' }),
      ).toBeFocused()
      await page.keyboard.type('Note and title agree; just the seal is faint')
      await page.keyboard.press('Control+Enter')
      await expect(commentIn(page, 'Note and title agree')).toBeVisible()
    })

    await test.step('complete its reviews, the one way that there is', async () => {
      await drawer.getByRole('tab', { name: 'Review category' }).click()
      await expect(
        drawer
          .getByRole('region', { name: 'Collateral' })
          .getByRole('combobox'),
      ).toHaveCount(0)
      // Their own change of the Tdoc doesn't make the categories that they see
      // out of date.
      const release = await delayResponses(page, '**/review-categories', 'GET')
      await page.keyboard.press('p')
      await chooseInList(page, 'Intake Pending')
      await expect(
        drawer.getByRole('button', {
          name: 'Progress tracking: Intake Pending',
        }),
      ).toBeVisible()
      await drawer
        .getByRole('button', { name: 'Mark done: Collateral' })
        .click()
      await expect(
        drawer.getByRole('button', { name: 'Mark done: TPR' }),
      ).toBeFocused()
      release()
      await page.keyboard.press('d')
      await expect(drawer.getByText('2 of 2 completed')).toBeVisible()
      await expect(primary).toBeFocused()
      await expectSound(page)
    })

    await test.step('complete it, and open the next one, in the same place', async () => {
      await page.setViewportSize(viewport)
      await expect(primary).toHaveText('Complete')
      const place = await settledBox(primary)
      await page.keyboard.press('Enter')
      await expectToast(page, 'Status was successfully set')
      await expect(note).toHaveText(
        new RegExp(`^Completed · next: ${second.buyerLoanNumber}`),
      )
      await expect(primary).toHaveText('Open next')
      await expect(primary).toBeFocused()
      expect(await primary.boundingBox()).toEqual(place)
      await page.keyboard.press('Enter')
      await expect(
        page.getByRole('dialog', { name: new RegExp(second.imageFileName) }),
      ).toBeVisible()
    })

    await test.step('after the last one the drawer says so, and closes', async () => {
      const last = page.getByRole('dialog', {
        name: new RegExp(second.imageFileName),
      })
      await last.getByRole('button', { name: 'Mark done: Collateral' }).click()
      await expect(
        last.getByRole('button', { name: 'Mark done: TPR' }),
      ).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(primary.and(page.locator(':focus'))).toHaveText('Complete')
      await page.keyboard.press('Control+Enter')
      await expect(
        last.getByText('Completed · that was the last one in this list'),
      ).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    for (const { id } of [first, second])
      expect(await tdocNow(underwriter, id)).toMatchObject({
        status: 'COMPLETE',
        isReviewComplete: true,
      })
  })

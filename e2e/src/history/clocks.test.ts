import { expectAccessible, narrow } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('an SLA figure explains itself to keyboard, mouse and touch', async ({
  as,
  underwriter,
  slvInReview: { id, buyerLoan },
}) => {
  await test.step('keyboard: focus opens it, Escape closes it', async () => {
    const { page } = underwriter
    await page.goto(`/slv/manage-request/${id}`)
    const chip = page.getByRole('button', { name: /^SLA .+ Days? on time$/ })
    await expect(chip).toBeVisible()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Tab')
    await expect(chip).toBeFocused()
    const card = page.getByRole('region', { name: 'How the SLA is calculated' })
    await expect(card).toContainText(/\d counted − target 2 = .*Days?, on time/)
    await expect(card).toContainText(/Due \d\d\/\d\d\/\d{4}/)
    await expect(
      card.getByRole('row', { name: /Buyer.*until now/ }),
    ).toBeVisible()
    await expect(card).toContainText(
      'Work that arrives at or after 3:00 PM New York time',
    )
    await expect(chip).toHaveAccessibleDescription(/counted − target 2/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText(
      /Waiting on Anna Lindqvist, underwriter, since \d\d\/\d\d\/\d{4}/,
    )
  })

  await test.step('mouse: in the list, without opening the row', async () => {
    const { page } = underwriter
    await page.goto(`/slv?search=${buyerLoan}`)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const chip = page
      .getByRole('table')
      .getByRole('button', { name: /^([A-Z][a-z]{2} \d\d\/\d\d|Today 5 PM)$/ })
    await expect(chip).toBeVisible()
    expect(requests.filter((url) => url.includes('/explanation'))).toEqual([])
    await chip.hover()
    await expect(
      page.getByRole('region', { name: 'How the SLA is calculated' }),
    ).toContainText('counted − target 2')
    await chip.click()
    await expect(page).toHaveURL(/\/slv\?search=/)
  })

  await test.step('tap: on a phone in the dark, the turn times and what they mean', async () => {
    const phone = await as('underwriter', {
      viewport: narrow,
      colorScheme: 'dark',
      hasTouch: true,
    })
    await phone.page.goto(`/slv/manage-request/${id}`)
    await phone.page.getByRole('button', { name: /^Turn time/ }).tap()
    const card = phone.page.getByRole('region', {
      name: 'How turn times are calculated',
    })
    await expect(card).toContainText(
      'Business days with Buyer, across all rounds.',
    )
    await expect(
      card.getByRole('row', { name: /Buyer.*until now/ }),
    ).toBeVisible()
    await expectAccessible(phone.page, 'main')
    // A lower window hides the button behind the decision bar; the card stays.
    await phone.page.setViewportSize({ ...narrow, height: 640 })
    await expect(card).toBeInViewport()
    await phone.page.getByRole('heading', { level: 1 }).tap()
    await expect(card).toHaveCount(0)
  })
})

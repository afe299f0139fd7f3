import { takeAction } from './lib/actions.ts'
import { expectNothingCovered } from './lib/covered.ts'
import { openFilters, press } from './lib/page.ts'
import { firstSlv, test, type Visit } from './lib/screens.ts'
import { expectSound } from './lib/sound.ts'
import { expect } from './lib/story.ts'
import { untilLoaded } from './lib/until-loaded.ts'

declare global {
  /** Where a button has been in each frame; a page sets it. */
  var places: Set<string>
}

for (const half of [0, 1])
  test(`axe finds nothing on any screen, half ${half + 1}`, async ({
    visits,
    seller,
    colleague,
    underwriter,
    slr,
    tradeDesk,
    chief,
    bdd,
  }) => {
    test.setTimeout(400_000)
    const screens: Visit[] = [
      ...Object.values(visits),
      [
        seller,
        `/slv/review-request/${await firstSlv(seller, { status: 'APPROVED' })}`,
      ],
      [colleague, '/slv'],
      [colleague, '/slv?tableMode=MY_COMPANY'],
      [underwriter, '/slv'],
      [
        underwriter,
        `/slv/manage-request/${await firstSlv(underwriter, { status: 'REVIEW,PENDING' })}`,
      ],
      [slr, '/slv?tableMode=SLR'],
      [tradeDesk, '/slv?tableMode=TRADE_DESK'],
      [chief, '/slv/department?departmentTableMode=TRANSFERRED'],
      [bdd, '/slv'],
      [bdd, '/slv/review-request/00000000-0000-7000-8000-000000000000'],
    ]
    for (const [{ page }, path] of screens.filter(
      (_, index) => index % 2 === half,
    ))
      await test.step(path, async () => {
        await untilLoaded(page, () => page.goto(path))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectSound(page)
        await expectNothingCovered(page)
      })
  })

test('axe finds nothing on a draft and the dialogs', async ({
  seller,
  underwriter: { page },
  slvInReview: { id },
  draft,
}) => {
  await seller.page.goto(`/slv/review-request/${draft.id}`)
  await seller.page.getByLabel('Borrower Last Name').fill('')
  await seller.page.getByRole('button', { name: /^1\. FICO/ }).click()
  await press(seller.page, 'Send request')
  await expect(
    seller.page.getByRole('region', {
      name: 'Fix these before you send the request',
    }),
  ).toBeVisible()
  await expectSound(seller.page)

  const dialog = page.getByRole('dialog')
  await page.goto('/slv')
  await expect(await openFilters(page)).toBeVisible()
  await expectSound(page, '[role=dialog]')
  await page.goto(`/slv/manage-request/${id}`)
  for (const name of [
    'Request documents',
    'Request SLR review',
    'Request Trade Desk review',
  ]) {
    await takeAction(page, name)
    await expect(dialog).toBeVisible()
    await expectSound(page, '[role=dialog]')
    await press(page, 'Close')
    await expect(dialog).toHaveCount(0)
  }
})

test('nothing moves for people who prefer reduced motion', async ({ as }) => {
  const { page } = await as('chief', { reducedMotion: 'reduce' })
  for (const path of [
    '/slv/department',
    '/condition-manager',
    '/reporting/single-loan-variance',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('table').first()).toBeVisible()
    const moving = await page.evaluate(() => {
      const isNoticeable = (durations: string) =>
        durations.split(',').some((text) => Number.parseFloat(text) > 0.001)
      const names: string[] = []
      for (const element of document.querySelectorAll('body, body *'))
        for (const part of ['', '::before', '::after']) {
          const style = getComputedStyle(element, part || null)
          const isMoving =
            isNoticeable(style.transitionDuration) ||
            isNoticeable(style.animationDuration)
          if (isMoving)
            names.push(`${element.className}${part} ${style.animationName}`)
        }
      return names
    })
    expect(moving).toEqual([])
  }
})

test('a dialog and its buttons never move, even without reduced motion', async ({
  as,
}) => {
  const { page } = await as('chief', { reducedMotion: 'no-preference' })
  await page.goto('/slv/department')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await page.evaluate(() => {
    globalThis.places = new Set()
    const recordPlace = () => {
      const buttons = [...document.querySelectorAll('[role=dialog] button')]
      const apply = buttons.find(({ textContent }) => textContent === 'Apply')
      if (apply)
        globalThis.places.add(JSON.stringify(apply.getBoundingClientRect()))
      requestAnimationFrame(recordPlace)
    }
    recordPlace()
  })
  const filters = await openFilters(page)
  await expect(filters.getByText(/SLVs? found/)).toBeVisible()
  expect(await page.evaluate(() => [...globalThis.places])).toHaveLength(1)
})

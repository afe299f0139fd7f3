import type { Loan } from '@portal/contract/loan/model'
import { takeAction } from '../lib/actions.ts'
import {
  assignTo,
  decide,
  draftOf,
  get,
  post,
  profileOf,
} from '../lib/calls.ts'
import { loansOf } from '../lib/fresh-loan.ts'
import {
  choose,
  delayResponses,
  expectToast,
  openBell,
  press,
} from '../lib/page.ts'
import { loanDockUrl, type Someone } from '../lib/people.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { change } from '../user/people.ts'

test('reassigning several SLVs is all or none, and names the one that can’t be', async ({
  underwriter,
  chief,
  newSlvInReview,
}) => {
  const decided = await newSlvInReview()
  const open = [await newSlvInReview(), await newSlvInReview()]
  const underwriterOf = async (id: string): Promise<string> =>
    (await get(chief, `/api/v1/proxy-loan/${id}`)).underwriterName
  const before = await underwriterOf(decided.id)
  const me = await profileOf(chief)

  const { page } = chief
  await page.goto('/slv/department?status=REVIEW&sortBy=date&sortType=desc')
  for (const { buyerLoan } of [decided, ...open])
    await page.getByRole('checkbox', { name: `Select ${buyerLoan}` }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page
    .getByRole('searchbox', { name: /^Search by loan number/ })
    .fill(decided.buyerLoan ?? '')
  await expect(page.getByText('3 selected, 2 not on this page')).toBeVisible()
  await press(page, 'Reassign')
  await page.getByRole('menuitem', { name: 'Reassign underwriter' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 of the 3 are not on this page.')
  await dialog.getByRole('checkbox', { name: me.name }).check()
  const reassignAll = dialog.getByRole('button', { name: 'Reassign 3 SLVs' })
  await expect(reassignAll).toBeEnabled()

  // The page doesn't hear of the decision before it sends its own change.
  const releaseLists = await delayResponses(page, '**/api/v1/proxy-loans?*')
  const releasePlans = await delayResponses(page, '**/api/v1/assignments/plan')
  await decide(underwriter, decided, {
    decision: 'NOT_NEEDED',
    decisionComment: 'Within the guideline',
  })
  await reassignAll.click()
  releaseLists()
  releasePlans()
  await expect(dialog).toContainText(
    'Nothing was reassigned. These SLVs can’t be:',
  )
  await expect(dialog.getByRole('listitem')).toHaveText(
    new RegExp(`^${decided.buyerLoan}.*The SLV is now Not Needed`),
  )
  for (const { id } of [decided, ...open])
    expect(await underwriterOf(id)).toBe(before)

  await dialog.getByRole('button', { name: 'Leave it out' }).click()
  await press(dialog, 'Reassign 2 SLVs', `2 SLV(s) reassigned to ${me.name}`)
  for (const { id } of open) expect(await underwriterOf(id)).toBe(me.name)
  expect(await underwriterOf(decided.id)).toBe(before)
})

test('a seller with the permission reassigns a request', async ({
  seller,
  colleague,
  draft: slv,
}) => {
  const me = await profileOf(colleague)
  await colleague.page.goto(`/slv/review-request/${slv.id}`)
  await takeAction(colleague.page, 'Reassign seller')
  const dialog = colleague.page.getByRole('dialog')
  await choose(dialog, 'Seller', me.name, new RegExp(me.name))
  await press(dialog, 'Reassign', `1 SLV(s) reassigned to ${me.name}`)

  await seller.page.goto('/slv')
  await expect(seller.page.getByRole('table')).toBeVisible()
  await expect(seller.page.getByRole('checkbox')).toHaveCount(0)
})

test('a manager takes over all SLVs of a colleague who leaves', async ({
  leaver,
  manager,
  admin,
  underwriter,
}) => {
  const { id: managerId, name } = await profileOf(manager)
  const { id: leaverId, name: colleague } = await profileOf(leaver)
  await change(admin, 'permissions', {
    id: managerId,
    myCompanyReassignSlv: true,
  })
  const loans = await loansOf(manager.request, loanDockUrl(), 'C1004')
  const open = loans.filter(
    ({ kind, isClosed }) => kind === 'ACTIVE' && !isClosed,
  )
  const [first, second] = await withoutSlv(manager, open)
  if (!first || !second) throw new Error('Marlowick has no two free loans')
  const draft = await draftOf(leaver, first)
  const decided = await draftOf(leaver, second)
  await post(leaver, `/api/v1/proxy-loan/${decided.id}/send-request`)
  await assignTo(admin, underwriter, decided.id)
  const desk = `/api/v1/proxy-loan/underwriter/${decided.id}`
  await post(underwriter, `${desk}/start-review-process`)
  await decide(underwriter, decided, {
    decision: 'NOT_NEEDED',
    decisionComment: 'Within the guideline',
  })

  const { page } = manager
  await page.goto('/slv?tableMode=MY_COMPANY')
  await press(page, 'Reassign a colleague’s SLVs')
  const dialog = page.getByRole('dialog')
  await choose(dialog, 'Colleague', colleague)
  await expect(dialog.getByRole('status')).toHaveText(
    new RegExp(`^${colleague} owns [0-9]+ SLVs: [1-9].* open, [1-9].* decided`),
  )
  await dialog.getByRole('button', { name: /^Reassign [0-9]+ SLVs$/ }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Fill in all fields to reassign the SLVs.',
  )
  await choose(dialog, 'New owner', name, `${name} (you)`)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Leaves on Friday')
  await expectSound(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectSound(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: /^Reassign [0-9]+ SLVs$/ }).click()
  await expectToast(page, `SLV(s) reassigned to ${name}`)

  await page
    .getByRole('searchbox', { name: /^Search by loan number/ })
    .fill(colleague)
  await expect(page.getByText('No SLVs in this list match')).toBeVisible()
  await page.goto(`/slv?tableMode=MY_COMPANY&ownerIds=${managerId}`)
  await expect(
    page.getByRole('button', { name: `Owners: ${name}`, exact: true }),
  ).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  for (const { buyerLoan } of [draft, decided])
    await expect(
      rows.filter({ hasText: buyerLoan ?? '' }).filter({ hasText: name }),
    ).toBeVisible()

  await page.goto(`/slv/review-request/${decided.id}`)
  await expect(page.getByRole('button', { name: 'Resubmit' })).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Leaves on Friday')).toBeVisible()

  await leaver.page.goto('/slv')
  const bell = await openBell(leaver.page)
  await expect(bell).toContainText('Your SLVs were reassigned')
  await expect(bell).toContainText(`now assigned to ${name}`)
  const answer = await leaver.request.get(`/api/v1/proxy-loan/${decided.id}`)
  expect(answer.status()).toBe(404)
  expect(await ownedBy(manager, leaverId)).toEqual([])
})

/** The SLVs that a colleague owns, as someone who sees the company lists them. */
const ownedBy = async (viewer: Someone, ownerIds: string) => {
  const query = { tableMode: 'MY_COMPANY', ownerIds }
  const { items } = await get(viewer, '/api/v1/proxy-loans', query)
  return items
}

/** The loans that no one of the company has requested a variance for. */
async function withoutSlv(viewer: Someone, loans: readonly Loan[]) {
  const free: Loan[] = []
  for (const loan of loans) {
    const query = { tableMode: 'MY_COMPANY', search: loan.loanNumber }
    const { total } = await get(viewer, '/api/v1/proxy-loans', query)
    if (total === 0) free.push(loan)
    if (free.length === 2) break
  }
  return free
}

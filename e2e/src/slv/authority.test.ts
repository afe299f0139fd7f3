import type { DecisionAuthority } from '@portal/contract/authority/api'
import { answerVariances, get, profileOf, put } from '../lib/calls.ts'
import type { Someone } from '../lib/people.ts'
import { test as base, expect } from '../lib/story.ts'

const path = '/api/v1/decision-authority'

/** A level whose only limit is a price that no other story gives. */
const narrowLevel = () => ({
  id: crypto.randomUUID(),
  name: 'At most 800 bps',
  maxVariances: null,
  maxPriceConcession: 800,
  maxLoanAmount: null,
  maxDistance: {},
})

const test = base.extend<{ limit: (person: Someone) => Promise<void> }>({
  limit: async ({ admin }, use) => {
    const { levels, people }: DecisionAuthority = await get(admin, path)
    const level = narrowLevel()
    await use(async (person) => {
      const { id } = await profileOf(person)
      await put(admin, path, {
        levels: [...levels, level],
        people: { ...people, [id]: level.id },
      })
    })
    await put(admin, path, { levels, people })
  },
})

test('a refused approval tells the decision bar that the authority changed', async ({
  underwriter,
  slvInReview: slv,
  limit,
}) => {
  const { page } = underwriter
  await answerVariances(underwriter, slv, {
    decision: 'APPROVED',
    comment: 'Strong reserves',
  })
  await page.goto(`/slv/manage-request/${slv.id}`)
  const bar = page.getByRole('region', { name: 'Decision' })
  await bar.getByRole('textbox', { name: 'Price Adjustment' }).fill('900')
  const authority = bar.getByRole('status').filter({ hasText: 'authority' })
  await expect(authority).toHaveText('Your authority covers this')
  await bar.getByRole('button', { name: 'Decide' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make final decision' })
  await expect(dialog).toContainText('900 bps')

  await limit(underwriter)
  await dialog.getByRole('button', { name: 'Make final' }).click()
  const refusal = /your level allows 800 bps/
  await expect(dialog.getByRole('alert')).toContainText(refusal)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar.getByText(refusal)).toBeVisible()
  await expect(bar.getByText('Your authority covers this')).toHaveCount(0)
})

import { describe, expect } from 'vitest'
import { loanOf, test } from '../../../test/makers.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { createPostClose } from '../rounds/create-post-close.ts'
import { makeFinalDecision, startReview } from './decide.ts'
import { setSlrCompleted, setSlrPending, setSlrReview } from './escalate.ts'

const approve = { decision: 'APPROVED' } as const

describe('four eyes', () => {
  test('whoever recommended at SLR does not decide the round', async ({ a, as }) => {
    const both = await a.underwriter('myOwn', 'manageSlr')
    const slv = await a.slv({ status: 'SLR_PENDING', underwriterId: both.id })
    const ctx = await as(both)
    await setSlrReview(ctx, slv.id)
    const done = await setSlrCompleted(ctx, slv.id, { slrRecommendedDecision: 'APPROVED', statusComment: 'Fine' })
    expect(done.availableActions).not.toContain('make-final-decision')
    expect(done.decisionBlockedBy).toBe('You gave the SLR recommendation. Someone else must decide.')
    await expect(makeFinalDecision(ctx, slv.id, approve)).rejects.toMatchObject({
      statusCode: 409,
      message: done.decisionBlockedBy,
    })
  })

  test('still applies after a second recommendation by someone else', async ({ a, as }) => {
    const both = await a.underwriter('myOwn', 'manageSlr')
    const other = await a.underwriter('manageSlr', 'viewSlvDepartment')
    const slv = await a.slv({ status: 'SLR_PENDING', underwriterId: both.id })
    const recommend = async (ctx: Ctx) => {
      await setSlrReview(ctx, slv.id)
      await setSlrCompleted(ctx, slv.id, { slrRecommendedDecision: 'APPROVED', statusComment: 'Fine' })
    }
    const mine = await as(both)
    await recommend(mine)
    await startReview(mine, slv.id)
    await setSlrPending(mine, slv.id, { underwriterManagerId: other.id, statusComment: 'Look again' })
    await recommend(await as(other))
    await expect(makeFinalDecision(mine, slv.id, approve)).rejects.toMatchObject({ statusCode: 409 })
  })

  test('whoever created a post-close SLV decides it only after another’s SLR review', async ({ a, as }) => {
    const company = await a.company()
    const seller = await a.seller(company.id)
    const [creator, manager] = [await a.underwriter('myOwn'), await a.underwriter('manageSlr')]
    const ctx = await as(creator)
    const slv = await createPostClose(ctx, loanOf(company.corrId ?? ''), 'Seller Error')
    expect(slv).toMatchObject({ type: 'POST', status: 'REVIEW', underwriterId: creator.id, sellerId: seller.id })
    await expect(makeFinalDecision(ctx, slv.id, approve)).rejects.toMatchObject({ statusCode: 409 })

    await setSlrPending(ctx, slv.id, { statusComment: 'Please look' })
    await setSlrReview(await as(manager), slv.id)
    await setSlrCompleted(await as(manager), slv.id, { slrRecommendedDecision: 'APPROVED', statusComment: 'Fine' })
    expect(await makeFinalDecision(ctx, slv.id, approve)).toMatchObject({ status: 'APPROVED' })
  })
})

import { describe, expect } from 'vitest'
import { test as base, loanOf } from '../../../test/makers.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { createPostClose } from '../rounds/create-post-close.ts'
import { makeFinalDecision, startReview } from './decide.ts'
import { setSlrCompleted, setSlrPending, setSlrReview } from './escalate.ts'

const approve = { decision: 'APPROVED' } as const

/** Someone who decides and recommends at SLR, and their SLV after their recommendation. */
const test = base.extend('recommended', async ({ a, as }) => {
  const both = await a.underwriter('myOwn', 'manageSlr')
  const { id } = await a.slv({ status: 'SLR_PENDING', underwriterId: both.id })
  const ctx = await as(both)
  return { id, ctx, done: await recommend(ctx, id) }
})

const recommend = async (ctx: Ctx, id: string) => {
  await setSlrReview(ctx, id)
  return setSlrCompleted(ctx, id, { slrRecommendedDecision: 'APPROVED', statusComment: 'Fine' })
}

describe('four eyes', () => {
  test('the person who recommended at SLR does not decide the round', async ({ recommended: { id, ctx, done } }) => {
    expect(done.availableActions).not.toContain('make-final-decision')
    const message = 'You gave the SLR recommendation. Someone else must decide.'
    expect(done.decisionBlockedBy).toBe(message)
    await expect(makeFinalDecision(ctx, id, approve)).rejects.toMatchObject({ statusCode: 409, message })
  })

  test('still applies after a second recommendation by someone else', async ({ a, as, recommended: { id, ctx } }) => {
    const other = await a.underwriter('manageSlr', 'viewSlvDepartment')
    await startReview(ctx, id)
    await setSlrPending(ctx, id, { underwriterManagerId: other.id, statusComment: 'Look again' })
    await recommend(await as(other), id)
    await expect(makeFinalDecision(ctx, id, approve)).rejects.toMatchObject({ statusCode: 409 })
  })

  test('the creator of a post-close SLV decides it only after another’s SLR review', async ({ a, as }) => {
    const company = await a.company()
    const seller = await a.seller(company.id)
    const [creator, manager] = [await a.underwriter('myOwn'), await a.underwriter('manageSlr')]
    const ctx = await as(creator)
    const slv = await createPostClose(ctx, loanOf(company.corrId ?? ''), 'Seller Error')
    expect(slv).toMatchObject({ type: 'POST', status: 'REVIEW', underwriterId: creator.id, sellerId: seller.id })
    await expect(makeFinalDecision(ctx, slv.id, approve)).rejects.toMatchObject({ statusCode: 409 })

    await setSlrPending(ctx, slv.id, { statusComment: 'Please look' })
    await recommend(await as(manager), slv.id)
    expect(await makeFinalDecision(ctx, slv.id, approve)).toMatchObject({ status: 'APPROVED' })
  })
})

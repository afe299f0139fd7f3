import { HistoryFilters } from '@portal/contract/history/api'
import { describe, expect } from 'vitest'
import { answerVariances } from '../../test/actions.ts'
import { test } from '../../test/house.ts'
import { searchHistory } from '../history/search.ts'
import { addDecisionRequest } from '../slv-request/change-decisions.ts'
import { makeFinalDecision, startReview } from './decide.ts'
import { viewSlv } from './detail.ts'
import { saveSlv } from './save-slv.ts'

const reopening = { reopenReason: 'A new appraisal came' }

describe('a decision', () => {
  test('keeps what was prepared, takes what it brings, and is the seller’s only once it is made', async ({ a, as }) => {
    const seller = await a.seller()
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({
      status: 'REVIEW',
      sellerId: seller.id,
      underwriterId: underwriter.id,
      temporaryStatus: 'APPROVED',
      priceAdjustment: -25,
      decisionComment: 'prepared words',
      decisionCommentsInternal: 'inside words',
    })
    const inside = await viewSlv(await as(seller), slv.id)
    expect(JSON.stringify(inside)).not.toMatch(/prepared words|inside words|"priceAdjustment":-25|temporaryStatus/)

    await addDecisionRequest(await as(underwriter), slv.id, {
      slvRequestId: slv.requestId,
      currentGuideline: 'Minimum FICO 660',
      decision: 'APPROVED',
      comment: 'Strong reserves',
    })
    await makeFinalDecision(await as(underwriter), slv.id, { decision: 'APPROVED', reserves: 12 })
    const decided = await viewSlv(await as(seller), slv.id)
    expect(decided).toMatchObject({
      status: 'APPROVED',
      priceAdjustment: -25,
      decisionComment: 'prepared words',
      reserves: 12,
    })
    expect(decided.slvDecisionRequests).toMatchObject([{ comment: 'Strong reserves' }])
    expect(JSON.stringify(decided)).not.toContain('inside words')
  })

  test('to approve needs a compensating factor on each variance; to deny does not', async ({ a, as, db }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ status: 'REVIEW', underwriterId: underwriter.id })
    await db.updateTable('slvRequest').set({ compensatingFactors: '[]' }).where('slvId', '=', slv.id).execute()
    await answerVariances({ db }, slv.id)
    await expect(makeFinalDecision(await as(underwriter), slv.id, { decision: 'APPROVED' })).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'slvRequests.0.compensatingFactors' }],
    })
    const denied = { decision: 'DECLINED', decisionComment: 'Too far' } as const
    expect(await makeFinalDecision(await as(underwriter), slv.id, denied)).toMatchObject({ status: 'DECLINED' })
  })

  test('waits for the answer to each variance, and a refusal for its reason', async ({ a, as, db }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ status: 'REVIEW', underwriterId: underwriter.id })
    const ctx = await as(underwriter)
    await expect(makeFinalDecision(ctx, slv.id, { decision: 'APPROVED' })).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'slvRequests.0', error: 'Answer the variance first: FICO 655 against ≥ 660: −5 points' }],
    })
    await answerVariances({ db }, slv.id)
    for (const decision of ['DECLINED', 'NOT_NEEDED'] as const)
      await expect(makeFinalDecision(ctx, slv.id, { decision })).rejects.toMatchObject({
        statusCode: 400,
        details: [{ field: 'decisionComment' }],
      })
    await saveSlv(ctx, slv.id, { decisionComment: 'The guideline is met' })
    expect(await makeFinalDecision(ctx, slv.id, { decision: 'NOT_NEEDED' })).toMatchObject({ status: 'NOT_NEEDED' })
  })

  test('is reopened into review without its date', async ({ a, as }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ status: 'DECLINED', underwriterId: underwriter.id })
    const ctx = await as(underwriter)
    expect(await startReview(ctx, slv.id, reopening)).toMatchObject({ status: 'REVIEW', decisionDate: null })
  })

  test('is not reopened without a reason, which its seller reads in the history', async ({ a, as }) => {
    const seller = await a.seller()
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ status: 'APPROVED', sellerId: seller.id, underwriterId: underwriter.id })
    const ctx = await as(underwriter)
    await expect(startReview(ctx, slv.id)).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'reopenReason', error: 'Required' }],
    })
    await startReview(ctx, slv.id, reopening)
    const { items } = await searchHistory(await as(seller), slv.id, HistoryFilters.parse({}))
    expect(items).toMatchObject([{ action: 'reopen', fromStatus: 'APPROVED', comment: reopening.reopenReason }])
  })

  test('is not reopened while the loan has another open SLV', async ({ a, as }) => {
    const underwriter = await a.underwriter('myOwn')
    const closed = await a.slv({ status: 'DECLINED', underwriterId: underwriter.id })
    const mayReopen = async () => (await viewSlv(await as(underwriter), closed.id)).availableActions.includes('reopen')
    expect(await mayReopen()).toBe(true)
    await a.slv({ status: 'DRAFT', sellerId: closed.sellerId, buyerLoan: closed.buyerLoan })
    expect(await mayReopen()).toBe(false)
    await expect(startReview(await as(underwriter), closed.id, reopening)).rejects.toMatchObject({
      statusCode: 409,
      message: 'This loan has another open SLV',
    })
  })
})

import { describe, expect } from 'vitest'
import { test } from '../../test/house.ts'
import { addDecisionRequest } from '../slv-request/change-decisions.ts'
import { answerWithdrawal, makeFinalDecision, setWithdrawPending, startReview } from './decide.ts'
import { getDetail, viewSlv } from './detail.ts'
import { setDraftResubmitted } from './resubmit.ts'
import { setResubmitted } from './send-request.ts'

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
    await expect(makeFinalDecision(await as(underwriter), slv.id, { decision: 'APPROVED' })).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'slvRequests.0.compensatingFactors' }],
    })
    expect(await makeFinalDecision(await as(underwriter), slv.id, { decision: 'DECLINED' })).toMatchObject({
      status: 'DECLINED',
    })
  })

  test('is reopened into review without its date', async ({ a, as }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ status: 'DECLINED', underwriterId: underwriter.id })
    expect(await startReview(await as(underwriter), slv.id)).toMatchObject({ status: 'REVIEW', decisionDate: null })
  })

  test('is not reopened while the loan has another open SLV', async ({ a, as }) => {
    const underwriter = await a.underwriter('myOwn')
    const closed = await a.slv({ status: 'DECLINED', underwriterId: underwriter.id })
    await a.slv({ status: 'DRAFT', sellerId: closed.sellerId, buyerLoan: closed.buyerLoan })
    await expect(startReview(await as(underwriter), closed.id)).rejects.toMatchObject({
      statusCode: 409,
      message: 'This loan has another open SLV',
    })
  })
})

describe('a withdrawal', () => {
  test.for(['PENDING_DOCUMENTS', 'SLR_REVIEW', 'TD_PENDING'] as const)(
    'declined goes back to %s',
    async (status, { a, as }) => {
      const seller = await a.seller()
      const underwriter = await a.underwriter('myOwn')
      const slv = await a.slv({ status, sellerId: seller.id, underwriterId: underwriter.id })
      const asked = await setWithdrawPending(await as(seller), slv.id, { withdrawReason: 'Loan fell through' })
      expect(asked).toMatchObject({ status: 'WITHDRAW_PENDING', withdrawReason: 'Loan fell through' })
      expect(await answerWithdrawal(await as(underwriter), slv.id, 'set-withdraw-declined')).toMatchObject({ status })
    },
  )
})

describe('a resubmission', () => {
  test('keeps the ended round whole and starts the next without its decision', async ({ a, as, db }) => {
    const seller = await a.seller()
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({
      status: 'DECLINED',
      sellerId: seller.id,
      underwriterId: underwriter.id,
      decisionComment: 'Too thin',
      statusComment: 'inside words',
      slrRecommenderIds: [underwriter.id],
      roundDays: 4,
      slrDays: 2,
    })
    const draft = await setDraftResubmitted(await as(seller), slv.id)
    expect(draft).toMatchObject({ status: 'DRAFT_RESUBMITTED', resubmitCount: 1 })
    expect(draft.availableActions).toEqual(['save', 'set-resubmitted'])

    const { snapshot } = await db
      .selectFrom('slvRound')
      .selectAll()
      .where('slvId', '=', slv.id)
      .executeTakeFirstOrThrow()
    expect(snapshot).toMatchObject({ status: 'DECLINED', decisionComment: 'Too thin', statusComment: 'inside words' })
    const stored = await db.selectFrom('slv').selectAll().where('id', '=', slv.id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ decisionComment: null, slrRecommenderIds: [], roundDays: 0, slrDays: null })
    expect(await getDetail(await as(underwriter), slv.id)).toMatchObject({ slrSlaStatus: null })
  })

  test('counts the time since the decision as the seller’s, but not when the buyer reopens it', async ({
    a,
    as,
    db,
    now,
  }) => {
    const seller = await a.seller()
    const underwriter = await a.underwriter('myOwn')
    const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
    const decided = async () => {
      const slv = await a.slv({ status: 'REVIEW', sellerId: seller.id, underwriterId: underwriter.id })
      await makeFinalDecision(await as(underwriter), slv.id, { decision: 'DECLINED' })
      return slv
    }
    const reopened = await decided()
    expect(await startReview(await as(underwriter, days(7)), reopened.id)).toMatchObject({ sellerTurnTime: 0 })

    const resubmitted = await decided()
    await setDraftResubmitted(await as(seller, days(6)), resubmitted.id)
    const sent = await setResubmitted(await as(seller, days(7)), resubmitted.id, 'manual')
    expect(sent).toMatchObject({ sellerTurnTime: 5 })
    const ledger = await db
      .selectFrom('slvInterval')
      .selectAll()
      .where('slvId', '=', resubmitted.id)
      .orderBy('id')
      .execute()
    expect(ledger).toMatchObject([
      { party: 'BUYER', closedAt: now },
      { party: 'SELLER', openedAt: now, closedAt: days(7) },
      { party: 'BUYER', closedAt: null },
    ])
  })
})

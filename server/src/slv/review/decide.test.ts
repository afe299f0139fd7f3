import { HistoryFilters } from '@portal/contract/history/api'
import type { SlvStatus } from '@portal/contract/slv/status'
import { describe, expect } from 'vitest'
import { answerVariances } from '../../../test/actions.ts'
import { test as base, loanOf } from '../../../test/makers.ts'
import { setRows } from '../../../test/rows.ts'
import { searchHistory } from '../../history/search.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { addDecisionRequest } from '../../slv-request/change-decisions.ts'
import { viewSlv } from '../detail.ts'
import { createPostClose } from '../rounds/create-post-close.ts'
import { saveSlv } from '../rounds/save-slv.ts'
import { makeFinalDecision, startReview } from './decide.ts'
import { setSlrCompleted, setSlrPending, setSlrReview } from './escalate.ts'

/** An underwriter, and their SLV in a status. */
const test = base.extend(
  'assigned',
  ({ a, as }) =>
    async (status: SlvStatus, change = {}) => {
      const underwriter = await a.underwriter('myOwn')
      const slv = await a.slv({
        status,
        underwriterId: underwriter.id,
        ...change,
      })
      return { underwriter, slv, ctx: await as(underwriter) }
    },
)

const reopening = { reopenReason: 'A new appraisal came' }

describe('a decision', () => {
  test('combines prepared and sent fields, and sellers see it only once it is made', async ({
    a,
    as,
    assigned,
  }) => {
    const seller = await a.seller()
    const { slv, ctx } = await assigned('REVIEW', {
      sellerId: seller.id,
      temporaryStatus: 'APPROVED',
      priceAdjustment: -25,
      decisionComment: 'prepared words',
      decisionCommentsInternal: 'inside words',
    })
    const inside = await viewSlv(await as(seller), slv.id)
    expect(JSON.stringify(inside)).not.toMatch(
      /prepared words|inside words|"priceAdjustment":-25|temporaryStatus/,
    )

    await addDecisionRequest(ctx, slv.id, {
      slvRequestId: slv.requestId,
      currentGuideline: 'Minimum FICO 660',
      decision: 'APPROVED',
      comment: 'Strong reserves',
    })
    await makeFinalDecision(ctx, slv.id, {
      decision: 'APPROVED',
      reserves: 12,
    })
    const decided = await viewSlv(await as(seller), slv.id)
    expect(decided).toMatchObject({
      status: 'APPROVED',
      priceAdjustment: -25,
      decisionComment: 'prepared words',
      reserves: 12,
    })
    expect(decided.slvDecisionRequests).toMatchObject([
      { comment: 'Strong reserves' },
    ])
    expect(JSON.stringify(decided)).not.toContain('inside words')
  })

  test('needs a compensating factor on each variance to approve, but not to deny', async ({
    assigned,
    db,
  }) => {
    const { slv, ctx } = await assigned('REVIEW')
    await db
      .updateTable('slvRequest')
      .set({ compensatingFactors: '[]' })
      .where('slvId', '=', slv.id)
      .execute()
    await answerVariances({ db }, slv.id)
    await expect(
      makeFinalDecision(ctx, slv.id, { decision: 'APPROVED' }),
    ).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'slvRequests.0.compensatingFactors' }],
    })
    const denied = {
      decision: 'DECLINED',
      decisionComment: 'Too far',
      priceAdjustment: -25,
      decisionLtv: 75,
    } as const
    // A denial has a reason, and neither a price nor figures.
    expect(await makeFinalDecision(ctx, slv.id, denied)).toMatchObject({
      status: 'DECLINED',
      decisionComment: 'Too far',
      priceAdjustment: null,
      decisionLtv: null,
    })
  })

  test('needs an answer to each variance, and a reason to deny', async ({
    assigned,
    db,
  }) => {
    const { slv, ctx } = await assigned('REVIEW')
    await expect(
      makeFinalDecision(ctx, slv.id, { decision: 'APPROVED' }),
    ).rejects.toMatchObject({
      statusCode: 400,
      details: [
        {
          field: 'slvRequests.0',
          error:
            'Answer this variance first: FICO 655 against ≥ 660: 5 points short',
        },
      ],
    })
    await answerVariances({ db }, slv.id)
    for (const decision of ['DECLINED', 'NOT_NEEDED'] as const)
      await expect(
        makeFinalDecision(ctx, slv.id, { decision }),
      ).rejects.toMatchObject({
        statusCode: 400,
        details: [{ field: 'decisionComment' }],
      })
    await saveSlv(ctx, slv.id, { decisionComment: 'The guideline is met' })
    expect(
      await makeFinalDecision(ctx, slv.id, { decision: 'NOT_NEEDED' }),
    ).toMatchObject({ status: 'NOT_NEEDED' })
  })

  test('that differs after a reopening needs its own comment: conditions are no reason for a denial', async ({
    assigned,
    db,
  }) => {
    const { slv, ctx } = await assigned('REVIEW')
    await answerVariances({ db }, slv.id)
    const conditions = {
      decisionComment: 'Verification of reserves before purchase',
    }
    await makeFinalDecision(ctx, slv.id, {
      decision: 'APPROVED',
      ...conditions,
    })
    await startReview(ctx, slv.id, reopening)
    await expect(
      makeFinalDecision(ctx, slv.id, { decision: 'DECLINED' }),
    ).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'decisionComment' }],
    })

    expect(
      await makeFinalDecision(ctx, slv.id, { decision: 'APPROVED' }),
    ).toMatchObject(conditions)
    await startReview(ctx, slv.id, reopening)
    const reason = { decisionComment: 'The new appraisal is lower' }
    expect(
      await makeFinalDecision(ctx, slv.id, { decision: 'DECLINED', ...reason }),
    ).toMatchObject(reason)
    await startReview(ctx, slv.id, reopening)
    expect(
      await makeFinalDecision(ctx, slv.id, { decision: 'APPROVED' }),
    ).toMatchObject({ decisionComment: null })
  })

  test('is reopened only with a reason, which the seller sees in the history', async ({
    a,
    as,
    assigned,
  }) => {
    const seller = await a.seller()
    const { slv, ctx } = await assigned('APPROVED', { sellerId: seller.id })
    await expect(startReview(ctx, slv.id)).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'reopenReason', error: 'Required' }],
    })
    expect(await startReview(ctx, slv.id, reopening)).toMatchObject({
      status: 'REVIEW',
      decisionDate: null,
    })
    const { items } = await searchHistory(
      await as(seller),
      slv.id,
      HistoryFilters.parse({}),
    )
    expect(items).toMatchObject([
      {
        action: 'reopen',
        fromStatus: 'APPROVED',
        comment: reopening.reopenReason,
      },
    ])
  })

  test('is assigned to the colleague who reopens it if its underwriter is inactive', async ({
    a,
    as,
  }) => {
    const [gone, chief] = [
      await a.underwriter('myOwn'),
      await a.underwriter('assignLoans', 'viewSlvDepartment'),
    ]
    const slv = await a.slv({ status: 'APPROVED', underwriterId: gone.id })
    const ctx = await as(chief)
    await ctx.db
      .updateTable('appUser')
      .set({ status: 'INACTIVE' })
      .where('id', '=', gone.id)
      .execute()
    expect(await startReview(ctx, slv.id, reopening)).toMatchObject({
      underwriterId: chief.id,
    })
    const { items } = await searchHistory(ctx, slv.id, HistoryFilters.parse({}))
    expect(items).toMatchObject([
      {
        changes: [
          { field: 'underwriterName', before: gone.name, after: chief.name },
        ],
      },
    ])
  })

  test('is not reopened while the loan has another open SLV', async ({
    a,
    assigned,
  }) => {
    const { slv: closed, ctx } = await assigned('DECLINED')
    const mayReopen = async () =>
      (await viewSlv(ctx, closed.id)).availableActions.includes('reopen')
    expect(await mayReopen()).toBe(true)
    await a.slv({
      status: 'DRAFT',
      sellerId: closed.sellerId,
      buyerLoan: closed.buyerLoan,
    })
    expect(await mayReopen()).toBe(false)
    await expect(startReview(ctx, closed.id, reopening)).rejects.toMatchObject({
      statusCode: 409,
      message: 'This loan already has another open SLV',
    })
  })
})

describe('an approval', () => {
  /** An SLV in review with all variances answered; the day is 2026-03-04. */
  const ready = test.extend(
    'ready',
    ({ assigned, db }) =>
      async (change = {}) => {
        const review = await assigned('REVIEW', change)
        await answerVariances({ db }, review.slv.id)
        return review
      },
  )
  const decide = (ctx: Ctx, id: string, goodUntil?: string) =>
    makeFinalDecision(ctx, id, {
      decision: 'APPROVED',
      ...(goodUntil && { goodUntil }),
    })

  ready(
    'is good for the days of its program, which later changes of the program leave alone',
    async ({ ready: review, as, a, db }) => {
      const program = { name: 'Bank Statement 12' }
      await setRows(db, 'guidelineProgram', program, { approvalDays: 30 })
      const seller = await a.seller()
      const { slv, ctx } = await review({ sellerId: seller.id })
      expect(await decide(ctx, slv.id)).toMatchObject({
        goodUntil: '2026-04-03',
      })
      await setRows(db, 'guidelineProgram', program, { approvalDays: 90 })
      expect(await viewSlv(await as(seller), slv.id)).toMatchObject({
        goodUntil: '2026-04-03',
      })
    },
  )

  ready(
    'is good for 60 days without a program, and not past the lock',
    async ({ ready: review }) => {
      const free = await review()
      expect(await decide(free.ctx, free.slv.id)).toMatchObject({
        goodUntil: '2026-05-03',
      })
      const locked = await review({ lockExpirationDate: '2026-03-20' })
      await expect(
        decide(locked.ctx, locked.slv.id, '2026-03-21'),
      ).rejects.toMatchObject({
        statusCode: 400,
        details: [
          { field: 'goodUntil', error: 'Choose a day within the lock' },
        ],
      })
      expect(await decide(locked.ctx, locked.slv.id)).toMatchObject({
        goodUntil: '2026-03-20',
      })
    },
  )

  ready(
    'is good until the day that the underwriter prepares or sends',
    async ({ ready: review }) => {
      const { slv, ctx } = await review({ goodUntil: '2026-03-30' })
      expect(await decide(ctx, slv.id)).toMatchObject({
        goodUntil: '2026-03-30',
      })
      await startReview(ctx, slv.id, reopening)
      expect(await decide(ctx, slv.id, '2026-03-25')).toMatchObject({
        goodUntil: '2026-03-25',
      })
      // Reopened, the next approval has its program's day again.
      await startReview(ctx, slv.id, reopening)
      expect(await decide(ctx, slv.id)).toMatchObject({
        goodUntil: '2026-05-03',
      })
    },
  )

  ready('has a day, and a denial has none', async ({ ready: review }) => {
    const { slv, ctx } = await review({ goodUntil: '2026-03-30' })
    const denied = await makeFinalDecision(ctx, slv.id, {
      decision: 'DECLINED',
      decisionComment: 'Too far',
    })
    expect(denied).toMatchObject({ status: 'DECLINED', goodUntil: null })
  })
})

const approve = { decision: 'APPROVED' } as const

const recommend = async (ctx: Ctx, id: string) => {
  await setSlrReview(ctx, id)
  return setSlrCompleted(ctx, id, {
    slrRecommendedDecision: 'APPROVED',
    statusComment: 'Fine',
  })
}

describe('four eyes', () => {
  test('who recommended at SLR does not decide the round, even after another’s recommendation', async ({
    a,
    as,
  }) => {
    const both = await a.underwriter('myOwn', 'manageSlr')
    const { id } = await a.slv({
      status: 'SLR_PENDING',
      underwriterId: both.id,
    })
    const ctx = await as(both)
    const { availableActions, decisionBlockedBy } = await recommend(ctx, id)
    expect(availableActions).not.toContain('make-final-decision')
    const message = 'You gave the SLR recommendation. Someone else must decide.'
    expect(decisionBlockedBy).toBe(message)
    await expect(makeFinalDecision(ctx, id, approve)).rejects.toMatchObject({
      statusCode: 409,
      message,
    })

    const other = await a.underwriter('manageSlr', 'viewSlvDepartment')
    await startReview(ctx, id)
    await setSlrPending(ctx, id, {
      underwriterManagerId: other.id,
      statusComment: 'Look again',
    })
    await recommend(await as(other), id)
    await expect(makeFinalDecision(ctx, id, approve)).rejects.toMatchObject({
      statusCode: 409,
    })
  })

  test('the creator of a post-close SLV decides it only after another’s SLR review', async ({
    a,
    as,
  }) => {
    const company = await a.company()
    const seller = await a.seller(company.id)
    const [creator, manager] = [
      await a.underwriter('myOwn'),
      await a.underwriter('manageSlr'),
    ]
    const ctx = await as(creator)
    const slv = await createPostClose(
      ctx,
      loanOf(company.corrId ?? ''),
      'Seller Error',
    )
    expect(slv).toMatchObject({
      type: 'POST',
      status: 'REVIEW',
      underwriterId: creator.id,
      sellerId: seller.id,
    })
    await expect(makeFinalDecision(ctx, slv.id, approve)).rejects.toMatchObject(
      { statusCode: 409 },
    )

    await setSlrPending(ctx, slv.id, { statusComment: 'Please look' })
    await recommend(await as(manager), slv.id)
    expect(await makeFinalDecision(ctx, slv.id, approve)).toMatchObject({
      status: 'APPROVED',
    })
  })
})

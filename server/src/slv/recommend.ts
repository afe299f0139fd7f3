import type { Info, SlrCompleted, TdCompleted } from '@portal/contract/slv/bodies'
import type { z } from 'zod'
import { assigned } from '../history/changes.ts'
import type { Ctx } from '../lib/ctx.ts'
import { actingUnderwriter } from '../user/find-person.ts'
import { perform } from './perform.ts'

type Word = z.output<typeof Info>

/** Takes the SLR review up; it becomes the actor's when it was nobody's. */
export const setSlrReview = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, 'set-slr-review', {
    ifMatch,
    plan: async (inner, slv) => {
      const { id: reviewerId, name } = await actingUnderwriter(inner, 'manageSlr')
      return {
        set: { underwriterManagerId: reviewerId },
        changes: slv.underwriterManagerId ? [] : assigned('underwriterManagerName', null, name),
      }
    },
  })

/** The SLR reviewer asks the underwriter for more. */
export const setSlrPendingInfo = (ctx: Ctx, id: string, { statusComment }: Word, ifMatch?: number) =>
  perform(ctx, id, 'set-slr-pending-info', {
    ifMatch,
    plan: () => ({ set: { statusComment }, comment: statusComment }),
  })

/** The underwriter answers the SLR reviewer. */
export const setSlrInfoReceived = (ctx: Ctx, id: string, { statusComment }: Word, ifMatch?: number) =>
  perform(ctx, id, 'set-slr-info-received', {
    ifMatch,
    plan: () => ({ set: { statusComment }, comment: statusComment }),
  })

/** The SLR reviewer recommends, and thereby leaves the final decision to somebody else. */
export const setSlrCompleted = (
  ctx: Ctx,
  id: string,
  { slrRecommendedDecision, statusComment }: z.output<typeof SlrCompleted>,
  ifMatch?: number,
) =>
  perform(ctx, id, 'set-slr-completed', {
    ifMatch,
    plan: (inner, slv) => ({
      set: { slrRecommendedDecision, statusComment, slrRecommenderIds: [...slv.slrRecommenderIds, inner.actor.id] },
      comment: statusComment,
      changes: [{ field: 'slrRecommendedDecision', before: slv.slrRecommendedDecision, after: slrRecommendedDecision }],
    }),
  })

/** Takes the trade desk review up; it becomes the actor's when it was nobody's. */
export const setTdReview = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, 'set-td-review', {
    ifMatch,
    plan: async (inner, slv) => {
      const { id: reviewerId, name } = await actingUnderwriter(inner, 'manageTradeDesk')
      return {
        set: { tradeDeskId: reviewerId },
        changes: slv.tradeDeskId ? [] : assigned('tradeDeskName', null, name),
      }
    },
  })

/** The trade desk recommends, with a price adjustment in bps when it has one. */
export const setTdCompleted = (
  ctx: Ctx,
  id: string,
  { tdRecommendedDecision, priceAdjustment, statusComment }: z.output<typeof TdCompleted>,
  ifMatch?: number,
) =>
  perform(ctx, id, 'set-td-completed', {
    ifMatch,
    plan: (inner, slv) => ({
      set: {
        tdRecommendedDecision,
        statusComment,
        tdRecommenderIds: [...slv.tdRecommenderIds, inner.actor.id],
        ...(typeof priceAdjustment === 'number' && { priceAdjustment }),
      },
      comment: statusComment,
      changes: [
        { field: 'tdRecommendedDecision', before: slv.tdRecommendedDecision, after: tdRecommendedDecision },
        ...(typeof priceAdjustment === 'number' && priceAdjustment !== slv.priceAdjustment
          ? [{ field: 'priceAdjustment', before: slv.priceAdjustment, after: priceAdjustment }]
          : []),
      ],
    }),
  })

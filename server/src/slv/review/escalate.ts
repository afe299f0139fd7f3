import type { Info, SlrCompleted, SlrPending, TdCompleted, TdPending } from '@portal/contract/slv/bodies'
import type { z } from 'zod'
import { assigned, changesBetween } from '../../lib/changes.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { actingUnderwriter, nameOf, underwriterFor } from '../../user/find-person.ts'
import type { LockedSlv } from '../lock.ts'
import { type Plan, perform } from '../perform.ts'

type Planner = (ctx: Ctx, slv: LockedSlv) => Promise<Plan> | Plan
type Comment = z.output<typeof Info>

/** The desks that advise the underwriter: managers (SLR) and the trade desk. */
const desks = {
  slr: { column: 'underwriterManagerId', nameField: 'underwriterManagerName', permission: 'manageSlr' },
  tradeDesk: { column: 'tradeDeskId', nameField: 'tradeDeskName', permission: 'manageTradeDesk' },
} as const
type Desk = (typeof desks)[keyof typeof desks]

/** Sends the SLV to a desk: to one of its people if named, otherwise to the first who starts the review. */
const sendTo =
  ({ column, nameField, permission }: Desk, reviewerId: string | null | undefined, statusComment: string): Planner =>
  async ({ db }, slv) => {
    const before = await nameOf(db, slv[column])
    const reviewer = reviewerId ? await underwriterFor(db, column, reviewerId, permission) : null
    return {
      set: { [column]: reviewer?.id ?? null, statusComment },
      comment: statusComment,
      changes: assigned(nameField, before, reviewer?.name ?? null),
    }
  }

/** Starts the review at a desk. An unassigned SLV becomes the actor's. */
const startReviewAt =
  ({ column, nameField, permission }: Desk): Planner =>
  async (ctx, slv) => {
    const { id, name } = await actingUnderwriter(ctx, permission)
    return { set: { [column]: id }, changes: slv[column] ? [] : assigned(nameField, null, name) }
  }

const withComment = (statusComment: string): Plan => ({ set: { statusComment }, comment: statusComment })

export const setSlrPending = (
  ctx: Ctx,
  id: string,
  { underwriterManagerId, statusComment }: z.output<typeof SlrPending>,
  ifMatch?: number,
) => perform(ctx, id, 'set-slr-pending', { ifMatch, plan: sendTo(desks.slr, underwriterManagerId, statusComment) })

export const setTdPending = (
  ctx: Ctx,
  id: string,
  { tradeDeskId, statusComment }: z.output<typeof TdPending>,
  ifMatch?: number,
) => perform(ctx, id, 'set-td-pending', { ifMatch, plan: sendTo(desks.tradeDesk, tradeDeskId, statusComment) })

export const setSlrReview = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, 'set-slr-review', { ifMatch, plan: startReviewAt(desks.slr) })

export const setTdReview = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, 'set-td-review', { ifMatch, plan: startReviewAt(desks.tradeDesk) })

export const setSlrPendingInfo = (ctx: Ctx, id: string, { statusComment }: Comment, ifMatch?: number) =>
  perform(ctx, id, 'set-slr-pending-info', { ifMatch, plan: () => withComment(statusComment) })

export const setSlrInfoReceived = (ctx: Ctx, id: string, { statusComment }: Comment, ifMatch?: number) =>
  perform(ctx, id, 'set-slr-info-received', { ifMatch, plan: () => withComment(statusComment) })

/** The SLR reviewer recommends a decision, which someone else then has to make. */
export const setSlrCompleted = (
  ctx: Ctx,
  id: string,
  { slrRecommendedDecision, statusComment }: z.output<typeof SlrCompleted>,
  ifMatch?: number,
) =>
  perform(ctx, id, 'set-slr-completed', {
    ifMatch,
    plan: ({ actor }, slv) => ({
      set: { slrRecommendedDecision, statusComment, slrRecommenderIds: [...slv.slrRecommenderIds, actor.id] },
      comment: statusComment,
      changes: [{ field: 'slrRecommendedDecision', before: slv.slrRecommendedDecision, after: slrRecommendedDecision }],
    }),
  })

/** The trade desk recommends a decision, with a price adjustment in bps if it has one. */
export const setTdCompleted = (
  ctx: Ctx,
  id: string,
  { tdRecommendedDecision, priceAdjustment, statusComment }: z.output<typeof TdCompleted>,
  ifMatch?: number,
) =>
  perform(ctx, id, 'set-td-completed', {
    ifMatch,
    plan: ({ actor }, slv) => {
      const price = typeof priceAdjustment === 'number' ? { priceAdjustment } : {}
      return {
        set: { tdRecommendedDecision, statusComment, tdRecommenderIds: [...slv.tdRecommenderIds, actor.id], ...price },
        comment: statusComment,
        changes: [
          { field: 'tdRecommendedDecision', before: slv.tdRecommendedDecision, after: tdRecommendedDecision },
          ...changesBetween(slv, price),
        ],
      }
    },
  })

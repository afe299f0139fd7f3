import { assigned, changesBetween } from '../../lib/changes.ts'
import type { Ctx } from '../../lib/ctx.ts'
import {
  actingUnderwriter,
  findName,
  underwriterFor,
} from '../../user/find-person.ts'
import type { LockedSlv } from '../lock.ts'
import { type Plan, perform, performing } from '../perform.ts'

/** The desks that advise the underwriter: managers (SLR) and the trade desk. */
const desks = {
  slr: {
    column: 'underwriterManagerId',
    nameField: 'underwriterManagerName',
    permission: 'manageSlr',
  },
  tradeDesk: {
    column: 'tradeDeskId',
    nameField: 'tradeDeskName',
    permission: 'manageTradeDesk',
  },
} as const
type Desk = (typeof desks)[keyof typeof desks]

const withComment = (statusComment: string): Plan => ({
  set: { statusComment },
  comment: statusComment,
})

/**
 * Sends the SLV to a desk: to one of its people if named, otherwise to the
 * first who starts the review.
 */
const sendTo =
  ({ column, nameField, permission }: Desk) =>
  async (
    { db }: Ctx,
    slv: LockedSlv,
    {
      statusComment,
      ...named
    }: { statusComment: string } & {
      [Column in Desk['column']]?: string | null | undefined
    },
  ): Promise<Plan> => {
    const before = await findName(db, slv[column])
    const reviewerId = named[column]
    const reviewer = reviewerId
      ? await underwriterFor(db, column, reviewerId, permission)
      : null
    return {
      set: { [column]: reviewer?.id ?? null, statusComment },
      comment: statusComment,
      changes: assigned(nameField, before, reviewer?.name ?? null),
    }
  }

export const setSlrPending = performing('set-slr-pending', sendTo(desks.slr))
export const setTdPending = performing(
  'set-td-pending',
  sendTo(desks.tradeDesk),
)

/** Starts the review at a desk. An unassigned SLV becomes the actor's. */
const startReviewAt =
  ({ column, nameField, permission }: Desk) =>
  async (ctx: Ctx, slv: LockedSlv): Promise<Plan> => {
    const { id, name } = await actingUnderwriter(ctx, permission)
    return {
      set: { [column]: id },
      changes: slv[column] ? [] : assigned(nameField, null, name),
    }
  }

export const setSlrReview = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, 'set-slr-review', {
    ifMatch,
    plan: startReviewAt(desks.slr),
  })

export const setTdReview = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, 'set-td-review', {
    ifMatch,
    plan: startReviewAt(desks.tradeDesk),
  })

export const setSlrPendingInfo = performing(
  'set-slr-pending-info',
  (_ctx, _slv, { statusComment }) => withComment(statusComment),
)
export const setSlrInfoReceived = performing(
  'set-slr-info-received',
  (_ctx, _slv, { statusComment }) => withComment(statusComment),
)

/**
 * The SLR reviewer recommends a decision, which someone else then has to make.
 */
export const setSlrCompleted = performing(
  'set-slr-completed',
  ({ actor }, slv, { slrRecommendedDecision, statusComment }) => ({
    set: {
      slrRecommendedDecision,
      statusComment,
      slrRecommenderIds: [...slv.slrRecommenderIds, actor.id],
    },
    comment: statusComment,
    changes: [
      {
        field: 'slrRecommendedDecision',
        before: slv.slrRecommendedDecision,
        after: slrRecommendedDecision,
      },
    ],
  }),
)

/**
 * The trade desk recommends a decision, with a price adjustment in bps if it
 * has one.
 */
export const setTdCompleted = performing(
  'set-td-completed',
  (
    { actor },
    slv,
    { tdRecommendedDecision, priceAdjustment, statusComment },
  ) => {
    const price = typeof priceAdjustment === 'number' ? { priceAdjustment } : {}
    return {
      set: {
        tdRecommendedDecision,
        statusComment,
        tdRecommenderIds: [...slv.tdRecommenderIds, actor.id],
        ...price,
      },
      comment: statusComment,
      changes: [
        {
          field: 'tdRecommendedDecision',
          before: slv.tdRecommendedDecision,
          after: tdRecommendedDecision,
        },
        ...changesBetween(slv, price),
      ],
    }
  },
)

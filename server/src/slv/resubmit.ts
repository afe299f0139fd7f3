import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { readSlv } from './detail.ts'
import { type Plan, perform } from './perform.ts'
import { wholeSlv } from './present.ts'

/** What a new round starts without: the last round's decision and everything that led to it. */
const freshRound = {
  temporaryStatus: null,
  priceAdjustment: null,
  currentGuideline: null,
  decisionComment: null,
  decisionCommentsInternal: null,
  decisionLtv: null,
  decisionCltv: null,
  decisionHcltv: null,
  decisionDti: null,
  decisionDscr: null,
  reserves: null,
  decisionDate: null,
  statusComment: null,
  slrRecommendedDecision: null,
  tdRecommendedDecision: null,
  slrRecommenderIds: [],
  tdRecommenderIds: [],
  underwriterManagerId: null,
  tradeDeskId: null,
  sentById: null,
  withdrawReason: null,
  roundDays: 0,
  slrDays: null,
  slrSince: null,
  tdDays: null,
  tdSince: null,
} satisfies Plan['set']

/** Opens the next round as a draft of its owner's; the round that ended is kept whole. */
export const setDraftResubmitted = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, 'set-draft-resubmitted', {
    ifMatch,
    plan: async (inner, slv) => {
      const ended = await readSlv(inner, id)
      if (!ended) throw notFound('SLV')
      // Files stay in their own table, with the round that they are of: a copy would know no more of them.
      const { files, documents, underwriterDocuments, ...snapshot } = wholeSlv(inner, ended)
      await inner.db
        .insertInto('slvRound')
        .values({
          slvId: id,
          resubmitCount: slv.resubmitCount,
          endedAt: inner.now,
          snapshot: JSON.stringify({ ...snapshot, availableActions: [] }),
        })
        .execute()
      await inner.db.deleteFrom('slvDecisionRequest').where('slvId', '=', id).execute()
      return { set: { ...freshRound, resubmitCount: slv.resubmitCount + 1 } }
    },
  })

import { pick, toRecord } from '@portal/contract/lib/typed'
import { decisionFieldNames } from '@portal/contract/slv/bodies'
import { ratiosToStore } from '@portal/contract/slv/figures'
import { formFieldNames } from '@portal/contract/slv/form'
import type { Ctx } from '../../lib/ctx.ts'
import { notFound } from '../../lib/errors.ts'
import { asUnchecked } from '../../lib/http/as-unchecked.ts'
import { readSlv } from '../detail.ts'
import { keepEvaluation } from '../evaluate.ts'
import type { LockedSlv } from '../lock.ts'
import { type Plan, perform } from '../perform.ts'
import { presentUnmasked } from '../present.ts'
import { insertRequests, readRequests } from '../read-requests.ts'
import type { Resubmission } from '../resubmission.ts'
import {
  type Assignment,
  assignUnderwriter,
  queueDraftFiles,
  requireSendable,
} from './send-request.ts'

/** Clears the last round's decision and everything that led to it. */
const freshRound = {
  ...toRecord(decisionFieldNames, () => null),
  temporaryStatus: null,
  decisionDate: null,
  suggestedPrice: null,
  statusComment: null,
  slrRecommendedDecision: null,
  tdRecommendedDecision: null,
  underwriterManagerId: null,
  tradeDeskId: null,
  withdrawReason: null,
  withdrawDeclineReason: null,
  slrDays: null,
  slrSince: null,
  tdDays: null,
  tdSince: null,
  slrRecommenderIds: [],
  tdRecommenderIds: [],
  roundDays: 0,
} satisfies Plan['set']

/**
 * Starts a draft resubmission, prefilled from the decided round, which stays in
 * effect.
 */
export const setDraftResubmitted = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, 'set-draft-resubmitted', {
    ifMatch,
    plan: async (inner, slv) => {
      const resubmission: Resubmission = {
        startedAt: inner.now.toISOString(),
        form: asUnchecked(pick(slv, formFieldNames)),
        qualifiesBy: slv.qualifiesBy,
        slvRequests: await readRequests(inner, slv),
      }
      return {
        set: { resubmission: JSON.stringify(resubmission) },
        round: slv.resubmitCount + 1,
      }
    },
  })

/**
 * Sends the draft resubmission, to the same underwriter if still active, and
 * saves a snapshot of the round that it ends.
 */
export const setResubmitted = (
  ctx: Ctx,
  id: string,
  assignment: Assignment,
  ifMatch?: number,
) =>
  perform(ctx, id, 'set-resubmitted', {
    ifMatch,
    plan: async (inner, slv) => {
      const { resubmission } = slv
      if (!resubmission) throw new Error('There is no draft to send')
      const { evaluation, requests, qualifiesBy } = await requireSendable(
        inner,
        slv,
      )
      const underwriterId = await assignUnderwriter(inner, slv, assignment)
      await saveEndedRound(inner, slv)
      await inner.db
        .deleteFrom('slvDecisionRequest')
        .where('slvId', '=', id)
        .execute()
      await inner.db.deleteFrom('slvRequest').where('slvId', '=', id).execute()
      await insertRequests(inner, id, requests)
      await queueDraftFiles(inner, id)
      return {
        set: {
          ...resubmission.form,
          ...ratiosToStore(resubmission.form),
          ...freshRound,
          ...(await keepEvaluation(inner, slv, evaluation)),
          resubmission: null,
          // The draft's round: a row with a draft has the draft's values.
          resubmitCount: slv.resubmitCount,
          sentById: inner.actor.id,
          underwriterId,
          qualifiesBy,
        },
      }
    },
  })

/** The round before the draft's. */
async function saveEndedRound(
  ctx: Ctx,
  { id, resubmitCount, evaluation }: LockedSlv,
) {
  const ended = await readSlv(ctx, id, 'IN_EFFECT')
  if (!ended) throw notFound('SLV')
  // Files stay in their table, by round.
  const { files, documents, underwriterDocuments, ...snapshot } =
    presentUnmasked(ctx, ended)
  await ctx.db
    .insertInto('slvRound')
    .values({
      slvId: id,
      resubmitCount: resubmitCount - 1,
      endedAt: ctx.now,
      snapshot: JSON.stringify({
        ...snapshot,
        availableActions: [],
        evaluation,
      }),
    })
    .execute()
}

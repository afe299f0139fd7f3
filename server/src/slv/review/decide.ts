import { required } from '@portal/contract/lib/fields'
import { pick } from '@portal/contract/lib/typed'
import {
  decisionFieldNames,
  type StartReview,
} from '@portal/contract/slv/bodies'
import { decisionProblems, finalFields } from '@portal/contract/slv/decision'
import { type Decision, isDecided } from '@portal/contract/slv/status'
import { measured } from '@portal/contract/slv-request/distance'
import type { z } from 'zod'
import { assigned, changesBetween } from '../../lib/changes.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { badRequest } from '../../lib/errors.ts'
import { activeUnderwriter, findName } from '../../user/find-person.ts'
import { evaluateForDecision, reapplyCoverages } from '../evaluate.ts'
import type { LockedSlv } from '../lock.ts'
import { perform, performing } from '../perform.ts'
import { readAnswers, readRequests } from '../read-requests.ts'

/**
 * Makes the decision on the round. Fields missing from the body keep their
 * prepared values.
 */
export const makeFinalDecision = performing(
  'make-final-decision',
  async (ctx, slv, { decision, ...fields }) => {
    const prepared = pick(
      await withoutOutdatedComment(ctx, slv, decision),
      decisionFieldNames,
    )
    const final = finalFields(decision, { ...prepared, ...fields })
    const slvRequests = (await readRequests(ctx, slv)).map(measured)
    const slvDecisionRequests = await readAnswers(ctx, slv.id)
    const evaluation = await evaluateForDecision(ctx, slv)
    const problems = decisionProblems(decision, {
      ...slv,
      ...final,
      ...evaluation,
      slvRequests,
      slvDecisionRequests,
    })
    if (problems.length > 0) throw badRequest(problems)
    return {
      decision,
      set: { ...final, temporaryStatus: null, decisionDate: ctx.now },
      // Preparing a decision writes no history, so the whole decision is recorded
      // here.
      changes: changesBetween({}, final),
    }
  },
)

/**
 * The SLV without the comment of this round's last decision, if this one
 * differs: conditions of an approval are no reason for a denial, nor the
 * reverse.
 */
async function withoutOutdatedComment(
  ctx: Ctx,
  slv: LockedSlv,
  decision: Decision,
): Promise<LockedSlv> {
  const last = await ctx.db
    .selectFrom('slvHistory')
    .select(['toStatus', 'changes'])
    .where('slvId', '=', slv.id)
    .where('resubmitCount', '=', slv.resubmitCount)
    .where('action', '=', 'make-final-decision')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const said = last?.changes.find(
    ({ field }) => field === 'decisionComment',
  )?.after
  const isOutdated =
    last && last.toStatus !== decision && said === slv.decisionComment
  return isOutdated ? { ...slv, decisionComment: null } : slv
}

/**
 * Starts the review, or reopens a decided SLV for a reason. An SLV without an
 * active underwriter becomes the actor's.
 */
export const startReview = (
  ctx: Ctx,
  id: string,
  { reopenReason }: z.output<typeof StartReview> = {},
  ifMatch?: number,
) =>
  perform(
    ctx,
    id,
    (slv) => (isDecided(slv.status) ? 'reopen' : 'start-review-process'),
    {
      ifMatch,
      plan: async (inner, slv) => {
        const { db, actor } = inner
        const isReopened = isDecided(slv.status)
        if (isReopened && !reopenReason)
          throw badRequest([{ field: 'reopenReason', error: required }])
        const hasActiveUnderwriter =
          slv.underwriterId !== null &&
          (await activeUnderwriter(db, slv.underwriterId)) !== undefined
        const kept = isReopened ? await reapplyCoverages(inner, slv) : {}
        return {
          set: {
            underwriterId: hasActiveUnderwriter ? slv.underwriterId : actor.id,
            decisionDate: null,
            ...kept,
          },
          changes: hasActiveUnderwriter
            ? []
            : assigned(
                'underwriterName',
                await findName(db, slv.underwriterId),
                actor.name,
              ),
          comment: (isReopened && reopenReason) || null,
        }
      },
    },
  )

/**
 * The owner asks to withdraw; the SLV keeps its status for a declined
 * withdrawal.
 */
export const setWithdrawPending = performing(
  'set-withdraw-pending',
  (_, slv, { withdrawReason }) => ({
    set: {
      withdrawReason,
      withdrawDeclineReason: null,
      statusBeforeWithdrawal: slv.status,
    },
    comment: withdrawReason,
  }),
)

export const setWithdrawApproved = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, 'set-withdraw-approved', {
    ifMatch,
    plan: () => ({ set: { statusBeforeWithdrawal: null } }),
  })

/** The SLV returns to its earlier status, and the seller reads why. */
export const setWithdrawDeclined = performing(
  'set-withdraw-declined',
  (_ctx, _slv, { withdrawDeclineReason }) => ({
    set: { withdrawDeclineReason, statusBeforeWithdrawal: null },
    comment: withdrawDeclineReason,
  }),
)

/** The owner cancels the withdrawal. The SLV returns to its earlier status. */
export const cancelWithdrawal = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, 'cancel-withdrawal', {
    ifMatch,
    plan: () => ({
      set: { withdrawReason: null, statusBeforeWithdrawal: null },
    }),
  })

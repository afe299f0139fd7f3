import { authorityRefusal } from '@portal/contract/authority/check'
import type { Change } from '@portal/contract/history/model'
import { required } from '@portal/contract/lib/fields'
import { pick } from '@portal/contract/lib/typed'
import { civil } from '@portal/contract/sla/calendar'
import {
  decisionFieldNames,
  type StartReview,
} from '@portal/contract/slv/bodies'
import { decisionProblems } from '@portal/contract/slv/decision/check'
import { finalFields } from '@portal/contract/slv/decision/terms'
import {
  defaultGoodUntil,
  goodUntilProblems,
} from '@portal/contract/slv/decision/validity'
import {
  type Decision,
  isDecided,
  type SlvStatus,
} from '@portal/contract/slv/status'
import type { z } from 'zod'
import { findDeciders } from '../../authority/read-authority.ts'
import { assigned, changesBetween } from '../../lib/changes.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { badRequest } from '../../lib/errors.ts'
import { checkPrice } from '../../price/check-price.ts'
import { activeUnderwriter, findName } from '../../user/find-person.ts'
import { readForDecision, reapplyCoverages } from '../evaluate.ts'
import type { LockedSlv } from '../lock.ts'
import { perform, performing } from '../perform.ts'
import { finishConditions, reopenConditions } from '../read-conditions.ts'

/**
 * Makes the decision on the round. Fields missing from the body keep their
 * prepared values.
 */
export const makeFinalDecision = performing(
  'make-final-decision',
  async (
    ctx,
    slv,
    { decision, conditions, suggestedPrice: seen, ...fields },
  ) => {
    const {
      lastDecision,
      approvalDays,
      approvedVariances,
      grid,
      level,
      prepared,
      ...read
    } = await readForDecision(ctx, slv)
    const isOutdated = isCommentOutdated(slv, decision, lastDecision)
    const lock = {
      today: civil(ctx.now).day,
      lockExpirationDate: slv.lockExpirationDate,
    }
    const final = finalFields(decision, {
      ...pick(slv, decisionFieldNames),
      ...(isOutdated && { decisionComment: null }),
      ...fields,
      goodUntil:
        fields.goodUntil ??
        slv.goodUntil ??
        defaultGoodUntil(lock, approvalDays),
    })
    const { suggestion, suggestedTotal, hasOwnPrice } = checkPrice({
      decision,
      round: read,
      grid,
      price: final.priceAdjustment,
      seen,
    })
    const problems = [
      ...decisionProblems(decision, {
        type: slv.type,
        suggestedTotal,
        ...final,
        ...read,
      }),
      ...goodUntilProblems(decision, final.goodUntil, lock),
    ]
    if (problems.length > 0) throw badRequest(problems)
    if (!hasOwnPrice) final.priceReason = null
    const subjectTo = await finishConditions(ctx, slv, {
      decision,
      prepared,
      wanted: conditions,
    })
    const refusal = authorityRefusal(await findDeciders(ctx, slv, level), {
      variances: approvedVariances,
      findings: read.findings,
      loanAmount: slv.loanAmount,
      priceAdjustment: final.priceAdjustment ?? null,
      suggestedPrice: suggestedTotal,
    })
    return {
      decision: { decision, refusal },
      set: {
        ...final,
        suggestedPrice: suggestion && JSON.stringify(suggestion),
        temporaryStatus: null,
        decisionDate: ctx.now,
      },
      // Preparing a decision writes no history, so the whole decision is recorded
      // here.
      changes: [
        ...changesBetween({}, { ...final, suggestedPrice: suggestedTotal }),
        ...subjectTo,
      ],
    }
  },
)

/**
 * Whether the comment is still that of this round's last decision, which was
 * another one: conditions of an approval are no reason for a denial, nor the
 * reverse.
 */
function isCommentOutdated(
  { decisionComment }: LockedSlv,
  decision: Decision,
  last: { toStatus: SlvStatus; changes: Change[] } | undefined,
): boolean {
  if (!last || last.toStatus === decision) return false
  const said = last.changes.find(({ field }) => field === 'decisionComment')
  return said?.after === decisionComment
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
        const conditions = isReopened ? await reopenConditions(inner, slv) : []
        const underwriters = hasActiveUnderwriter
          ? []
          : assigned(
              'underwriterName',
              await findName(db, slv.underwriterId),
              actor.name,
            )
        return {
          set: {
            underwriterId: hasActiveUnderwriter ? slv.underwriterId : actor.id,
            decisionDate: null,
            // The next approval gets a new last day.
            ...(isReopened && { goodUntil: null }),
            suggestedPrice: null,
            ...kept,
          },
          changes: [...underwriters, ...conditions],
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

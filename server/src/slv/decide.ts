import { required } from '@portal/contract/lib/fields'
import {
  type DecisionFields,
  decisionFieldNames,
  type FinalDecision,
  type StartReview,
  type Withdraw,
} from '@portal/contract/slv/bodies'
import { decisionProblems } from '@portal/contract/slv/decision'
import { isDecided } from '@portal/contract/slv/status'
import { measured } from '@portal/contract/slv-request/distance'
import type { z } from 'zod'
import { assigned, changesBetween } from '../history/changes.ts'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { readAnswers, readRequests } from '../slv-request/read.ts'
import type { LockedSlv } from './lock.ts'
import { perform } from './perform.ts'

/** Decides the round. What the body leaves out stays as it was prepared. */
export const makeFinalDecision = (ctx: Ctx, id: string, { decision, ...fields }: FinalDecision, ifMatch?: number) =>
  perform(ctx, id, 'make-final-decision', {
    ifMatch,
    plan: async (inner, slv) => {
      const made = { ...prepared(slv), ...fields }
      const slvRequests = (await readRequests(inner, slv)).map(measured)
      const slvDecisionRequests = await readAnswers(inner, id)
      const problems = decisionProblems(decision, { ...slv, ...made, slvRequests, slvDecisionRequests })
      if (problems.length > 0) throw badRequest(problems)
      return {
        decision,
        set: { ...fields, temporaryStatus: null, decisionDate: inner.now },
        // The whole decision is told here: while it was prepared, nothing was.
        changes: changesBetween({}, made),
      }
    },
  })

const prepared = (slv: LockedSlv): DecisionFields =>
  Object.fromEntries(decisionFieldNames.map((name) => [name, slv[name]]))

/**
 * Starts the review, or opens a decided SLV again for a reason: one call of the spec, two rows of the table.
 * An SLV that is nobody's becomes the starter's.
 */
export const startReview = (
  ctx: Ctx,
  id: string,
  { reopenReason }: z.output<typeof StartReview> = {},
  ifMatch?: number,
) =>
  perform(ctx, id, (slv) => (isDecided(slv.status) ? 'reopen' : 'start-review-process'), {
    ifMatch,
    plan: ({ actor }, slv) => {
      const isReopened = isDecided(slv.status)
      if (isReopened && !reopenReason) throw badRequest([{ field: 'reopenReason', error: required }])
      return {
        set: { underwriterId: slv.underwriterId ?? actor.id, decisionDate: null },
        changes: slv.underwriterId ? [] : assigned('underwriterName', null, actor.name),
        comment: (isReopened && reopenReason) || null,
      }
    },
  })

/** The owner asks to withdraw; the SLV remembers where it was. */
export const setWithdrawPending = (
  ctx: Ctx,
  id: string,
  { withdrawReason }: z.output<typeof Withdraw>,
  ifMatch?: number,
) =>
  perform(ctx, id, 'set-withdraw-pending', {
    ifMatch,
    plan: (_, slv) => ({ set: { withdrawReason, statusBeforeWithdrawal: slv.status }, comment: withdrawReason }),
  })

/** The underwriter answers a withdrawal: approved it ends the round, declined the SLV goes back to where it was. */
export const answerWithdrawal = (
  ctx: Ctx,
  id: string,
  action: 'set-withdraw-approved' | 'set-withdraw-declined',
  ifMatch?: number,
) => perform(ctx, id, action, { ifMatch, plan: () => ({ set: { statusBeforeWithdrawal: null } }) })

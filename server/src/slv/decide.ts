import { decisionFieldNames, type FinalDecision, type Withdraw } from '@portal/contract/slv/bodies'
import { isDecided } from '@portal/contract/slv/status'
import type { z } from 'zod'
import { assigned, changesBetween } from '../history/changes.ts'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { readRequests } from '../slv-request/read.ts'
import type { LockedSlv } from './lock.ts'
import { perform } from './perform.ts'

/**
 * Decides the round. What the body leaves out stays as it was prepared. An approval needs a compensating factor
 * on each variance (product.md §2).
 */
export const makeFinalDecision = (ctx: Ctx, id: string, { decision, ...fields }: FinalDecision, ifMatch?: number) =>
  perform(ctx, id, 'make-final-decision', {
    ifMatch,
    plan: async (inner, slv) => {
      if (decision === 'APPROVED') await refuseUncompensated(inner, slv)
      return {
        decision,
        set: { ...fields, temporaryStatus: null, decisionDate: inner.now },
        // The whole decision is told here: while it was prepared, nothing was.
        changes: changesBetween({}, { ...prepared(slv), ...fields }),
      }
    },
  })

const prepared = (slv: LockedSlv) => Object.fromEntries(decisionFieldNames.map((name) => [name, slv[name]]))

async function refuseUncompensated(ctx: Ctx, slv: LockedSlv) {
  const requests = await readRequests(ctx, slv)
  if (requests.length === 0 && slv.type === 'PRE')
    throw badRequest([{ field: 'slvRequests', error: 'There is no variance to approve' }])
  const problems = requests.flatMap(({ compensatingFactors, reason }, index) =>
    compensatingFactors.length > 0
      ? []
      : [
          {
            field: `slvRequests.${index}.compensatingFactors`,
            error: `An approval needs a compensating factor for ${reason}`,
          },
        ],
  )
  if (problems.length > 0) throw badRequest(problems)
}

/**
 * Starts the review, or opens a decided SLV again: one call of the spec, two rows of the table.
 * An SLV that is nobody's becomes the starter's.
 */
export const startReview = (ctx: Ctx, id: string, ifMatch?: number) =>
  perform(ctx, id, (slv) => (isDecided(slv.status) ? 'reopen' : 'start-review-process'), {
    ifMatch,
    plan: ({ actor }, slv) => ({
      set: { underwriterId: slv.underwriterId ?? actor.id, decisionDate: null },
      changes: slv.underwriterId ? [] : assigned('underwriterName', null, actor.name),
    }),
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

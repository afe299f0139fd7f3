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
import { finishConditions, reopenConditions } from '../save-conditions.ts'

/**
 * Makes the decision on the round. Fields missing from the body keep their
 * prepared values.
 */
export const makeFinalDecision = performing(
  'make-final-decision',
  async (ctx, slv, body) => {
    const { decision, conditions, suggestedPrice: seen, ...fields } = body
    const { round, ...read } = await readForDecision(ctx, slv)
    const lock = readRateLock(ctx, slv)
    const prepared = finalFields(decision, {
      ...getPreparedFields(slv, decision, read.lastDecision),
      ...fields,
      goodUntil:
        fields.goodUntil ??
        slv.goodUntil ??
        defaultGoodUntil(lock, read.approvalDays),
    })
    const { suggestion, suggestedTotal, hasOwnPrice } = checkPrice({
      decision,
      round,
      grid: read.grid,
      price: prepared.priceAdjustment,
      seen,
    })
    const problems = [
      ...decisionProblems(decision, {
        type: slv.type,
        suggestedTotal,
        ...prepared,
        ...round,
      }),
      ...goodUntilProblems(decision, prepared.goodUntil, lock),
    ]
    if (problems.length > 0) throw badRequest(problems)

    const final = hasOwnPrice ? prepared : { ...prepared, priceReason: null }
    const subjectTo = await finishConditions(ctx, slv, {
      decision,
      prepared: read.conditions,
      wanted: conditions,
    })
    const authority = await findDeciders(ctx, slv, read.level)
    const refusal = authorityRefusal(authority, {
      variances: read.approvedVariances,
      findings: round.findings,
      loanAmount: slv.loanAmount,
      priceAdjustment: final.priceAdjustment ?? null,
      suggestedPrice: suggestedTotal,
    })
    // Preparing a decision writes no history, so the whole decision is recorded
    // here.
    const recorded = { ...final, suggestedPrice: suggestedTotal }
    return {
      decision: { decision, refusal },
      set: {
        ...final,
        suggestedPrice: suggestion && JSON.stringify(suggestion),
        temporaryStatus: null,
        decisionDate: ctx.now,
      },
      changes: [...changesBetween({}, recorded), ...subjectTo],
    }
  },
)

const readRateLock = ({ now }: Ctx, { lockExpirationDate }: LockedSlv) => ({
  today: civil(now).day,
  lockExpirationDate,
})

type LastDecision = { toStatus: SlvStatus; changes: Change[] } | undefined

function getPreparedFields(
  slv: LockedSlv,
  decision: Decision,
  last: LastDecision,
) {
  const prepared = pick(slv, decisionFieldNames)
  return isCommentOutdated(slv, decision, last)
    ? { ...prepared, decisionComment: null }
    : prepared
}

/**
 * Whether the comment is still that of this round's last decision, which was
 * another one: conditions of an approval are no reason for a denial, nor the
 * reverse.
 */
function isCommentOutdated(
  { decisionComment }: LockedSlv,
  decision: Decision,
  last: LastDecision,
): boolean {
  if (!last || last.toStatus === decision) return false
  const said = last.changes.find(({ field }) => field === 'decisionComment')
  return said?.after === decisionComment
}

/** Starts the review, or reopens a decided SLV for a reason. */
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
      plan: (inner, slv) =>
        isDecided(slv.status)
          ? planReopening(inner, slv, reopenReason)
          : planStart(inner, slv),
    },
  )

/** An SLV without an active underwriter becomes the actor's. */
async function planStart({ db, actor }: Ctx, { underwriterId }: LockedSlv) {
  const cleared = { decisionDate: null, suggestedPrice: null }
  const underwriter =
    underwriterId && (await activeUnderwriter(db, underwriterId))
  if (underwriter) return { set: cleared, changes: [] }
  const before = await findName(db, underwriterId)
  return {
    set: { ...cleared, underwriterId: actor.id },
    changes: assigned('underwriterName', before, actor.name),
  }
}

async function planReopening(
  ctx: Ctx,
  slv: LockedSlv,
  reason: string | undefined,
) {
  if (!reason) throw badRequest([{ field: 'reopenReason', error: required }])
  const start = await planStart(ctx, slv)
  const coverages = await reapplyCoverages(ctx, slv)
  const conditions = await reopenConditions(ctx, slv)
  return {
    // The next approval gets a new last day.
    set: { ...start.set, goodUntil: null, ...coverages },
    changes: [...start.changes, ...conditions],
    comment: reason,
  }
}

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

import { civil } from '@portal/contract/sla/calendar'
import { type Need, needs } from '@portal/contract/slv/needs'
import { isSeller } from '@portal/contract/user/policy'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { needsSince, unansweredComment } from '../../lib/unanswered-comment.ts'
import { hasOpenConditions } from '../read-conditions.ts'
import { areAnswersUnsent } from '../review/find-missing.ts'
import { expectedOrdinal, isOpen } from './clock-sql.ts'

/** A draft that was never sent, or of a new round. */
export const isDraft = sql<boolean>`(slv.status = 'DRAFT' or slv.resubmission is not null)`

/**
 * The comment of the buyer that an open SLV's seller side has not answered, as
 * SQL on `slv`; null if none.
 */
export const unansweredOnSlv = (
  ctx: Pick<Ctx, 'actor' | 'now'>,
): RawBuilder<string | null> =>
  sql<
    string | null
  >`case when ${isOpen('SLV')} then ${unansweredComment(ctx, 'slv')} end`

/**
 * `needsYou` of a row, as SQL on `slv`: what it needs from the seller's side;
 * null if nothing. BDDs see neither drafts nor withdrawals as their own.
 */
export const findNeed = (
  ctx: Pick<Ctx, 'actor' | 'now'>,
): RawBuilder<Need | null> => {
  const ofSellers = isSeller(ctx.actor)
    ? sql`
      when ${isDraft} then 'DRAFT'
      when slv.status = 'WITHDRAW_PENDING' then 'WITHDRAWAL'`
    : sql``
  const isDenied = sql`slv.status = 'DECLINED'
        and slv.resubmission is null
        and slv.decision_date >= ${needsSince(ctx.now)}`
  const today = civil(ctx.now).day
  // Conditions of an expired approval can't be answered.
  const isCurrent = sql`slv.resubmission is null
        and coalesce(slv.good_until >= ${today}::date, true)`
  return sql<Need | null>`
    case
      when ${areAnswersUnsent} then 'UNSENT'
      when slv.status = 'PENDING_DOCUMENTS' then 'DOCUMENTS'
      when ${unansweredOnSlv(ctx)} is not null then 'COMMENT'
      when ${isCurrent} and ${hasOpenConditions('UNANSWERED')} then 'CONDITIONS'
      when ${isDenied} then 'DENIED'
      ${ofSellers}
    end`
}

/**
 * The order of a list by next step: what needs the seller's side, the most
 * urgent first; then what the buyer has, by the expected day; then the rest,
 * newest first.
 */
export const needOrder = (ctx: Ctx): RawBuilder<number> => {
  const ranks = needs.map(
    (need, rank) => sql`when ${sql.lit(need)} then ${sql.lit(rank)}`,
  )
  const rank = sql`
    case ${findNeed(ctx)}
      ${sql.join(ranks, sql` `)}
      else ${sql.lit(needs.length)} + (not ${isOpen('SLV')})::int
    end`
  const daysSinceEpoch = sql`extract(epoch from coalesce(slv.date, slv.created_at))::int / 86400`
  // Ordinals and days are below 100,000, so that the rank decides first.
  return sql<number>`(${rank}) * 100000 + coalesce(${expectedOrdinal(ctx)}, 50000 - ${daysSinceEpoch})`
}

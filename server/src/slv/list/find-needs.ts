import { civil } from '@portal/contract/sla/calendar'
import { type Need, needDays, needs } from '@portal/contract/slv/needs'
import { isSeller } from '@portal/contract/user/policy'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { hasOpenConditions } from '../read-conditions.ts'
import { expectedOrdinal, isOpen } from './clock-sql.ts'

/** A draft that was never sent, or of a new round. */
export const isDraft = sql<boolean>`(slv.status = 'DRAFT' or slv.resubmission is not null)`

/** The earliest instant of a denial or a comment that needs the seller. */
const since = (now: Date) => new Date(now.getTime() - needDays * 86_400_000)

/** Whether the last comment that the seller reads is not from their side. */
const isCommentUnanswered = ({ now }: Pick<Ctx, 'now'>) => sql<boolean>`
  coalesce(
    (
      select author.company_id <> slv.company_id and last.created_at >= ${since(now)}
      from (
        select author_id, created_at
        from comment
        where slv_id = slv.id
          and type = 'EXTERNAL'
          and deleted_at is null
        order by id desc
        limit 1
      ) last
      join app_user author on author.id = last.author_id
    ),
    false
  )`

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
        and slv.decision_date >= ${since(ctx.now)}`
  const today = civil(ctx.now).day
  // Conditions of an expired approval can't be answered.
  const isCurrent = sql`slv.resubmission is null
        and coalesce(slv.good_until >= ${today}::date, true)`
  return sql<Need | null>`
    case
      when slv.status = 'PENDING_DOCUMENTS' then 'DOCUMENTS'
      when ${isOpen('SLV')} and ${isCommentUnanswered(ctx)} then 'COMMENT'
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

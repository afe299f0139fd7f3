import {
  type TdocStatus,
  type TprResponse,
  tdocStatuses,
  tprResponses,
} from '@portal/contract/tdoc/model'
import { type TdocNeed, tdocNeeds } from '@portal/contract/tdoc/needs'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { unansweredComment } from '../../lib/unanswered-comment.ts'

const statusPlace = (status: TdocStatus) =>
  sql.lit(tdocStatuses.indexOf(status) + 1)
const responsePlace = (response: TprResponse) =>
  sql.lit(tprResponses.indexOf(response) + 1)

/** Whether a Tdoc isn't complete, as the index `tdoc_open` says it. */
export const isIncomplete = sql<boolean>`tdoc.status_place < 3`

/**
 * The comment of the buyer that an incomplete Tdoc's reviewers have not
 * answered, as SQL on `tdoc`; null if none.
 */
export const unansweredOnTdoc = (
  ctx: Pick<Ctx, 'actor' | 'now'>,
): RawBuilder<string | null> =>
  sql<
    string | null
  >`case when ${isIncomplete} then ${unansweredComment(ctx, 'tdoc')} end`

/**
 * `needsYou` of a row, as SQL on `tdoc`: what it needs from the reviewers of its
 * vendor; null if nothing. Reads only columns of the index `tdoc_open`.
 */
export const findNeed = (
  ctx: Pick<Ctx, 'actor' | 'now'>,
): RawBuilder<TdocNeed | null> =>
  sql<TdocNeed | null>`
    case
      when tdoc.status_place = ${statusPlace('COMPLETE')} then null
      when tdoc.status_place = ${statusPlace('NEW')} and tdoc.is_returned then 'RETURNED'
      when ${unansweredOnTdoc(ctx)} is not null then 'COMMENT'
      when tdoc.status_place = ${statusPlace('REVIEW_PENDING')}
        and tdoc.response_place = ${responsePlace('NOT_REVIEWED')} then 'REVIEW'
      when tdoc.response_place is null then 'RESPOND'
    end`

/** Whether a Tdoc needs its reviewers. */
export const needsReviewers = (ctx: Pick<Ctx, 'actor' | 'now'>) =>
  sql<boolean>`(${isIncomplete} and ${findNeed(ctx)} is not null)`

/**
 * The order of a reviewer's list: what needs them, the most urgent first and the
 * longest wait first; then what the buyer has, by `daysLeft`; then the complete
 * ones, newest first.
 */
export const needOrder = (
  ctx: Pick<Ctx, 'actor' | 'now'>,
  daysLeft: RawBuilder<number>,
): RawBuilder<number> => {
  const ranks = tdocNeeds.map(
    (need, rank) => sql`when ${sql.lit(need)} then ${sql.lit(rank)}`,
  )
  const buyerRank = sql.lit(tdocNeeds.length)
  const rank = sql`
    case ${findNeed(ctx)}
      ${sql.join(ranks, sql` `)}
      else ${buyerRank} + (not ${isIncomplete})::int
    end`
  const daysSinceEpoch = (column: string) =>
    sql`extract(epoch from ${sql.ref(column)})::int / 86400`
  // Days are below 100,000, so that the rank decides first.
  return sql<number>`
    (${rank}) * 100000 + case
      when not ${isIncomplete} then 50000 - ${daysSinceEpoch('tdoc.completed_date')}
      when (${rank}) = ${buyerRank} then 50000 + coalesce(${daysLeft}, 0)
      else ${daysSinceEpoch('tdoc.tdoc_received_date')}
    end`
}

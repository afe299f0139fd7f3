import { dayMs } from '@portal/contract/sla/calendar'
import { needDays } from '@portal/contract/slv/needs'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from './ctx.ts'

/** Needs end after `needDays`: the earliest instant of what still needs someone. */
export const needsSince = (now: Date) =>
  new Date(now.getTime() - needDays * dayMs)

/** Whose answer a comment needs, as columns of the SLV or the Tdoc. */
const columns = {
  slv: { subject: sql.ref('slv_id'), company: sql.ref('slv.company_id') },
  tdoc: { subject: sql.ref('tdoc_id'), company: sql.ref('tdoc.vendor_id') },
}

/**
 * The id of the last comment that the seller or the vendor reads on an SLV or a
 * Tdoc, as SQL, if it is recent, from the other side, and neither their company
 * nor the actor said that it needs no answer; null otherwise.
 */
export const unansweredComment = (
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  topic: keyof typeof columns,
): RawBuilder<string | null> => {
  const { subject, company } = columns[topic]
  return sql<string | null>`
    (
      select last.id
      from (
        select id, author_id, created_at
        from comment
        where ${subject} = ${sql.ref(`${topic}.id`)}
          and type = 'EXTERNAL'
          and deleted_at is null
        order by id desc
        limit 1
      ) last
      join app_user author on author.id = last.author_id
      where author.company_id <> ${company}
        and last.created_at >= ${needsSince(now)}
        and not exists (
          select
          from comment_dismissal
          join app_user person on person.id = comment_dismissal.user_id
          where comment_dismissal.comment_id = last.id
            and (person.id = ${actor.id} or person.company_id = ${company})
        )
    )`
}

import type { Condition, NewCondition } from '@portal/contract/condition/model'
import { listOpen } from '@portal/contract/condition/texts'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { LockedSlv } from './lock.ts'

/** The conditions of the round in effect, as JSON of a row of `slv`. */
export const conditionsJson = sql<Condition[]>`coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id', c.id,
            'text', c.text,
            'timing', c.timing,
            'dueOn', c.due_on,
            'libraryId', c.library_id,
            'status', c.status,
            'reason', c.reason,
            'by', marker.name,
            'at', c.marked_at,
            'message', c.message,
            'documentId', answer.id,
            'documentName', answer.name,
            'answeredBy', answerer.name,
            'answeredAt', c.answered_at
          )
          order by c.position, c.id
        )
      from slv_condition c
        left join app_user marker on marker.id = c.marked_by_id
        left join app_user answerer on answerer.id = c.answered_by_id
        left join document answer on answer.id = c.document_id
      where c.slv_id = slv.id
        and c.resubmit_count = slv.resubmit_count
    ),
    '[]'
  )`.as('conditions')

const iso = (at: string | null) => at && new Date(at).toISOString()

/** A condition with its times as ISO strings. */
export const presentCondition = (condition: Condition): Condition => ({
  ...condition,
  at: iso(condition.at),
  answeredAt: iso(condition.answeredAt),
})

type OpenOrCleared = Pick<Condition, 'status' | 'dueOn'> & {
  answeredAt: Date | string | null
}

/**
 * How many conditions of an approval are open, and the first day on which an
 * answer is due.
 */
export const summarizeOpen = (conditions: readonly OpenOrCleared[]) => {
  const open = listOpen(conditions)
  const days = open
    .filter(({ answeredAt }) => answeredAt === null)
    .flatMap(({ dueOn }) => dueOn ?? [])
    .toSorted()
  return { openConditions: open.length, conditionDueOn: days[0] ?? null }
}

const kindsOfOpen = {
  OPEN: sql`true`,
  ANSWERED: sql`c.answered_at is not null`,
  UNANSWERED: sql`c.answered_at is null`,
}

/** The open conditions of the approval in effect of a row of `slv`. */
const openIn = sql`
  from slv_condition c
  where c.slv_id = slv.id
    and c.resubmit_count = slv.resubmit_count
    and c.status = 'OPEN'
    and slv.status = 'APPROVED'`

/** Whether the approval of a row of `slv` has such open conditions, as SQL. */
export const hasOpenConditions = (which: keyof typeof kindsOfOpen) =>
  sql<boolean>`exists (select ${openIn} and ${kindsOfOpen[which]})`

/** Whether an answer to one of them was due before a day in New York. */
export const hasOverdueConditions = (today: string) =>
  sql<boolean>`exists (
    select ${openIn}
      and ${kindsOfOpen.UNANSWERED}
      and c.due_on < ${today}::date
  )`

/** `summarizeOpen` as SQL, without the conditions. */
export const openSummary = {
  openConditions: sql<number | null>`
    case
      when slv.status = 'APPROVED' then (select count(*)::int ${openIn})
    end`,
  conditionDueOn: sql<
    string | null
  >`(select min(c.due_on) ${openIn} and ${kindsOfOpen.UNANSWERED})`,
}

type Round = Pick<LockedSlv, 'id' | 'resubmitCount' | 'resubmission'>

/** The round whose decision is in effect or is being prepared. */
export const decisionRound = ({
  resubmitCount,
  resubmission,
}: Round): number => (resubmission ? resubmitCount - 1 : resubmitCount)

/** The conditions of an SLV, in their order. */
export const selectConditions = ({ db }: Ctx, slv: Round) =>
  db
    .selectFrom('slvCondition')
    .where('slvId', '=', slv.id)
    .where('resubmitCount', '=', decisionRound(slv))
    .orderBy('position')
    .orderBy('id')

/** The conditions of the decision that is being prepared. */
export const selectPrepared = (ctx: Ctx, slv: Round) =>
  selectConditions(ctx, slv)
    .select(['text', 'timing', 'dueOn', 'libraryId'])
    .$narrowType<NewCondition>()

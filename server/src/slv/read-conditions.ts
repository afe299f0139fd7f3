import type { Condition, NewCondition } from '@portal/contract/condition/model'
import {
  conditionLine,
  conditionWithStatus,
  listOpen,
} from '@portal/contract/condition/texts'
import type { Change } from '@portal/contract/history/model'
import type { Decision } from '@portal/contract/slv/status'
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

/** How many conditions of an approval are open, and the first due day. */
export const summarizeOpen = (
  conditions: readonly Pick<Condition, 'status' | 'dueOn'>[],
) => {
  const open = listOpen(conditions)
  const days = open.flatMap(({ dueOn }) => dueOn ?? []).toSorted()
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

/** Whether it has open conditions that were due before a day in New York. */
export const hasOverdueConditions = (today: string) =>
  sql<boolean>`exists (select ${openIn} and c.due_on < ${today}::date)`

/** `summarizeOpen` as SQL, without the conditions. */
export const openSummary = {
  openConditions: sql<number | null>`
    case
      when slv.status = 'APPROVED' then (select count(*)::int ${openIn})
    end`,
  conditionDueOn: sql<string | null>`(select min(c.due_on) ${openIn})`,
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

/**
 * Replaces the conditions of a decision that is being prepared. Returns whether
 * anything changed.
 */
export const prepareConditions = async (
  ctx: Ctx,
  slv: LockedSlv,
  wanted: readonly NewCondition[],
): Promise<boolean> =>
  replaceConditions(ctx, slv, {
    before: await selectPrepared(ctx, slv).execute(),
    wanted,
  })

type Replacement = {
  before: readonly NewCondition[]
  wanted: readonly NewCondition[]
}

async function replaceConditions(
  ctx: Ctx,
  slv: LockedSlv,
  { before, wanted }: Replacement,
): Promise<boolean> {
  const toText = ({ text, timing, dueOn, libraryId }: NewCondition) =>
    JSON.stringify([text, timing, dueOn, libraryId])
  const isSame = before.map(toText).join('\n') === wanted.map(toText).join('\n')
  if (isSame) return false
  await ctx.db
    .deleteFrom('slvCondition')
    .where('slvId', '=', slv.id)
    .where('resubmitCount', '=', decisionRound(slv))
    .execute()
  if (wanted.length > 0)
    await ctx.db
      .insertInto('slvCondition')
      .values(
        wanted.map((condition, position) => ({
          ...condition,
          position,
          slvId: slv.id,
          resubmitCount: decisionRound(slv),
        })),
      )
      .execute()
  return true
}

type FinalConditions = {
  decision: Decision
  prepared: readonly NewCondition[]
  /** Those of the decision's own body. */
  wanted: readonly NewCondition[] | undefined
}

/**
 * The conditions of a final decision, for the history: those of its body,
 * otherwise the prepared ones. Only an approval has conditions.
 */
export async function finishConditions(
  ctx: Ctx,
  slv: LockedSlv,
  { decision, prepared, wanted = prepared }: FinalConditions,
): Promise<Change[]> {
  const final = decision === 'APPROVED' ? wanted : []
  await replaceConditions(ctx, slv, { before: prepared, wanted: final })
  if (final.length === 0) return []
  const after = final.map(conditionLine).join('\n')
  return [{ field: 'conditions', before: null, after }]
}

/**
 * The conditions of a reopened decision are those of its draft: open, without
 * answers. Returns what they were, for the history.
 */
export async function reopenConditions(
  ctx: Ctx,
  slv: LockedSlv,
): Promise<Change[]> {
  const rows = await selectConditions(ctx, slv)
    .select(['text', 'timing', 'dueOn', 'status'])
    .$narrowType<Pick<Condition, 'text' | 'timing' | 'dueOn' | 'status'>>()
    .execute()
  if (rows.length === 0) return []
  await ctx.db
    .updateTable('slvCondition')
    .set({
      status: 'OPEN',
      reason: null,
      markedById: null,
      markedAt: null,
      message: null,
      documentId: null,
      answeredById: null,
      answeredAt: null,
      dueSoonNotifiedAt: null,
      overdueNotifiedAt: null,
    })
    .where('slvId', '=', slv.id)
    .where('resubmitCount', '=', decisionRound(slv))
    .execute()
  const before = rows.map(conditionWithStatus).join('\n')
  return [{ field: 'conditions', before, after: null }]
}

import { isDeepStrictEqual } from 'node:util'
import type { Condition, NewCondition } from '@portal/contract/condition/model'
import {
  conditionLine,
  conditionWithStatus,
} from '@portal/contract/condition/texts'
import type { Change } from '@portal/contract/history/model'
import type { Decision } from '@portal/contract/slv/status'
import type { Ctx } from '../lib/ctx.ts'
import type { LockedSlv } from './lock.ts'
import {
  decisionRound,
  selectConditions,
  selectPrepared,
} from './read-conditions.ts'

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
  if (isDeepStrictEqual(before, wanted)) return false
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

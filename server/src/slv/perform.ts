import type { Change } from '@portal/contract/history/api'
import { type Decision, slvStatusLabels, statusFor, storedStatuses } from '@portal/contract/slv/status'
import { nextStatus, type SlvAction, verdict } from '@portal/contract/slv/transitions'
import type { Updateable } from 'kysely'
import { writeHistory } from '../history/write.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { DB } from '../lib/db-types.ts'
import { conflict, forbidden, notFound, stale, violates } from '../lib/errors.ts'
import { getDetail } from './detail.ts'
import { type LockedSlv, lockSlv } from './lock.ts'
import { moveClocks } from './move-clocks.ts'
import { tellOfMove } from './notify.ts'

type Columns = Omit<Updateable<DB['slv']>, 'id' | 'status' | 'version' | 'updatedAt'>

/** What a verb adds to a move: columns to set, the word that goes with it, what it changed, the decision it makes. */
export type Plan = {
  set?: Columns
  comment?: string | null
  changes?: Change[]
  decision?: Decision
  /** The round recorded in the history; by default the SLV's own. */
  round?: number
  /** Leaves no trace in the history: a seller's own draft before it is sent. */
  untold?: boolean
}

type Options = {
  /** The version that the asker last saw. */
  ifMatch?: number | undefined
  /** The verb's own part: asked under the lock, after the table has agreed. May write rows of its own; throws to refuse. */
  plan?: (ctx: Ctx, slv: LockedSlv) => Promise<Plan> | Plan
}

/**
 * Moves one SLV along one row of the transition table, with its ledger and its history, in one transaction,
 * and answers with the SLV as the actor now sees it. Throws 404 unseen, 403 without the right, 409 wrong state or turn, 412 stale.
 */
export const perform = (
  ctx: Ctx,
  id: string,
  actionFor: SlvAction | ((slv: LockedSlv) => SlvAction),
  options: Options = {},
) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    const action = typeof actionFor === 'string' ? actionFor : actionFor(slv)
    await admit(inner, slv, action)
    if (options.ifMatch !== undefined && options.ifMatch !== slv.version) throw stale()
    await move(inner, slv, action, (await options.plan?.(inner, slv)) ?? {})
    return getDetail(inner, id)
  })

/** Lets an action pass, or refuses it with the reason. */
export async function admit(ctx: Ctx, slv: LockedSlv, action: SlvAction) {
  const answer = verdict(ctx.actor, slv, action)
  switch (answer.kind) {
    case 'ALLOWED':
      return
    case 'FORBIDDEN':
      throw forbidden('You do not have the permission for this')
    case 'UNSEEN':
      throw notFound('SLV')
    case 'WRONG_STATUS':
      throw conflict(await whereItStands(ctx, slv))
    case 'NOT_YOUR_TURN':
      throw conflict('This SLV is in the hands of somebody else')
    case 'REFUSED':
      throw conflict(answer.why)
  }
}

/** Writes one move of an SLV that is locked and admitted, and tells whom it concerns. Nothing else sets the status of an SLV that exists. */
export async function move(
  ctx: Ctx,
  slv: LockedSlv,
  action: SlvAction,
  { set, comment, changes, decision, round, untold }: Plan,
) {
  const to = nextStatus(slv, action, decision)
  if (to === null) throw new Error(`${action} deletes the SLV`)
  const figures = to === slv.status ? {} : await moveClocks(ctx, slv, to)
  // A draft of the next round leaves the status in effect.
  const status = to === 'DRAFT_RESUBMITTED' ? {} : { status: to }
  const columns = { ...figures, ...set, ...status, version: slv.version + 1, updatedAt: ctx.now }
  await ctx.db
    .updateTable('slv')
    .set(columns)
    .where('id', '=', slv.id)
    .execute()
    .catch((error) => {
      throw violates(error, 'slv_one_open_per_loan') ? conflict('This loan has another open SLV') : error
    })
  if (untold) return
  await writeHistory(ctx, {
    slvId: slv.id,
    action,
    fromStatus: slv.status,
    toStatus: to,
    resubmitCount: round ?? slv.resubmitCount,
    comment: comment ?? null,
    changes: changes ?? [],
  })
  await tellOfMove(ctx, action, { ...slv, ...set, status: to })
}

/** Gives a locked SLV its next version, for a change beside its columns; returns it. */
export async function touch(ctx: Ctx, slv: LockedSlv): Promise<number> {
  const version = slv.version + 1
  await ctx.db.updateTable('slv').set({ version, updatedAt: ctx.now }).where('id', '=', slv.id).execute()
  return version
}

/** 'The SLV is Approved now, by Ana Ortiz': the present status as the actor may know it, and who brought it there. */
export const whereItStands = async (ctx: Ctx, slv: LockedSlv) => {
  const shown = statusFor(ctx.actor.role, slv.status)
  const sentence = `The SLV is ${slvStatusLabels[shown]} now`
  // Naming somebody for one of several statuses that look the same would tell which of them it is.
  if (storedStatuses(ctx.actor.role, [shown]).length > 1) return sentence
  const last = await ctx.db
    .selectFrom('slvHistory')
    .innerJoin('appUser', 'appUser.id', 'slvHistory.actorId')
    .select('appUser.name')
    .where('slvHistory.slvId', '=', slv.id)
    .where('slvHistory.toStatus', '=', slv.status)
    .whereRef('slvHistory.fromStatus', 'is distinct from', 'slvHistory.toStatus')
    .where('slvHistory.action', '!=', 'discard-draft')
    .orderBy('slvHistory.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? `${sentence}, by ${last.name}` : sentence
}

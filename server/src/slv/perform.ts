import type { Change } from '@portal/contract/history/model'
import { isOneOf, pick } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvMove, slvMoves } from '@portal/contract/slv/api'
import {
  changesVisibility,
  type ProposedDecision,
} from '@portal/contract/slv/policy'
import {
  closedStatuses,
  type SlvStatus,
  slvStatusLabels,
  statusFor,
  storedStatuses,
} from '@portal/contract/slv/status'
import {
  nextStatus,
  type SlvAction,
  verdict,
} from '@portal/contract/slv/transitions'
import type { Updateable } from 'kysely'
import type { z } from 'zod'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { DB } from '../lib/database/db-types.ts'
import { conflict, refuseStale, violates } from '../lib/errors.ts'
import { publish } from '../lib/publish.ts'
import { refuseUnlessAllowed } from '../lib/refuse.ts'
import { getDetail } from './detail.ts'
import { type LockedSlv, lockSlv, type SlvWithFacts } from './lock.ts'
import { moveClocks } from './move-clocks.ts'
import { notifyTransition, withFinishedViewed } from './notify.ts'
import { writeEvent } from './write-history.ts'

/** Columns that a verb may set. */
export type Columns = Omit<
  Updateable<DB['slv']>,
  'id' | 'status' | 'version' | 'updatedAt'
>

/**
 * What a verb adds to a transition: columns to set, a comment, changes for the
 * history, and the decision with what it approves.
 */
export type Plan = {
  set?: Columns
  comment?: string | null
  changes?: Change[]
  decision?: ProposedDecision
  /** The round recorded in the history; by default the SLV's own. */
  round?: number
  /** Writes no history: edits of a draft that was never sent. */
  skipsHistory?: boolean
}

type Options = {
  /** The version that the caller last saw. */
  ifMatch?: number | undefined
  /**
   * Runs under the lock once the transition is allowed. May write other rows;
   * throws to refuse.
   */
  plan?: (ctx: Ctx, slv: LockedSlv) => Promise<Plan> | Plan
}

/**
 * Performs one transition in one transaction. Returns the SLV as the actor sees
 * it. Throws 404 if they may not see it, 403 without the right, 409 in the
 * wrong status or turn, 412 if stale.
 */
export async function perform(
  ctx: Ctx,
  id: string,
  actionFor: SlvAction | ((slv: LockedSlv) => SlvAction),
  options: Options = {},
): Promise<SlvDetail> {
  await transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    const action = typeof actionFor === 'string' ? actionFor : actionFor(slv)
    await admit(inner, slv, action)
    refuseStale(slv, options.ifMatch)
    await move(inner, slv, action, (await options.plan?.(inner, slv)) ?? {})
  })
  return getDetail(ctx, id)
}

type MoveBody<A extends SlvMove> = z.output<(typeof slvMoves)[A]['body']>

/** A verb that performs an action by a plan made from the body of its call. */
export const performing =
  <A extends SlvMove>(
    action: A,
    plan: (ctx: Ctx, slv: LockedSlv, body: MoveBody<A>) => Promise<Plan> | Plan,
  ) =>
  (ctx: Ctx, id: string, body: MoveBody<A>, ifMatch?: number) =>
    perform(ctx, id, action, {
      ifMatch,
      plan: (inner, slv) => plan(inner, slv, body),
    })

export const admit = (
  ctx: Ctx,
  slv: SlvWithFacts,
  action: SlvAction,
  proposed?: ProposedDecision,
) =>
  refuseUnlessAllowed(verdict(ctx.actor, slv, action, proposed), {
    noun: 'SLV',
    describeStatus: () => describeCurrentStatus(ctx, slv),
  })

/**
 * Writes an allowed transition of a locked SLV and notifies people. Nothing
 * else sets the status of an existing SLV, so no decision escapes the check of
 * what it approves.
 */
export async function move(
  outer: Ctx,
  slv: LockedSlv,
  action: SlvAction,
  { set, comment, changes, decision, round, skipsHistory }: Plan,
) {
  if (decision) await admit(outer, slv, action, decision)
  const to = nextStatus(slv, action, decision?.decision)
  if (to === null) throw new Error(`${action} deletes the SLV`)
  const ctx = { ...outer, now: changeTime(outer, slv) }
  const figures = to === slv.status ? {} : await moveClocks(ctx, slv, to)
  // During a draft resubmission the stored status stays in effect.
  const status = to === 'DRAFT_RESUBMITTED' ? {} : { status: to }
  const columns = {
    ...figures,
    ...set,
    ...status,
    version: slv.version + 1,
    updatedAt: ctx.now,
  }
  const isFinished = isOneOf(closedStatuses, to)
  const db = isFinished ? withFinishedViewed(ctx, slv.id) : ctx.db
  await db
    .updateTable('slv')
    .set(columns)
    .where('id', '=', slv.id)
    .execute()
    .catch((error) => {
      throw violates(error, 'slv_one_open_per_loan')
        ? conflict('This loan already has another open SLV')
        : error
    })
  publishVisibilityChange(ctx, slv, columns)
  if (skipsHistory) return
  await writeEvent(ctx, slv, {
    action,
    toStatus: to,
    resubmitCount: round,
    comment,
    changes,
  })
  await notifyTransition(ctx, action, { ...slv, ...set, status: to })
}

/** Now, but not before the SLV's last change: the clocks of nodes differ. */
export const changeTime = ({ now }: Ctx, { updatedAt }: SlvWithFacts): Date =>
  now < updatedAt ? updatedAt : now

const visibilityColumns = [
  'status',
  'sellerId',
  'underwriterId',
  'underwriterManagerId',
  'tradeDeskId',
] as const

type VisibilityColumn = (typeof visibilityColumns)[number]

/**
 * Publishes the change to the open pages of people who no longer see the SLV.
 */
export function publishVisibilityChange(
  ctx: Ctx,
  slv: LockedSlv,
  columns: Partial<Record<VisibilityColumn, unknown>> & {
    status?: SlvStatus
  },
) {
  const { status = slv.status } = columns
  const changed = visibilityColumns.filter((name) =>
    name === 'status'
      ? changesVisibility(slv.status, status)
      : columns[name] !== undefined && columns[name] !== slv[name],
  )
  if (changed.length > 0)
    publish(ctx.db, {
      kind: 'SLV',
      id: slv.id,
      isInternal: true,
      was: pick(slv, changed),
    })
}

/**
 * Bumps the version of a locked SLV after a change to a child table. Returns
 * the new version.
 */
export async function bumpVersion(ctx: Ctx, slv: LockedSlv): Promise<number> {
  const version = slv.version + 1
  await ctx.db
    .updateTable('slv')
    .set({ version, updatedAt: changeTime(ctx, slv) })
    .where('id', '=', slv.id)
    .execute()
  return version
}

/**
 * 'The SLV is now Approved, by Ana Ortiz': the status as the actor sees it, and
 * who set it.
 */
export const describeCurrentStatus = async (ctx: Ctx, slv: SlvWithFacts) => {
  const shown = statusFor(ctx.actor.role, slv.status)
  const sentence = `The SLV is now ${slvStatusLabels[shown]}`
  // The name would reveal which status it is.
  if (storedStatuses(ctx.actor.role, [shown]).length > 1) return sentence
  const last = await ctx.db
    .selectFrom('slvHistory')
    .innerJoin('appUser', 'appUser.id', 'slvHistory.actorId')
    .select('appUser.name')
    .where('slvHistory.slvId', '=', slv.id)
    .where('slvHistory.toStatus', '=', slv.status)
    .whereRef(
      'slvHistory.fromStatus',
      'is distinct from',
      'slvHistory.toStatus',
    )
    .where('slvHistory.action', '!=', 'discard-draft')
    .orderBy('slvHistory.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? `${sentence}, by ${last.name}` : sentence
}

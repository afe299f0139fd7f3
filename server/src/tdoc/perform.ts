import type { Change } from '@portal/contract/history/model'
import { type TdocStatus, tdocStatusLabels } from '@portal/contract/tdoc/model'
import {
  isReviewer,
  type TdocFacts,
  visibleVersion,
} from '@portal/contract/tdoc/policy'
import {
  type TdocAction,
  tdocTransitions,
  tdocVerdict,
} from '@portal/contract/tdoc/transitions'
import type { Updateable } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { DB } from '../lib/database/db-types.ts'
import { updateRows } from '../lib/database/update-rows.ts'
import { conflict, findConflicts, refuseMissing, stale } from '../lib/errors.ts'
import { refuseUnlessAllowed } from '../lib/refuse.ts'
import { writeTdocEvents } from './activity/write-history.ts'
import type { TdocRow } from './columns.ts'
import { type LockedTdoc, lockTdocs } from './lock.ts'
import { moveTdocClocks } from './move-clocks.ts'

type Columns = Omit<
  Updateable<DB['tdoc']>,
  | 'id'
  | 'status'
  | 'version'
  | 'buyerDays'
  | 'clockParty'
  | 'clockSince'
  | 'countedBy'
>

/**
 * What a verb changes of one Tdoc: columns to set, and changes for the activity
 * log. Null if nothing changes.
 */
type TdocPlan = { set?: Columns; changes?: Change[] } | null

type Facts = TdocRow & TdocFacts

export const admitTdoc = (ctx: Ctx, tdoc: Facts, action: TdocAction) =>
  refuseUnlessAllowed(tdocVerdict(ctx.actor, tdoc, action), {
    noun: 'Tdoc',
    describeStatus: () => describeCurrentStatus(ctx, tdoc),
  })

type Move = { tdoc: LockedTdoc } & NonNullable<TdocPlan>

/**
 * Writes an allowed transition of locked Tdocs; `at` is when it happened.
 * Nothing else sets the status of an existing Tdoc.
 */
export async function moveTdocs(
  ctx: Ctx,
  action: TdocAction,
  moves: readonly Move[],
  at = ctx.now,
): Promise<void> {
  const { to } = tdocTransitions[action]
  const moved = moves.map(({ tdoc, set, changes = [] }) => {
    const status: TdocStatus = to === 'SAME' ? tdoc.status : to
    const statusChange: Change[] =
      status === tdoc.status
        ? []
        : [{ field: 'status', before: tdoc.status, after: status }]
    return {
      tdoc,
      set,
      status,
      changes: [...statusChange, ...changes],
      after: { ...tdoc, ...set, status },
    }
  })
  const figures = await moveTdocClocks(ctx, moved, at)
  await updateRows(
    ctx.db,
    'tdoc',
    moved.map(({ tdoc, set, status }) => {
      const { id, version } = tdoc
      return { ...set, ...figures.get(id), id, status, version: version + 1 }
    }),
  )
  await writeTdocEvents(
    ctx,
    moved.map(({ tdoc, changes }) => ({ tdocId: tdoc.id, action, changes })),
  )
}

/**
 * Bumps the version of a locked Tdoc after a change to a child table, and sets
 * columns. Returns the new version.
 */
export async function bumpTdocVersion(
  ctx: Ctx,
  tdoc: LockedTdoc,
  set: Columns = {},
): Promise<number> {
  const version = tdoc.version + 1
  await ctx.db
    .updateTable('tdoc')
    .set({ ...set, version })
    .where('id', '=', tdoc.id)
    .execute()
  return version
}

/** Throws 412 if the caller has seen another version. */
export function checkVersion(
  { actor }: Pick<Ctx, 'actor'>,
  tdoc: LockedTdoc,
  ifMatch: number | undefined,
): void {
  if (ifMatch !== undefined && ifMatch !== visibleVersion(actor, tdoc))
    throw stale()
}

type Bulk = {
  action: TdocAction
  ids: readonly string[]
  /** The version that the caller last saw; only for a single Tdoc. */
  ifMatch?: number | undefined
  /** Runs once the rows are locked, before any is changed. Throws to refuse. */
  prepare?: (ctx: Ctx, tdocs: readonly LockedTdoc[]) => Promise<void>
  plan: (ctx: Ctx, tdoc: LockedTdoc) => Promise<TdocPlan> | TdocPlan
  notify?: (ctx: Ctx, before: LockedTdoc) => Promise<void>
}

/**
 * Performs a transition on all Tdocs or none, in one transaction, and names
 * those that can't be changed.
 */
export const performAll = (
  ctx: Ctx,
  { action, ids, ifMatch, prepare, plan, notify }: Bulk,
): Promise<string[]> =>
  transact(ctx, async (inner) => {
    const uniqueIds = [...new Set(ids)]
    const tdocs = await lockTdocs(inner, uniqueIds)
    refuseMissing('Tdoc', 'tdocIds', uniqueIds, tdocs)
    const refused = await findConflicts('tdocIds', tdocs, (tdoc) =>
      admitTdoc(inner, tdoc, action),
    )
    const [refusal, ...others] = refused
    if (refusal)
      throw conflict(
        others.length === 0
          ? refusal.error
          : `${refused.length} Tdocs cannot be changed`,
        refused,
      )
    const [only] = tdocs
    if (uniqueIds.length === 1 && only) checkVersion(inner, only, ifMatch)

    await prepare?.(inner, tdocs)
    const moves: Move[] = []
    for (const tdoc of tdocs) {
      const planned = await plan(inner, tdoc)
      if (planned !== null) moves.push({ tdoc, ...planned })
    }
    await moveTdocs(inner, action, moves)
    for (const { tdoc } of moves) await notify?.(inner, tdoc)
    return uniqueIds
  })

/** 'The Tdoc is now Complete, by Ana Ortiz'. Reviewers see no name. */
const describeCurrentStatus = async (ctx: Ctx, tdoc: Facts) => {
  const sentence = `The Tdoc is now ${tdocStatusLabels[tdoc.status]}`
  if (tdoc.completedById === null || isReviewer(ctx.actor)) return sentence
  const who = await ctx.db
    .selectFrom('appUser')
    .select('name')
    .where('id', '=', tdoc.completedById)
    .executeTakeFirst()
  return who ? `${sentence}, by ${who.name}` : sentence
}

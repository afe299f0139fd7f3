import type { Change } from '@portal/contract/history/api'
import { type TdocStatus, tdocStatusLabels } from '@portal/contract/tdoc/model'
import { isReviewer } from '@portal/contract/tdoc/policy'
import { type TdocAction, tdocTransitions, tdocVerdict } from '@portal/contract/tdoc/transitions'
import type { Updateable } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import { updateRows } from '../lib/database/update-rows.ts'
import type { DB } from '../lib/db-types.ts'
import { AppError, conflict, forbidden, notFound, stale } from '../lib/errors.ts'
import { type LockedTdoc, lockTdocs } from './lock.ts'
import { moveTdocClocks } from './move-clocks.ts'
import { writeTdocEvents } from './write-history.ts'

type Columns = Omit<
  Updateable<DB['tdoc']>,
  'id' | 'status' | 'version' | 'buyerDays' | 'clockParty' | 'clockSince' | 'countedBy'
>

/** What a verb makes of one Tdoc: columns to set, and how the activity log tells it. Null where nothing changes. */
export type TdocPlan = { set?: Columns; changes?: Change[] } | null

/** Lets an action pass, or refuses it with the reason. */
export async function admitTdoc(ctx: Ctx, tdoc: LockedTdoc, action: TdocAction) {
  const answer = tdocVerdict(ctx.actor, tdoc, action)
  switch (answer.kind) {
    case 'ALLOWED':
      return
    case 'FORBIDDEN':
      throw forbidden('You do not have the permission for this')
    case 'UNSEEN':
      throw notFound('Tdoc')
    case 'WRONG_STATUS':
      throw conflict(await whereItStands(ctx, tdoc))
    case 'NOT_NOW':
      throw conflict(answer.reason)
  }
}

type Move = { tdoc: LockedTdoc } & NonNullable<TdocPlan>

/**
 * Writes one move of each of these Tdocs, which are locked and admitted; `at` is when it happened, where that is not now.
 * Nothing else sets the status of a Tdoc that exists.
 */
export async function moveTdocs(ctx: Ctx, action: TdocAction, moves: readonly Move[], at = ctx.now): Promise<void> {
  const { to } = tdocTransitions[action]
  const moved = moves.map(({ tdoc, set, changes = [] }) => {
    const status: TdocStatus = to === 'SAME' ? tdoc.status : to
    const told: Change[] = status === tdoc.status ? [] : [{ field: 'status', before: tdoc.status, after: status }]
    return { tdoc, set, status, changes: [...told, ...changes], after: { ...tdoc, ...set, status } }
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

/** Gives a locked Tdoc its next version, for a change beside its columns, and what that changes of them; returns it. */
export async function touchTdoc(ctx: Ctx, tdoc: LockedTdoc, set: Columns = {}): Promise<number> {
  const version = tdoc.version + 1
  await ctx.db
    .updateTable('tdoc')
    .set({ ...set, version })
    .where('id', '=', tdoc.id)
    .execute()
  return version
}

type Bulk = {
  action: TdocAction
  ids: readonly string[]
  /** The version that the asker last saw, where they name one Tdoc alone. */
  ifMatch?: number | undefined
  /** What is asked once the rows are locked and before any is changed; throws to refuse. */
  prepare?: (ctx: Ctx, tdocs: readonly LockedTdoc[]) => Promise<void>
  plan: (ctx: Ctx, tdoc: LockedTdoc) => Promise<TdocPlan> | TdocPlan
  /** Tells whom a change concerns. */
  tell?: (ctx: Ctx, before: LockedTdoc) => Promise<void>
}

/**
 * Does the same to all of the Tdocs, or to none, in one transaction: rows are locked in the order of their ids, and each id
 * that cannot be changed is named with why. Answers with the ids, in the order in which they were asked for.
 */
export const performAll = (ctx: Ctx, { action, ids, ifMatch, prepare, plan, tell }: Bulk): Promise<string[]> =>
  transact(ctx, async (inner) => {
    const wanted = [...new Set(ids)]
    const tdocs = await lockTdocs(inner, wanted)
    const missing = wanted.filter((id) => !tdocs.some((tdoc) => tdoc.id === id))
    if (missing.length > 0) throw notFound('Tdoc', missing.map(named('Tdoc not found')))
    const refused = await refusals(inner, tdocs, action)
    if (refused.length > 0)
      throw conflict(
        refused.length === 1 ? (refused[0]?.error ?? '') : `${refused.length} Tdocs cannot be changed`,
        refused,
      )
    const [only] = tdocs
    if (wanted.length === 1 && ifMatch !== undefined && ifMatch !== only?.version) throw stale()

    await prepare?.(inner, tdocs)
    const moves: Move[] = []
    for (const tdoc of tdocs) {
      const planned = await plan(inner, tdoc)
      if (planned !== null) moves.push({ tdoc, ...planned })
    }
    await moveTdocs(inner, action, moves)
    for (const { tdoc } of moves) await tell?.(inner, tdoc)
    return wanted
  })

const named = (error: string) => (id: string) => ({ field: `tdocIds.${id}`, error })

async function refusals(ctx: Ctx, tdocs: readonly LockedTdoc[], action: TdocAction) {
  const problems = []
  for (const tdoc of tdocs) {
    try {
      await admitTdoc(ctx, tdoc, action)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      problems.push(named(error.message)(tdoc.id))
    }
  }
  return problems
}

/** 'The Tdoc is Complete now, by Ana Ortiz': the present status, and who brought it there; reviewers are told no name by it. */
const whereItStands = async (ctx: Ctx, tdoc: LockedTdoc) => {
  const sentence = `The Tdoc is ${tdocStatusLabels[tdoc.status]} now`
  if (tdoc.completedById === null || isReviewer(ctx.actor)) return sentence
  const who = await ctx.db.selectFrom('appUser').select('name').where('id', '=', tdoc.completedById).executeTakeFirst()
  return who ? `${sentence}, by ${who.name}` : sentence
}

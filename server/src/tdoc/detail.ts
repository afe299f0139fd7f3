import type { Tdoc } from '@portal/contract/tdoc/answers'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { presentTdoc } from './present.ts'
import { readTdocs, type TdocRecord } from './read-rows.ts'

export async function findTdoc(ctx: Ctx, id: string): Promise<TdocRecord> {
  const [tdoc] = await readTdocs(ctx.db, [id])
  if (!tdoc || !mayViewTdoc(ctx.actor, tdoc)) throw notFound('Tdoc')
  return tdoc
}

export const getTdoc = async (ctx: Ctx, id: string): Promise<Tdoc> =>
  presentTdoc(ctx, await findTdoc(ctx, id))

export const listVisible = async (
  ctx: Ctx,
  ids: readonly string[],
): Promise<Tdoc[]> =>
  (await readTdocs(ctx.db, ids))
    .filter((tdoc) => mayViewTdoc(ctx.actor, tdoc))
    .map((tdoc) => presentTdoc(ctx, tdoc))

/** Throws 404 if the actor may not see all of these Tdocs. */
export async function viewTdocs(
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ items: Tdoc[] }> {
  const uniqueIds = [...new Set(ids)]
  const items = await listVisible(ctx, uniqueIds)
  if (items.length < uniqueIds.length) throw notFound('Tdoc')
  return { items }
}

/**
 * Tdocs as the actor sees them after their own write, which has checked their
 * rights.
 */
export const getTdocs = async (
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ items: Tdoc[] }> => ({
  items: (await readTdocs(ctx.db, ids)).map((tdoc) => presentTdoc(ctx, tdoc)),
})

import { SlvListQuery } from '@portal/contract/slv/list-query'
import type { z } from 'zod'
import type { Ctx } from '../src/lib/ctx.ts'
import { listSlvs } from '../src/slv/list/list.ts'
import type { Makers } from './makers.ts'

export type SlvQuery = z.input<typeof SlvListQuery>

/** A list of SLVs, as its endpoint reads the query. */
export const list = (ctx: Ctx, query: SlvQuery = {}) =>
  listSlvs(ctx, SlvListQuery.parse(query))

/** The ids of a list's first 100 SLVs, in its order. */
export const idsIn = async (
  ctx: Ctx,
  query: SlvQuery = {},
): Promise<string[]> => {
  const { items } = await list(ctx, { size: 100, ...query })
  return items.map(({ id }) => id)
}

/** Someone who sees the department, and the query of its list. */
export const department = (a: Makers) => a.underwriter('viewSlvDepartment')
export const all = { tableMode: 'ALL' } as const

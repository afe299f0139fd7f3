import type { SlvListQuery } from '@portal/contract/slv/list-query'
import type { Ctx } from '../lib/ctx.ts'
import * as list from '../lib/database/list-query.ts'
import { readList } from './list.ts'

/** The ids of one of the actor's lists in its order, `most` at most. Throws 403 and 400 as `listSlvs` does. */
export async function findIds(ctx: Ctx, query: SlvListQuery, most: number): Promise<string[]> {
  return list.findIds(await readList(ctx, query), most)
}

/** How many SLVs one of the actor's lists has, to the end. Throws 403 and 400 as `listSlvs` does. */
export async function countList(ctx: Ctx, query: SlvListQuery): Promise<number> {
  return list.countRows(ctx.db, await readList(ctx, query))
}

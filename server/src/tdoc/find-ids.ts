import type { TdocListQuery } from '@portal/contract/tdoc/list-query'
import type { Ctx } from '../lib/ctx.ts'
import * as list from '../lib/database/list-query.ts'
import { readList } from './list.ts'

/** How many Tdocs a list has, over all of its pages. Throws 403 and 400 as the list does. */
export async function countList(ctx: Ctx, query: TdocListQuery): Promise<number> {
  return list.countRows(ctx.db, readList(ctx, query))
}

/** The ids of a list in its order, over all of its pages, `most` at most. Throws 403 and 400 as the list does. */
export async function findIds(ctx: Ctx, query: TdocListQuery, most: number): Promise<string[]> {
  return list.findIds(readList(ctx, query), most)
}

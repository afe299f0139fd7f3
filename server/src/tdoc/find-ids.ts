import { defaultSort, type TdocListQuery } from '@portal/contract/tdoc/list-query'
import type { Ctx } from '../lib/ctx.ts'
import { countFound, mostSorted } from './count.ts'
import { readFilter } from './filter.ts'
import { findFew } from './find-few.ts'
import { findPage } from './find-page.ts'

/** How many Tdocs a list has, over all of its pages. Throws 403 and 400 as the list does. */
export async function countList(ctx: Ctx, query: TdocListQuery): Promise<number> {
  const { shape, values } = readFilter(ctx, query)
  return countFound(ctx.db, values, shape)
}

/** The ids of a list in its order, over all of its pages, `most` at most. Throws 403 and 400 as the list does. */
export async function findIds(ctx: Ctx, query: TdocListQuery, most: number): Promise<string[]> {
  const filter = readFilter(ctx, query)
  const { tableMode, sortBy = defaultSort[tableMode], sortType } = query
  const shape = { ...filter.shape, sortBy, sortType }
  const values = { ...filter.values, size: most, offset: 0 }
  const count = await countFound(ctx.db, filter.values, filter.shape)
  if (count > mostSorted) return findPage(ctx.db, values, { ...shape, isBackward: false })
  return (await findFew(ctx.db, values, { ...shape, isCounting: false })).ids
}

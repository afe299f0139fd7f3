import type { DownloadCheck } from '@portal/contract/lib/paging'
import { mostWorkbookRows } from '@portal/contract/reporting/model'
import type { TdocListQuery } from '@portal/contract/tdoc/list-query'
import type { Ctx } from '../../lib/ctx.ts'
import { listVisible } from '../../tdoc/detail.ts'
import { countList, findIds } from '../../tdoc/list/list.ts'
import { tdocColumnsFor } from './columns.ts'
import { drawList } from './draw-list.ts'
import { describeTdocFilters } from './filters.ts'

type Options = { brandName: string; most?: number }

/** Writes one of the two tables of Tdocs as a workbook. Throws 403 and 400 as the list does, 400 for a list that is too long. */
export async function exportTdocs(
  ctx: Ctx,
  query: TdocListQuery,
  { brandName, most = mostWorkbookRows }: Options,
): Promise<AsyncGenerator<Buffer>> {
  const ids = await findIds(ctx, query, most + 1)
  const filters = await describeTdocFilters(ctx, query, brandName)
  const read = (some: string[]) => listVisible(ctx, some)
  return drawList(ctx, { brandName, what: 'Tdocs', filters, ids, most, read, ...tdocColumnsFor(brandName) })
}

export const checkTdocDownload = async (ctx: Ctx, query: TdocListQuery): Promise<DownloadCheck> => ({
  count: await countList(ctx, query),
  most: mostWorkbookRows,
})

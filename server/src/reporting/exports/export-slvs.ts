import type { DownloadCheck } from '@portal/contract/lib/paging'
import { mostWorkbookRows } from '@portal/contract/reporting/model'
import type { SlvListQuery } from '@portal/contract/slv/list-query'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../../lib/ctx.ts'
import { countList, findIds } from '../../slv/list/list.ts'
import { columnsFor } from './columns.ts'
import { drawList } from './draw-list.ts'
import { describeFilters } from './filters.ts'
import { listRows, readNames } from './list-rows.ts'

type Options = { brandName: string; most?: number }

/**
 * Writes one of the actor's lists as a workbook, in batches. Throws 403 and 400 as the list does, 400 for a list that
 * is too long.
 */
export async function exportSlvs(
  ctx: Ctx,
  query: SlvListQuery,
  { brandName, most = mostWorkbookRows }: Options,
): Promise<AsyncGenerator<Buffer>> {
  const ids = await findIds(ctx, query, most + 1)
  const filters = await describeFilters(ctx, query)
  const { actor, sla, now } = ctx
  const today = sla.days.ordinalAt(now)
  const columns = columnsFor({ role: actor.role, sla, today, names: await readNames(ctx) }, brandName)
  const read = (some: string[]) => listRows(ctx, some, !isSeller(actor))
  return drawList(ctx, { brandName, what: 'SLVs', filters, ids, most, read, ...columns })
}

export async function checkDownload(ctx: Ctx, query: SlvListQuery): Promise<DownloadCheck> {
  return { count: await countList(ctx, query), most: mostWorkbookRows }
}

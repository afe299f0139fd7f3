import type { DownloadCheck } from '@portal/contract/lib/paging'
import { maxWorkbookRows } from '@portal/contract/reporting/model'
import { clockForList } from '@portal/contract/slv/clocks'
import type { SlvListQuery } from '@portal/contract/slv/list-query'
import type { TdocListQuery } from '@portal/contract/tdoc/list-query'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../../lib/ctx.ts'
import { toMode } from '../../slv/list/filter.ts'
import * as slvList from '../../slv/list/list.ts'
import { listVisible } from '../../tdoc/detail.ts'
import * as tdocList from '../../tdoc/list/list.ts'
import { drawList } from './draw-list.ts'
import { columnsFor } from './draw-slv-columns.ts'
import { tdocColumnsFor } from './draw-tdoc-columns.ts'
import { describeFilters, describeTdocFilters } from './filters.ts'
import { listRows, readNames } from './list-rows.ts'

type Options = { brandName: string; most?: number }

/**
 * Writes one of the actor's lists as a workbook, in batches. Throws 403 and 400
 * as the list does, 400 for a list that is too long.
 */
export async function exportSlvs(
  ctx: Ctx,
  query: SlvListQuery,
  { brandName, most = maxWorkbookRows }: Options,
): Promise<AsyncGenerator<Buffer>> {
  const ids = await slvList.findIds(ctx, query, most + 1)
  const filters = await describeFilters(ctx, query, brandName)
  const { actor, sla, now } = ctx
  const today = sla.days.ordinalAt(now)
  const clock = clockForList({
    ...query,
    tableMode: toMode(actor, query.tableMode),
  })
  const columns = columnsFor(
    { role: actor.role, sla, today, names: await readNames(ctx), clock },
    brandName,
  )
  const read = (some: string[]) => listRows(ctx, some, !isSeller(actor))
  return drawList(ctx, {
    brandName,
    what: 'SLVs',
    filters,
    ids,
    most,
    read,
    ...columns,
  })
}

export async function checkDownload(
  ctx: Ctx,
  query: SlvListQuery,
): Promise<DownloadCheck> {
  return { count: await slvList.countList(ctx, query), most: maxWorkbookRows }
}

/**
 * Writes one of the two tables of Tdocs as a workbook. Throws 403 and 400 as
 * the list does, 400 for a list that is too long.
 */
export async function exportTdocs(
  ctx: Ctx,
  query: TdocListQuery,
  { brandName, most = maxWorkbookRows }: Options,
): Promise<AsyncGenerator<Buffer>> {
  const ids = await tdocList.findIds(ctx, query, most + 1)
  const filters = await describeTdocFilters(ctx, query, brandName)
  const read = (some: string[]) => listVisible(ctx, some)
  return drawList(ctx, {
    brandName,
    what: 'Tdocs',
    filters,
    ids,
    most,
    read,
    ...tdocColumnsFor(brandName),
  })
}

export const checkTdocDownload = async (
  ctx: Ctx,
  query: TdocListQuery,
): Promise<DownloadCheck> => ({
  count: await tdocList.countList(ctx, query),
  most: maxWorkbookRows,
})

import { tooManyText } from '@portal/contract/reporting/messages'
import { type DownloadCheck, mostWorkbookRows } from '@portal/contract/reporting/model'
import type { SlvListQuery } from '@portal/contract/slv/list-query'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { type Cell, workbook } from '../lib/sheet.ts'
import { countList, findIds } from '../slv/find-ids.ts'
import { columnsFor } from './columns.ts'
import { tellFilters } from './filters.ts'
import { listRows, readNames } from './list-rows.ts'

/** Rows of one query. Each is a statement of its own: between two nothing is held, however slowly somebody downloads. */
const batchSize = 1000
/** So many are read, each on a connection of its own, while one is written: neither waits for the other. */
const ahead = 2

type Asked = { brandName: string; most?: number }

/**
 * One of the asker's lists as a workbook, written while it is read. Which SLVs and in which order is found first and at
 * once; then their rows follow batch by batch, as they are by then. Throws 403 and 400 as the list does, 400 for a list
 * that is too long.
 */
export async function exportSlvs(
  ctx: Ctx,
  query: SlvListQuery,
  { brandName, most = mostWorkbookRows }: Asked,
): Promise<AsyncGenerator<Buffer>> {
  const ids = await findIds(ctx, query, most + 1)
  if (ids.length > most) throw badRequest([], tooManyText(most))
  const filters = await tellFilters(ctx, query)
  const { actor, sla, now } = ctx
  const read = { role: actor.role, sla, today: sla.days.ordinalAt(now), names: await readNames(ctx) }
  const { heads, cellsOf } = columnsFor(read, brandName)

  const batchAt = (from: number) => {
    const batch = listRows(ctx, ids.slice(from, from + batchSize), !isSeller(actor))
    batch.catch(() => undefined) // it fails when it is waited for, if it ever is
    return batch
  }
  const rows = async function* (): AsyncGenerator<Cell[][]> {
    const coming: ReturnType<typeof batchAt>[] = []
    for (let from = 0; from < ids.length; from += batchSize) {
      coming.push(batchAt(from))
      const first = coming.length > ahead ? coming.shift() : undefined
      if (first) yield cellsOf(await first)
    }
    for (const last of coming) yield cellsOf(await last)
  }
  return workbook({
    name: 'SLVs',
    columns: heads,
    rows: rows(),
    creator: brandName,
    about: (count) => ({
      name: 'About',
      lines: [
        ['Report', `${brandName} SLVs`],
        ['SLVs', String(count)],
        ...filters,
        ['Downloaded by', actor.name],
        ['Downloaded at', `${newYork.format(now)} (New York)`],
      ],
    }),
  })
}

/** How many SLVs the workbook would hold, and how many it may. */
export async function checkDownload(ctx: Ctx, query: SlvListQuery): Promise<DownloadCheck> {
  return { count: await countList(ctx, query), most: mostWorkbookRows }
}

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'short',
})

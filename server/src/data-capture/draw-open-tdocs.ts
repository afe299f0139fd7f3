import { captureLimits } from '@portal/contract/data-capture/model'
import { tprResponseLabels } from '@portal/contract/tdoc/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { visibleTdocs } from '../tdoc/visible.ts'
import { drawTable, type TableFormat } from './draw-table.ts'
import { type AnsweredTdoc, isAnswered } from './find-effect.ts'

type OpenTdoc = AnsweredTdoc & {
  id: string
  buyerLoanNumber: string
  imageFileName: string
  tprEstimatedDateOfReview: string | null
}

/**
 * The open Tdocs that the caller may answer by file, in the template's columns.
 * The first wait for the reviewer, the longest wait first.
 */
export const drawOpenTdocs = (
  ctx: Ctx,
  format: TableFormat,
  brandName: string,
): AsyncGenerator<Buffer> =>
  drawTable({
    format,
    name: 'Open Tdocs',
    brandName,
    batches: readOpenTdocs(ctx),
    about: [
      [
        'Rows',
        'Your open Tdocs. Fill in or change the responses, then upload this file. Rows that you leave as they are have no effect.',
      ],
    ],
  })

const batchSize = 1000

/**
 * Rows in batches: between them no connection is in use, however slow the
 * download.
 */
async function* readOpenTdocs(ctx: Ctx) {
  const ids = await findOpenIds(ctx)
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    const tdocs = await readTdocs(ctx, batch)
    const byId = new Map(tdocs.map((tdoc) => [tdoc.id, tdoc]))
    yield batch.flatMap((id) => {
      const tdoc = byId.get(id)
      return tdoc ? [toRow(tdoc)] : []
    })
  }
}

/**
 * A file can't answer escalations: they have the image file name of their
 * original.
 */
const openTdocs = (ctx: Ctx) =>
  visibleTdocs(ctx)
    .where('tdoc.status', '<>', 'COMPLETE')
    .where('tdoc.type', '<>', 'ESCALATION')

async function findOpenIds(ctx: Ctx): Promise<string[]> {
  const rows = await openTdocs(ctx)
    .select('tdoc.id')
    .orderBy(sql`tdoc.clock_party is distinct from 'TPR'`)
    .orderBy('tdoc.tdocReceivedDate')
    .orderBy('tdoc.id')
    .limit(captureLimits.rows)
    .execute()
  return rows.map(({ id }) => id)
}

const readTdocs = (ctx: Ctx, ids: readonly string[]): Promise<OpenTdoc[]> =>
  openTdocs(ctx)
    .select([
      'tdoc.id',
      'tdoc.status',
      'tdoc.isReturned',
      'tdoc.buyerLoanNumber',
      'tdoc.imageFileName',
      'tdoc.tprResponse',
      'tdoc.tprEstimatedDateOfReview',
    ])
    .where((eb) => eb('tdoc.id', '=', eb.fn.any(eb.val(ids))))
    .execute()

/** A response that no longer counts, as of a returned Tdoc, is left out. */
function toRow(tdoc: OpenTdoc): string[] {
  const response =
    tdoc.tprResponse !== null && isAnswered(tdoc)
      ? tprResponseLabels[tdoc.tprResponse]
      : ''
  return [
    tdoc.buyerLoanNumber,
    tdoc.imageFileName,
    response,
    writeDay(tdoc.tprEstimatedDateOfReview),
    '',
  ]
}

/** '2026-03-04' as '03/04/2026'. */
const writeDay = (day: string | null): string =>
  day === null ? '' : day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

import {
  type CaptureUpload,
  intakeColumns,
} from '@portal/contract/data-capture/model'
import type { Ctx } from '../lib/ctx.ts'
import { type Paging, readRows } from '../lib/database/list-query.ts'
import { notFound } from '../lib/errors.ts'
import { drawCsv } from '../lib/spreadsheets/draw-csv.ts'
import { getTitles, rejectColumns } from '../lib/spreadsheets/read-rows.ts'
import { drawTable, type TableFormat } from './draw-table.ts'

const visibleUploads = ({ db, actor }: Ctx) =>
  db
    .selectFrom('captureUpload')
    .where('captureUpload.vendorId', '=', actor.companyId)

const rows = (ctx: Ctx) =>
  visibleUploads(ctx)
    .innerJoin('appUser', 'appUser.id', 'captureUpload.uploadedById')
    .select([
      'captureUpload.id',
      'captureUpload.fileName',
      'appUser.name as uploadedBy',
      'captureUpload.uploadedById',
      'captureUpload.uploadedAt',
      'captureUpload.state',
      'captureUpload.rowCount',
      'captureUpload.appliedCount',
      'captureUpload.rejectedCount',
      'captureUpload.problem',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const present = ({
  uploadedAt,
  rowCount,
  appliedCount,
  rejectedCount,
  ...row
}: Row): CaptureUpload => ({
  ...row,
  uploadedAt: uploadedAt.toISOString(),
  rows: rowCount,
  applied: rowCount === null ? null : appliedCount,
  rejected: rowCount === null ? null : rejectedCount,
})

export async function listUploads(ctx: Ctx, paging: Paging) {
  const ordered = rows(ctx).orderBy('captureUpload.id', 'desc')
  const { rows: items, ...page } = await readRows(
    ordered,
    visibleUploads(ctx),
    paging,
  )
  return { ...page, items: items.map(present) }
}

export async function getUpload(ctx: Ctx, id: string): Promise<CaptureUpload> {
  const row = await rows(ctx)
    .where('captureUpload.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Upload')
  return present(row)
}

const batchRows = 1000

const columns = ['rowNumber', 'reason', 'cells'] as const
type RejectedRow = {
  rowNumber: number
  reason: string | null
  cells: string[] | null
}
type ReadRows = (after: number, limit: number) => Promise<RejectedRow[]>

/**
 * Batches of rejected rows: between them nothing is locked, however slow the
 * download.
 */
async function* readBatches(read: ReadRows) {
  for (let after = 0; ; ) {
    const rows = await read(after, batchRows)
    yield rows.map(({ rowNumber, reason, cells }) => [
      ...(cells ?? []),
      String(rowNumber),
      reason ?? '',
    ])
    after = rows.at(-1)?.rowNumber ?? after
    if (rows.length < batchRows) return
  }
}

const toRejectsName = (fileName: string, format: TableFormat) =>
  `${fileName.replace(/\.[^.]*$/, '')} rejects.${format}`

/**
 * The rejected rows of an upload with their reasons, as a file that can be
 * corrected and uploaded again. Throws 404.
 */
export async function listRejects(
  ctx: Ctx,
  uploadId: string,
  format: TableFormat,
  brandName: string,
) {
  const { fileName } = await getUpload(ctx, uploadId)
  const rejected = ctx.db
    .selectFrom('captureRow')
    .where('uploadId', '=', uploadId)
    .where('reason', 'is not', null)
  const read: ReadRows = (after, limit) =>
    rejected
      .select(columns)
      .where('rowNumber', '>', after)
      .orderBy('rowNumber')
      .limit(limit)
      .execute()
  const content = drawTable({
    format,
    name: 'Rejected rows',
    brandName,
    extraTitles: rejectColumns,
    batches: readBatches(read),
    about: [
      [
        'Rows',
        `The rejected rows of ${fileName}. Correct them and upload this file. The columns Row and Reason are ignored.`,
      ],
    ],
  })
  return { name: toRejectsName(fileName, format), content }
}

/**
 * The rejected rows of a transmittal's index with their reasons. Throws 404.
 */
export async function listIntakeRejects(ctx: Ctx, runId: string) {
  const run = await ctx.db
    .selectFrom('intakeRun')
    .select('indexFileName')
    .where('id', '=', runId)
    .executeTakeFirst()
  if (!run) throw notFound('Reading')
  const rejected = ctx.db
    .selectFrom('intakeRow')
    .where('runId', '=', runId)
    .where('reason', 'is not', null)
  const read: ReadRows = (after, limit) =>
    rejected
      .select(columns)
      .where('rowNumber', '>', after)
      .orderBy('rowNumber')
      .limit(limit)
      .execute()
  const titles = [...getTitles(intakeColumns), ...rejectColumns]
  return {
    name: toRejectsName(run.indexFileName, 'csv'),
    content: drawCsv(titles, readBatches(read)),
  }
}

import { captureColumns, intakeColumns } from '@portal/contract/data-capture/model'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { csvOf } from './draw-csv.ts'
import { getUpload } from './list-uploads.ts'
import { passedOver, titlesOf } from './read-rows.ts'

const batchRows = 1000

type Rejected = { rowNumber: number; reason: string | null; cells: string[] | null }

/** Rejected rows batch after batch: between two nothing is held, however slowly somebody downloads. */
async function* inBatches(next: (after: number) => Promise<Rejected[]>) {
  for (let after = 0; ; ) {
    const rows = await next(after)
    yield rows.map(({ rowNumber, reason, cells }) => [...(cells ?? []), String(rowNumber), reason ?? ''])
    after = rows.at(-1)?.rowNumber ?? after
    if (rows.length < batchRows) return
  }
}

const columns = ['rowNumber', 'reason', 'cells'] as const

/** The rows of an upload that were not applied, with why, as a file that can be mended and uploaded again. Throws 404. */
export async function listRejects(ctx: Ctx, uploadId: string) {
  const { fileName } = await getUpload(ctx, uploadId)
  const rejected = ctx.db.selectFrom('captureRow').where('uploadId', '=', uploadId).where('reason', 'is not', null)
  const rows = inBatches((after) =>
    rejected.select(columns).where('rowNumber', '>', after).orderBy('rowNumber').limit(batchRows).execute(),
  )
  return { name: rejectsName(fileName), content: csvOf([...titlesOf(captureColumns), ...passedOver], rows) }
}

/** The rows of a transmittal's index that were not taken, with why. Throws 404. */
export async function listIntakeRejects(ctx: Ctx, runId: string) {
  const run = await ctx.db.selectFrom('intakeRun').select('indexFileName').where('id', '=', runId).executeTakeFirst()
  if (!run) throw notFound('Reading')
  const rejected = ctx.db.selectFrom('intakeRow').where('runId', '=', runId).where('reason', 'is not', null)
  const rows = inBatches((after) =>
    rejected.select(columns).where('rowNumber', '>', after).orderBy('rowNumber').limit(batchRows).execute(),
  )
  return { name: rejectsName(run.indexFileName), content: csvOf([...titlesOf(intakeColumns), ...passedOver], rows) }
}

const rejectsName = (fileName: string) => `${fileName.replace(/\.[^.]*$/, '')} rejects.csv`

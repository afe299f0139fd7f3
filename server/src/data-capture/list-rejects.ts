import { captureColumns, intakeColumns } from '@portal/contract/data-capture/model'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { csvOf } from './draw-csv.ts'
import { getUpload } from './list-uploads.ts'
import { rejectColumns, titlesOf } from './read-rows.ts'

const batchRows = 1000

const columns = ['rowNumber', 'reason', 'cells'] as const
type Row = { rowNumber: number; reason: string | null; cells: string[] | null }
type ReadRows = (after: number, limit: number) => Promise<Row[]>

/** A CSV of rejected rows, read in batches: between them nothing is locked, however slow the download. */
function rejectsFile(fileName: string, titles: readonly string[], read: ReadRows) {
  async function* batches() {
    for (let after = 0; ; ) {
      const rows = await read(after, batchRows)
      yield rows.map(({ rowNumber, reason, cells }) => [...(cells ?? []), String(rowNumber), reason ?? ''])
      after = rows.at(-1)?.rowNumber ?? after
      if (rows.length < batchRows) return
    }
  }
  const name = `${fileName.replace(/\.[^.]*$/, '')} rejects.csv`
  return { name, content: csvOf([...titles, ...rejectColumns], batches()) }
}

/** The rejected rows of an upload with their reasons, as a file that can be corrected and uploaded again. Throws 404. */
export async function listRejects(ctx: Ctx, uploadId: string) {
  const { fileName } = await getUpload(ctx, uploadId)
  const rejected = ctx.db.selectFrom('captureRow').where('uploadId', '=', uploadId).where('reason', 'is not', null)
  return rejectsFile(fileName, titlesOf(captureColumns), (after, limit) =>
    rejected.select(columns).where('rowNumber', '>', after).orderBy('rowNumber').limit(limit).execute(),
  )
}

/** The rejected rows of a transmittal's index with their reasons. Throws 404. */
export async function listIntakeRejects(ctx: Ctx, runId: string) {
  const run = await ctx.db.selectFrom('intakeRun').select('indexFileName').where('id', '=', runId).executeTakeFirst()
  if (!run) throw notFound('Reading')
  const rejected = ctx.db.selectFrom('intakeRow').where('runId', '=', runId).where('reason', 'is not', null)
  return rejectsFile(run.indexFileName, titlesOf(intakeColumns), (after, limit) =>
    rejected.select(columns).where('rowNumber', '>', after).orderBy('rowNumber').limit(limit).execute(),
  )
}

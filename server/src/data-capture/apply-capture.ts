import { joinSentences } from '@portal/contract/lib/sentences'
import { isReviewer } from '@portal/contract/tdoc/policy'
import type { Db } from '../lib/database/db.ts'
import { AppError, refusalOf } from '../lib/errors.ts'
import type { FileStore } from '../lib/files/files.ts'
import {
  type LoanDock,
  UnreadableAnswer,
} from '../lib/integrations/loan-dock.ts'
import type { Attempt } from '../lib/jobs/job.ts'
import { enqueue } from '../lib/jobs/jobs.ts'
import type { Logger } from '../lib/log.ts'
import { loadSla } from '../lib/sla.ts'
import { findActor } from '../user/find-actor.ts'
import { applyRows, type Batch, refuseRows, type Upload } from './apply-rows.ts'
import { countRows, defaultRowsPerDay } from './count-rows.ts'
import { endUpload, waitWithUpload } from './end-upload.ts'
import { findLoanNumbers, findLoans } from './find-loans.ts'
import { unpackMarks } from './mark-rows.ts'
import type { CaptureLine } from './read-capture.ts'
import { readStoredTable, refusalText, type TableReader } from './read-table.ts'

export type CaptureDeps = {
  db: Db
  clock: () => Date
  files: FileStore
  loanDock: LoanDock
  log: Logger
  tables: TableReader
  rowsPerDay?: number
}

/** After this time a job hands the rest of the file to the next one. */
const maxJobMs = 120_000
/**
 * How often, a minute apart, an unreadable answer of LoanDock is retried before
 * its rows are rejected.
 */
const maxUnreadable = 10

/**
 * Applies the remaining rows of an upload in batches, each in a transaction
 * that records the progress. Waits while LoanDock is unavailable. After the
 * last attempt the upload fails.
 */
export async function applyCapture(
  deps: CaptureDeps,
  uploadId: string,
  { isLast, unread = 0 }: Attempt & { unread?: number | undefined },
  limitMs = maxJobMs,
) {
  try {
    await applyRemaining(deps, uploadId, {
      limitMs,
      acceptsUnreadable: unread >= maxUnreadable,
    })
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal?.code === 'forbidden')
      return refuseRemaining(
        deps,
        uploadId,
        'The user who uploaded this file no longer has permission',
      )
    if (refusal?.code === 'loan_dock_failed') {
      const attempts = error instanceof UnreadableAnswer ? unread + 1 : unread
      return waitWithUpload(
        deps,
        uploadId,
        joinSentences([
          refusal.message,
          'Processing will resume automatically.',
        ]),
        attempts,
      )
    }
    if (!isLast) throw error
    deps.log.warn(
      { err: error, uploadId },
      'a data-capture file could not be applied',
    )
    await refuseRemaining(
      deps,
      uploadId,
      'Processing failed before this row. Upload it again.',
      'FAILED',
    )
  }
}

type Limits = { limitMs: number; acceptsUnreadable: boolean }

async function applyRemaining(
  deps: CaptureDeps,
  uploadId: string,
  { limitMs, acceptsUnreadable }: Limits,
) {
  const startedAt = performance.now()
  const stored = await findOpenUpload(deps.db, uploadId)
  if (!stored) return
  const actor = await findActor(deps.db, stored.uploadedById)
  if (!actor || !isReviewer(actor) || actor.companyId !== stored.vendorId)
    throw new AppError(
      'forbidden',
      'The user who uploaded this file no longer has permission',
    )
  const table = await readStoredTable(deps, stored).catch(refusalText)
  if (typeof table === 'string')
    return endUpload(deps, uploadId, 'REJECTED', table)
  const { rowsPerDay = defaultRowsPerDay } = deps
  const problem =
    stored.rowCount === null
      ? await countRows(deps.db, stored, table.count, rowsPerDay)
      : null
  if (problem !== null) return endUpload(deps, uploadId, 'REJECTED', problem)

  const { previewedMarks } = stored
  const marks = previewedMarks ? unpackMarks(previewedMarks) : undefined
  const sla = await loadSla(deps.db)
  const upload: Upload = { ...stored, actor, sla, marks }
  for (const lines of batchesAfter(stored.readTo, table.batches)) {
    if (performance.now() - startedAt > limitMs)
      return enqueue(deps.db, 'apply-capture', { uploadId }, { key: uploadId })
    const loanNumbers = await findLoanNumbers(
      deps.db,
      upload.createsTdocs,
      lines,
    )
    const loans = await findLoans(deps.loanDock, loanNumbers, acceptsUnreadable)
    await applyBatch(deps, { upload, lines, loans })
  }
  await endUpload(deps, uploadId)
}

const findOpenUpload = (db: Db, id: string) =>
  db
    .selectFrom('captureUpload')
    .select([
      'id',
      'vendorId',
      'uploadedById',
      'uploadedAt',
      'fileKey',
      'fileName',
      'fileType',
    ])
    .select(['readTo', 'rowCount', 'createsTdocs', 'previewedMarks'])
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING')
    .executeTakeFirst()

function* batchesAfter(
  readTo: number,
  batches: readonly string[],
): Generator<CaptureLine[]> {
  for (const batch of batches) {
    const all: CaptureLine[] = JSON.parse(batch)
    const lines = all.filter(({ rowNumber }) => rowNumber > readTo)
    if (lines.length > 0) yield lines
  }
}

/**
 * Applies a batch in one transaction. If the database refuses it, halves it
 * until only the bad rows are left.
 */
async function applyBatch(deps: CaptureDeps, batch: Batch): Promise<void> {
  try {
    await applyRows(deps, batch)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal || !['conflict', 'bad_request'].includes(refusal.code))
      throw error
    const { upload, lines } = batch
    if (lines.length === 1)
      return refuseRows(deps, upload.id, lines, refusal.message)
    const half = lines.length >> 1
    for (const part of [lines.slice(0, half), lines.slice(half)])
      await applyBatch(deps, { ...batch, lines: part })
  }
}

/** Ends an upload early: the remaining rows are rejected with this reason. */
async function refuseRemaining(
  deps: CaptureDeps,
  uploadId: string,
  reason: string,
  state?: 'FAILED',
) {
  const upload = await findOpenUpload(deps.db, uploadId)
  if (!upload) return
  try {
    const { count, batches } = await readStoredTable(deps, upload)
    if (upload.rowCount === null)
      await deps.db
        .updateTable('captureUpload')
        .set({ rowCount: count })
        .where('id', '=', uploadId)
        .execute()
    for (const lines of batchesAfter(upload.readTo, batches))
      await refuseRows(deps, uploadId, lines, reason)
  } catch (error) {
    deps.log.warn(
      { err: error, uploadId },
      'the remaining rows of a data-capture file could not be rejected',
    )
    return endUpload(
      deps,
      uploadId,
      'FAILED',
      'The file was only partly processed. Upload it again',
    )
  }
  await endUpload(
    deps,
    uploadId,
    state,
    state ? 'The file was only partly processed' : reason,
  )
}

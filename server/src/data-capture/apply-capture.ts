import { isReviewer } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { inTransaction } from '../lib/db.ts'
import { refusalOf } from '../lib/errors.ts'
import type { FileStore } from '../lib/files.ts'
import { type Attempt, enqueue } from '../lib/jobs.ts'
import type { LoanDock } from '../lib/loan-dock.ts'
import type { Logger } from '../lib/log.ts'
import { loadSla } from '../sla/load.ts'
import { findActor } from '../user/find-actor.ts'
import { applyRow, findByImages, namesLoanOf, Rejection } from './apply-row.ts'
import { findLoans } from './find-loans.ts'
import type { TableReader } from './read-apart.ts'
import type { CaptureLine } from './read-capture.ts'
import { readStored } from './read-stored.ts'

export type CaptureHouse = {
  db: Db
  clock: () => Date
  files: FileStore
  loanDock: LoanDock
  log: Logger
  tables: TableReader
}

/** One job works no longer; what is left is the next one's. */
const longestMs = 120_000

/**
 * Applies the rows of an uploaded file that are not applied yet, in batches, each a transaction that also notes how far it
 * came: whoever is killed is followed by somebody who goes on behind the last batch. What may pass is thrown, so that it
 * is tried again; after the last try the upload has failed and says so.
 */
export async function applyCapture(house: CaptureHouse, uploadId: string, { isLast }: Attempt, limitMs = longestMs) {
  try {
    await applyRest(house, uploadId, limitMs)
  } catch (error) {
    if (!isLast) throw error
    house.log.warn({ err: error, uploadId }, 'a data-capture file could not be applied')
    await endUpload(
      house,
      uploadId,
      'FAILED',
      'It could not be processed to its end. Rows that were applied stay; upload it again.',
    )
  }
}

async function applyRest(house: CaptureHouse, uploadId: string, limitMs: number) {
  const began = performance.now()
  const upload = await findOpen(house.db, uploadId)
  if (!upload) return
  const actor = await findActor(house.db, upload.uploadedById)
  if (!actor || !isReviewer(actor) || actor.companyId !== upload.vendorId)
    return endUpload(house, uploadId, 'REJECTED', 'Whoever uploaded it may not any more')
  const read = await readStored(house, upload).catch((error) => {
    const refusal = refusalOf(error)
    if (refusal?.code === 'bad_request') return refusal.message
    throw error
  })
  if (typeof read === 'string') return endUpload(house, uploadId, 'REJECTED', read)
  await house.db.updateTable('captureUpload').set({ rowCount: read.count }).where('id', '=', uploadId).execute()
  const loans = findLoans(house.loanDock)
  for (const text of read.batches) {
    const batch: CaptureLine[] = JSON.parse(text)
    const lastRow = batch.at(-1)?.rowNumber ?? 0
    if (lastRow <= upload.readTo) continue
    if (performance.now() - began > limitMs) return enqueue(house.db, 'apply-capture', { uploadId }, { key: uploadId })
    const lines = batch.filter(({ rowNumber }) => rowNumber > upload.readTo)
    await applyBatch(house, { uploadId, actor, lines, loans })
  }
  await endUpload(house, uploadId)
}

const findOpen = (db: Db, id: string) =>
  db
    .selectFrom('captureUpload')
    .select(['vendorId', 'uploadedById', 'fileKey', 'fileName', 'fileType', 'readTo'])
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING')
    .executeTakeFirst()

type Batch = { uploadId: string; actor: Actor; lines: readonly CaptureLine[]; loans: ReturnType<typeof findLoans> }

/** All of a batch in one transaction; where one row breaks it, as when another took its image just then, row by row. */
async function applyBatch(house: CaptureHouse, batch: Batch): Promise<void> {
  const { lines, loans } = batch
  const wishes = lines.flatMap((line) => ('wish' in line ? [line.wish] : []))
  const known = await findByImages(
    house.db,
    wishes.map(({ imageFileName }) => imageFileName),
  )
  const asked = wishes.filter((wish) => !namesLoanOf(known.get(wish.imageFileName.toLowerCase()), wish))
  await loans.learn(asked.map(({ buyerLoanNumber }) => buyerLoanNumber))
  try {
    await writeBatch(house, batch, null)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal || !['conflict', 'bad_request'].includes(refusal.code)) throw error
    if (lines.length === 1) return writeBatch(house, batch, refusal.message)
    for (const line of lines) await applyBatch(house, { ...batch, lines: [line] })
  }
}

type Outcome = { rowNumber: number; tdocId: string | null; reason: string | null; cells: string | null }

/** Applies the rows, notes what became of each and how far the file is read. `refused` says that its one row cannot be. */
const writeBatch = ({ db, clock }: CaptureHouse, { uploadId, actor, lines, loans }: Batch, refused: string | null) =>
  inTransaction(db, async (tx) => {
    const upload = await tx
      .selectFrom('captureUpload')
      .select(['readTo', 'state'])
      .where('id', '=', uploadId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Another node went on with this file, as when this one was thought dead: what it did is done.
    const todo = upload.state === 'PROCESSING' ? lines.filter(({ rowNumber }) => rowNumber > upload.readTo) : []
    const last = todo.at(-1)
    if (!last) return
    const ctx: Ctx = { actor, now: clock(), db: tx, sla: await loadSla(tx) }
    const outcomes: Outcome[] = []
    const known = await findByImages(
      tx,
      todo.flatMap((line) => ('wish' in line ? [line.wish.imageFileName] : [])),
    )
    for (const line of todo) outcomes.push(await outcomeOf(ctx, line, known, loans, refused))
    await tx
      .insertInto('captureRow')
      .values(outcomes.map((outcome) => ({ ...outcome, uploadId })))
      .execute()
    const rejected = outcomes.filter(({ reason }) => reason !== null).length
    await tx
      .updateTable('captureUpload')
      .set((eb) => ({
        readTo: last.rowNumber,
        appliedCount: eb('appliedCount', '+', outcomes.length - rejected),
        rejectedCount: eb('rejectedCount', '+', rejected),
      }))
      .where('id', '=', uploadId)
      .execute()
  })

async function outcomeOf(
  ctx: Ctx,
  line: CaptureLine,
  known: Awaited<ReturnType<typeof findByImages>>,
  loans: Batch['loans'],
  refused: string | null,
): Promise<Outcome> {
  const { rowNumber } = line
  const rejected = (cells: readonly string[], reason: string) => ({
    rowNumber,
    tdocId: null,
    reason,
    cells: JSON.stringify(cells),
  })
  if (!('wish' in line)) return rejected(line.cells, line.reason)
  const { wish } = line
  const cells = [
    ...[wish.buyerLoanNumber, wish.imageFileName, wish.tprResponse],
    ...[wish.tprEstimatedDateOfReview ?? '', wish.comment ?? ''],
  ]
  if (refused !== null) return rejected(cells, refused)
  try {
    const loan = loans.get(wish.buyerLoanNumber)
    return {
      rowNumber,
      tdocId: await applyRow(ctx, wish, known.get(wish.imageFileName.toLowerCase()), loan),
      reason: null,
      cells: null,
    }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return rejected(cells, error.message)
  }
}

/** Closes an upload: by what became of its rows, or with what is wrong with the whole of it. */
export const endUpload = (
  { db, clock }: Pick<CaptureHouse, 'db' | 'clock'>,
  uploadId: string,
  state?: 'REJECTED' | 'FAILED',
  problem: string | null = null,
) =>
  inTransaction(db, async (tx) => {
    const upload = await tx
      .selectFrom('captureUpload')
      .select(['appliedCount', 'rejectedCount'])
      .where('id', '=', uploadId)
      .where('state', '=', 'PROCESSING')
      .forUpdate()
      .executeTakeFirst()
    if (!upload) return
    const { appliedCount, rejectedCount } = upload
    const byRows = rejectedCount === 0 ? 'APPLIED' : appliedCount === 0 ? 'REJECTED' : 'PARTLY_APPLIED'
    await tx
      .updateTable('captureUpload')
      .set({ state: state ?? byRows, problem, endedAt: clock() })
      .where('id', '=', uploadId)
      .execute()
  })

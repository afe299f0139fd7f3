import { isReviewer } from '@portal/contract/tdoc/policy'
import type { Db } from '../lib/db.ts'
import { AppError, refusalOf } from '../lib/errors.ts'
import type { FileStore } from '../lib/files.ts'
import { type Attempt, enqueue } from '../lib/jobs.ts'
import { type LoanDock, UnreadableAnswer } from '../lib/loan-dock.ts'
import type { Logger } from '../lib/log.ts'
import { loadSla } from '../sla/load.ts'
import { findActor } from '../user/find-actor.ts'
import { applyRows, type Batch, refuseRows, type Upload } from './apply-rows.ts'
import { countRows, defaultRowsPerDay } from './count-rows.ts'
import { findByImages, namesLoanOf } from './find-known.ts'
import { findLoans } from './find-loans.ts'
import { endUpload, waitWithUpload } from './keep-upload.ts'
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
  /** So many rows a vendor's files may have within a day. */
  rowsPerDay?: number
}

/** One job works no longer; what is left is the next one's. */
const longestMs = 120_000
/** So often an answer of LoanDock that cannot be read is asked for again, a minute apart, before its rows are rejected. */
const mostUnread = 10
/** A transaction takes more pieces of a file while it is quick, and fewer when others wait for what it has locked. */
const quickMs = 250
const slowMs = 500
const mostPieces = 8

/**
 * Applies the rows of an uploaded file that are not applied yet, in batches, each a transaction that also notes how far it
 * came: whoever is killed is followed by somebody who goes on behind the last batch. While LoanDock is away it waits. What
 * may pass is thrown, so that it is tried again; after the last try the upload has failed, and names what was not reached.
 */
export async function applyCapture(
  house: CaptureHouse,
  uploadId: string,
  { isLast, unread = 0 }: Attempt & { unread?: number | undefined },
  limitMs = longestMs,
) {
  try {
    await applyRest(house, uploadId, { limitMs, takesUnreadable: unread >= mostUnread })
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal?.code === 'forbidden') return refuseRest(house, uploadId, 'Whoever uploaded it may not any more')
    if (refusal?.code === 'loan_dock_failed') {
      const looks = error instanceof UnreadableAnswer ? unread + 1 : unread
      return waitWithUpload(house, uploadId, `${refusal.message}: it goes on as soon as it can`, looks)
    }
    if (!isLast) throw error
    house.log.warn({ err: error, uploadId }, 'a data-capture file could not be applied')
    await refuseRest(house, uploadId, 'It was not reached before processing failed; upload it again', 'FAILED')
  }
}

type Work = { limitMs: number; takesUnreadable: boolean }

async function applyRest(house: CaptureHouse, uploadId: string, { limitMs, takesUnreadable }: Work) {
  const began = performance.now()
  const rest = await openRest(house, uploadId)
  if (!rest) return
  if ('problem' in rest) return endUpload(house, uploadId, 'REJECTED', rest.problem)
  const { upload, next } = rest
  const learn = findLoans(house.loanDock, { takesUnreadable })
  // LoanDock is asked of the next rows while these are written.
  const prepare = async (lines: readonly CaptureLine[]): Promise<Batch> => {
    const loans = await learn(await findAsked(house.db, upload, lines))
    return { upload, lines, loans, refused: null }
  }
  let pieces = 1
  let lines = next(pieces)
  let ahead = prepare(lines)
  while (lines.length > 0) {
    const batch = await ahead
    if (performance.now() - began > limitMs) return enqueue(house.db, 'apply-capture', { uploadId }, { key: uploadId })
    lines = next(pieces)
    ahead = prepare(lines)
    ahead.catch(() => undefined) // thrown where it is waited for
    const start = performance.now()
    await applyBatch(house, batch)
    const ms = performance.now() - start
    if (ms < quickMs) pieces = Math.min(pieces * 2, mostPieces)
    else if (ms > slowMs) pieces = Math.max(pieces >> 1, 1)
  }
  await endUpload(house, uploadId)
}

/** An upload that is open, and what of its rows is left, piece by piece; or why none of it is taken. */
async function openRest(house: CaptureHouse, uploadId: string) {
  const found = await house.db
    .selectFrom('captureUpload')
    .select([
      'id',
      'vendorId',
      'uploadedById',
      'uploadedAt',
      'fileKey',
      'fileName',
      'fileType',
      'readTo',
      'rowCount',
      'createsTdocs',
    ])
    .where('id', '=', uploadId)
    .where('state', '=', 'PROCESSING')
    .executeTakeFirst()
  if (!found) return null
  const actor = await findActor(house.db, found.uploadedById)
  if (!actor || !isReviewer(actor) || actor.companyId !== found.vendorId)
    throw new AppError('forbidden', 'Whoever uploaded it may not any more')
  const read = await readTableOf(house, found)
  if ('problem' in read) return read
  const { rowsPerDay = defaultRowsPerDay } = house
  const problem = found.rowCount === null ? await countRows(house.db, found, read.count, rowsPerDay) : null
  if (problem !== null) return { problem }
  const upload: Upload = { ...found, actor, sla: await loadSla(house.db) }
  return { upload, next: piecesOf(read.batches, found.readTo) }
}

async function readTableOf(house: CaptureHouse, stored: Parameters<typeof readStored>[1]) {
  try {
    return await readStored(house, stored)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal?.code === 'bad_request') return { problem: refusal.message }
    throw error
  }
}

/** Takes the next pieces of a file, without the rows up to `readTo`; none at its end. */
function piecesOf(batches: readonly string[], readTo: number) {
  let at = 0
  return (pieces: number): CaptureLine[] => {
    const lines: CaptureLine[] = []
    for (let taken = 0; at < batches.length && taken < pieces; at++) {
      const piece: CaptureLine[] = JSON.parse(batches[at] ?? '[]')
      const left = piece.filter(({ rowNumber }) => rowNumber > readTo)
      lines.push(...left)
      if (left.length > 0) taken++
    }
    return lines
  }
}

/**
 * The loan numbers to ask LoanDock about: of images that name another number than their Tdoc's, as the seller's, and of
 * images that are to become Tdocs.
 */
async function findAsked(db: Db, { createsTdocs }: Upload, lines: readonly CaptureLine[]): Promise<string[]> {
  const wishes = lines.flatMap((line) => ('wish' in line ? [line.wish] : []))
  const known = await findByImages(
    db,
    wishes.map(({ imageFileName }) => imageFileName),
  )
  const asked = wishes.filter((wish) => {
    const tdoc = known.get(wish.imageFileName.toLowerCase())
    return tdoc ? !namesLoanOf(tdoc, wish) : createsTdocs
  })
  return asked.map(({ buyerLoanNumber }) => buyerLoanNumber)
}

/** All of a batch in one transaction; where one row breaks it, as by what cannot be stored, in halves until it is alone. */
async function applyBatch(house: CaptureHouse, batch: Batch): Promise<void> {
  try {
    await applyRows(house, batch)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal || !['conflict', 'bad_request'].includes(refusal.code)) throw error
    const { lines } = batch
    if (lines.length === 1) return applyRows(house, { ...batch, refused: refusal.message })
    const half = lines.length >> 1
    for (const part of [lines.slice(0, half), lines.slice(half)]) await applyBatch(house, { ...batch, lines: part })
  }
}

/** Ends an upload of which no more is applied: what is left stands among the rejected rows, with why. */
async function refuseRest(house: CaptureHouse, uploadId: string, refused: string, state?: 'FAILED') {
  const upload = await house.db
    .selectFrom('captureUpload')
    .select(['id', 'vendorId', 'uploadedById', 'uploadedAt', 'fileKey', 'fileName', 'fileType', 'readTo', 'rowCount'])
    .where('id', '=', uploadId)
    .where('state', '=', 'PROCESSING')
    .executeTakeFirst()
  if (!upload) return
  try {
    const { count, batches } = await readStored(house, upload)
    if (upload.rowCount === null)
      await house.db.updateTable('captureUpload').set({ rowCount: count }).where('id', '=', uploadId).execute()
    const next = piecesOf(batches, upload.readTo)
    for (let lines = next(mostPieces); lines.length > 0; lines = next(mostPieces))
      await refuseRows(house, uploadId, lines, refused)
  } catch (error) {
    house.log.warn({ err: error, uploadId }, 'the rest of a data-capture file could not be named')
    return endUpload(house, uploadId, 'FAILED', 'It could not be processed to its end. Upload it again')
  }
  await endUpload(house, uploadId, state, state ? 'It could not be processed to its end' : refused)
}

import {
  type DocumentType,
  maxDocumentBytes,
} from '@portal/contract/document/model'
import { getKeys } from '@portal/contract/lib/typed'
import {
  type CategoryType,
  categoryTypeLabels,
} from '@portal/contract/review-category/model'
import type { CheckContent } from '../../document/content/check-upload.ts'
import { systemSender } from '../../lib/concurrency/fair-queue.ts'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import { AppError, refusalOf } from '../../lib/errors.ts'
import type { FileStore, Received } from '../../lib/files/files.ts'
import {
  type LoanDock,
  UnreadableAnswer,
} from '../../lib/integrations/loan-dock.ts'
import type { Inbox } from '../../lib/integrations/transmittals.ts'
import { loadSla } from '../../lib/sla.ts'
import {
  plain,
  readLoanNumber,
  readStoredDay,
} from '../../lib/spreadsheets/read-rows.ts'
import {
  insertTdoc,
  type NewTdoc,
  toLoanFacts,
} from '../../tdoc/create/insert-tdoc.ts'
import { findVendorNamed } from '../../user/find-vendor.ts'
import { Rejection } from '../find-effect.ts'
import { findImageProblem, type IndexLine } from '../read-capture.ts'
import { getImageKey, type Transmittal } from './read-index.ts'

export type IntakeDeps = {
  db: Db
  clock: () => Date
  files: FileStore
  loanDock: LoanDock
  inbox: Inbox
  checkContent: CheckContent
}

type Row = {
  buyerLoanNumber: string
  imageFileName: string
  vendorId: string | null
  sentAt: Date
  categories: CategoryType[]
}

export type Reading = {
  id: string
  /**
   * When the transmittal was first seen, which is when its Tdocs were received.
   */
  beganAt: Date
  /** Whether rows that still can't be read are rejected now. */
  isLastTry: boolean
}

/**
 * Creates the Tdoc of a row in one transaction, after its image was checked and
 * stored. A bad row is recorded as rejected; errors that a retry may solve are
 * thrown. Returns whether the row was accepted. `taken` has the accepted row of
 * each image.
 */
export async function insertRow(
  deps: IntakeDeps,
  run: Reading,
  transmittal: Transmittal,
  line: IndexLine,
  taken: ReadonlyMap<string, number>,
): Promise<boolean> {
  try {
    const row = await parseRow(deps, transmittal, line, taken)
    const loan = await deps.loanDock.findLoan(row.buyerLoanNumber)
    if (!loan) throw new Rejection('LoanDock does not have this loan')
    await withImage(
      deps,
      transmittal,
      row.imageFileName,
      async (image, type) => {
        const known = await findKnown(deps.db, {
          ...row,
          loanNumber: loan.loanNumber,
          sha256: image.sha256,
        })
        if (known)
          return recordRow(deps.db, run.id, line, {
            tdocId: known,
            isKnown: true,
          })
        const { vendorId, categories, imageFileName } = row
        const key = await image.keep().catch(rejectRefused)
        await createTdoc(deps, run.id, line, {
          ...toLoanFacts(loan),
          vendorId,
          categories,
          imageFileName,
          type: 'AUTOMATIC',
          receivedAt: run.beganAt,
          sftpTransmittalDate: row.sentAt,
          image: { key, type, size: image.size, sha256: image.sha256 },
        })
      },
    )
    return true
  } catch (error) {
    const reason = findRejection(error, run)
    if (reason === null) throw error
    await recordRow(deps.db, run.id, line, { reason })
    return false
  }
}

/** Removes the stored image if the Tdoc is refused. */
async function createTdoc(
  { db, clock, files }: IntakeDeps,
  runId: string,
  line: IndexLine,
  tdoc: NewTdoc & { image: { key: string } },
) {
  try {
    await inTransaction(db, async (tx) => {
      const sla = await loadSla(tx)
      const creator = { db: tx, now: clock(), actor: null, sla }
      const tdocId = await insertTdoc(creator, tdoc)
      await recordRow(tx, runId, line, { tdocId })
    })
  } catch (error) {
    const refusal = refusalOf(error)
    // If the commit may have succeeded, the file stays; sweepFiles removes it
    // if it has no row.
    if (refusal && refusal.code !== 'unavailable')
      await files.remove(tdoc.image.key)
    throw error
  }
}

/** Why a row is rejected; null if it should be retried. */
function findRejection(error: unknown, { isLastTry }: Reading): string | null {
  if (error instanceof Rejection) return error.message
  if (refusalOf(error)?.code === 'bad_request')
    return 'It contains characters that cannot be stored'
  if (!isLastTry) return null
  if (error instanceof UnreadableAnswer)
    return 'LoanDock returned an unreadable response for this loan'
  return error instanceof UnreadableImage ? 'The image cannot be read' : null
}

async function parseRow(
  { db }: IntakeDeps,
  { index, images }: Transmittal,
  line: IndexLine,
  taken: ReadonlyMap<string, number>,
): Promise<Row> {
  if (line.problem !== null) throw new Rejection(line.problem)
  const [loan = '', image = '', vendor = '', sent = '', categories = ''] =
    line.cells
  const { loanNumber, problem: problemOfLoan } = readLoanNumber(loan)
  const problem = problemOfLoan ?? findImageProblem(image)
  if (problem) throw new Rejection(problem)
  const earlier = taken.get(getImageKey(line))
  if (earlier !== undefined)
    throw new Rejection(`This image is already listed in row ${earlier}`)
  if (!images.has(image.toLowerCase()))
    throw new Rejection('The image was not received')
  const day = sent === '' ? undefined : readStoredDay(sent)
  if (sent !== '' && day === undefined)
    throw new Rejection(
      'The transmittal date must be a date such as 2026-03-04 or 03/04/2026',
    )
  return {
    buyerLoanNumber: loanNumber,
    imageFileName: image,
    vendorId: vendor === '' ? null : await findVendor(db, vendor),
    // Noon in New York, so that it is the same day there.
    sentAt: day === undefined ? index.modifiedAt : new Date(`${day}T17:00:00Z`),
    categories: parseCategories(categories),
  }
}

const parseCategories = (cell: string): CategoryType[] =>
  cell
    .split(/[;|]/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const type = getKeys(categoryTypeLabels).find((one) =>
        [one, categoryTypeLabels[one]].some(
          (name) => plain(name) === plain(part),
        ),
      )
      if (!type)
        throw new Rejection(
          `A review category is not one of ${Object.values(categoryTypeLabels).join(', ')}`,
        )
      return type
    })

async function findVendor(db: Db, name: string): Promise<string> {
  const id = await findVendorNamed(db, name)
  if (!id) throw new Rejection('This vendor does not exist')
  return id
}

/** Fetches and checks an image, and deletes the copy after `work`. */
async function withImage(
  { files, inbox, checkContent }: IntakeDeps,
  { images }: Transmittal,
  name: string,
  work: (image: Received, type: DocumentType) => Promise<void>,
) {
  const file = images.get(name.toLowerCase())
  if (!file) throw new Rejection('The image was not received')
  if (file.size > maxDocumentBytes) throw tooLarge()
  const image = await files.receive(withLimit(inbox.read(file.name)))
  try {
    const { type } = await checkContent(
      { path: image.path, name, size: image.size },
      systemSender,
    ).catch(rejectRefused)
    await work(image, type)
  } finally {
    await image.drop()
  }
}

/** Turns the refusal of a file into the rejection of its row. */
function rejectRefused(error: unknown): never {
  throw error instanceof AppError && error.code === 'bad_request'
    ? new Rejection(error.message, { cause: error })
    : error
}

const tooLarge = () =>
  new Rejection(`The image is larger than ${maxDocumentBytes >> 20} MB`)

/** The image exists but can't be fetched. */
class UnreadableImage extends Error {}
/**
 * Error codes of a folder, and of SFTP (no such file, no permission, failure).
 */
const unreadableCodes: readonly unknown[] = [
  'EACCES',
  'EPERM',
  'EIO',
  'ELOOP',
  'EISDIR',
  'ENOENT',
  2,
  3,
  4,
]

async function* withLimit(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const piece of content) {
      size += piece.length
      if (size > maxDocumentBytes) throw tooLarge()
      yield piece
    }
  } catch (error) {
    const isUnreadable =
      error instanceof Error &&
      'code' in error &&
      unreadableCodes.includes(error.code)
    throw isUnreadable
      ? new UnreadableImage('The image cannot be read', { cause: error })
      : error
  }
}

/**
 * The Tdoc that an earlier transmittal created from the same image; undefined
 * if the name is free.
 */
async function findKnown(
  db: Db,
  {
    imageFileName,
    loanNumber,
    sha256,
  }: { imageFileName: string; loanNumber: string; sha256: Buffer },
): Promise<string | undefined> {
  const tdoc = await db
    .selectFrom('tdoc')
    .select(['id', 'type', 'buyerLoanNumber', 'imageSha256'])
    .where(
      ({ fn }) => fn<string>('lower', ['imageFileName']),
      '=',
      imageFileName.toLowerCase(),
    )
    .where('type', '<>', 'ESCALATION')
    .executeTakeFirst()
  if (!tdoc) return undefined
  const isSame =
    tdoc.type === 'AUTOMATIC' &&
    tdoc.buyerLoanNumber === loanNumber &&
    tdoc.imageSha256?.equals(sha256) === true
  if (!isSame) throw new Rejection('The image file name is already in use')
  return tdoc.id
}

type Outcome = { tdocId: string; isKnown?: true } | { reason: string }

/** The figure of the run that the row adds to. */
const findCounter = (outcome: Outcome) => {
  if ('reason' in outcome) return 'rejectedCount'
  return outcome.isKnown ? 'knownCount' : 'createdCount'
}

const recordRow = (
  db: Db,
  runId: string,
  { rowNumber, cells }: IndexLine,
  outcome: Outcome,
) =>
  inTransaction(db, async (tx) => {
    const isRejected = 'reason' in outcome
    const values = isRejected
      ? { ...outcome, cells: JSON.stringify(cells) }
      : outcome
    await tx
      .insertInto('intakeRow')
      .values({ runId, rowNumber, ...values })
      .execute()
    const counter = findCounter(outcome)
    await tx
      .updateTable('intakeRun')
      .set((eb) => ({ [counter]: eb(counter, '+', 1) }))
      .where('id', '=', runId)
      .execute()
  })

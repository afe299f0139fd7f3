import { type DocumentType, maxDocumentBytes } from '@portal/contract/document/model'
import { keysOf } from '@portal/contract/lib/typed'
import { type CategoryType, categoryTypeLabels } from '@portal/contract/review-category/model'
import type { Judge } from '../document/check-upload.ts'
import type { Db } from '../lib/db.ts'
import { inTransaction } from '../lib/db.ts'
import { AppError, refusalOf } from '../lib/errors.ts'
import { portalSender } from '../lib/fair-queue.ts'
import type { FileStore, Received } from '../lib/files.ts'
import { type LoanDock, UnreadableAnswer } from '../lib/loan-dock.ts'
import type { Inbox } from '../lib/transmittals.ts'
import { loadSla } from '../sla/load.ts'
import { insertTdoc, loanFactsOf } from '../tdoc/insert-tdoc.ts'
import { findVendorNamed } from '../user/find-vendor-named.ts'
import { Rejection } from './apply-rows.ts'
import type { IndexLine } from './read-capture.ts'
import { loanOrImageProblem } from './read-capture.ts'
import type { Transmittal } from './read-index.ts'
import { dayOf } from './read-rows.ts'

export type IntakeHouse = {
  db: Db
  clock: () => Date
  files: FileStore
  loanDock: LoanDock
  inbox: Inbox
  /** What a file is by its content. Throws a refusal (400). */
  judge: Judge
}

type Row = {
  buyerLoanNumber: string
  imageFileName: string
  vendorId: string | null
  sentAt: Date
  categories: CategoryType[]
}

/** A reading that is under way. */
export type Reading = {
  id: string
  /** When the transmittal was first seen: all its rows were received then, however long they take. */
  beganAt: Date
  /** Whether a row that nobody could read so far is given up now. */
  isLastTry: boolean
}

/**
 * Makes the Tdoc of one row and notes it, in one transaction; the image is judged and in the store before. A row whose
 * image is another Tdoc's is known when it is the same file of the same loan. What is wrong with a row is noted as its
 * rejection; what may pass is thrown.
 */
export async function takeRow(house: IntakeHouse, run: Reading, transmittal: Transmittal, line: IndexLine) {
  try {
    const row = await wishedRow(house, transmittal, line)
    const loan = await house.loanDock.findLoan(row.buyerLoanNumber)
    if (!loan) throw new Rejection('LoanDock does not know this loan')
    await withImage(house, transmittal, row.imageFileName, async (image, type) => {
      const known = await findKnown(house.db, { ...row, loanNumber: loan.loanNumber, sha256: image.sha256 })
      if (known) return noteRow(house, run.id, line, { tdocId: known, isKnown: true })
      const key = await image.keep()
      try {
        await inTransaction(house.db, async (db) => {
          const maker = { db, now: house.clock(), actor: null, sla: await loadSla(db) }
          const { vendorId, categories, imageFileName } = row
          const tdocId = await insertTdoc(maker, {
            ...loanFactsOf(loan),
            ...{ vendorId, categories, imageFileName },
            type: 'AUTOMATIC',
            receivedAt: run.beganAt,
            sftpTransmittalDate: row.sentAt,
            image: { key, type, size: image.size, sha256: image.sha256 },
          })
          await writeRow(db, run.id, line, { tdocId })
        })
      } catch (error) {
        const refusal = refusalOf(error)
        // Where nobody knows whether it was written the file stays: the sweep knows later.
        if (refusal && refusal.code !== 'unavailable') await house.files.remove(key)
        throw error
      }
    })
  } catch (error) {
    const reason = reasonOf(error, run)
    if (reason === null) throw error
    await noteRow(house, run.id, line, { reason })
  }
}

/** Why a row is not taken, by what went wrong with it; null for what may pass, and is tried again. */
function reasonOf(error: unknown, { isLastTry }: Reading): string | null {
  if (error instanceof Rejection) return error.message
  if (refusalOf(error)?.code === 'bad_request') return 'It holds something that cannot be stored'
  if (!isLastTry) return null
  if (error instanceof UnreadableAnswer) return 'What LoanDock says of this loan cannot be read'
  return error instanceof UnreadableImage ? 'The image cannot be read' : null
}

async function wishedRow(
  { db }: IntakeHouse,
  { index, images, firstRows }: Transmittal,
  line: IndexLine,
): Promise<Row> {
  if (line.problem !== null) throw new Rejection(line.problem)
  const [loan = '', image = '', vendor = '', sent = '', categories = ''] = line.cells
  const problem = loanOrImageProblem(loan, image)
  if (problem) throw new Rejection(problem)
  const first = firstRows.get(image.toLowerCase()) ?? line.rowNumber
  if (first < line.rowNumber) throw new Rejection(`The image stands in row ${first} already`)
  if (!images.has(image.toLowerCase())) throw new Rejection('The image did not come')
  const day = sent === '' ? undefined : dayOf(sent)
  if (sent !== '' && day === undefined)
    throw new Rejection('The transmittal date is not a date such as 2026-03-04 or 03/04/2026')
  return {
    buyerLoanNumber: loan,
    imageFileName: image,
    vendorId: vendor === '' ? null : await vendorNamed(db, vendor),
    // A civil day is told by its noon in New York, so that it is the same day there.
    sentAt: day === undefined ? index.modifiedAt : new Date(`${day}T17:00:00Z`),
    categories: categoriesIn(categories),
  }
}

const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '')

const categoriesIn = (cell: string): CategoryType[] =>
  cell
    .split(/[;|]/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const type = keysOf(categoryTypeLabels).find((one) =>
        [one, categoryTypeLabels[one]].some((name) => plain(name) === plain(part)),
      )
      if (!type) throw new Rejection(`A review category is none of ${Object.values(categoryTypeLabels).join(', ')}`)
      return type
    })

async function vendorNamed(db: Db, name: string): Promise<string> {
  const id = await findVendorNamed(db, name)
  if (!id) throw new Rejection('There is no such vendor')
  return id
}

/** Receives an image beside the store and judges it, for as long as the work takes. */
async function withImage(
  { files, inbox, judge }: IntakeHouse,
  { images }: Transmittal,
  name: string,
  work: (image: Received, type: DocumentType) => Promise<void>,
) {
  const file = images.get(name.toLowerCase())
  if (!file) throw new Rejection('The image did not come')
  if (file.size > maxDocumentBytes) throw tooLarge()
  const image = await files.receive(bounded(inbox.read(file.name)))
  try {
    const { type } = await judge({ path: image.path, name, size: image.size }, portalSender).catch((error) => {
      throw error instanceof AppError && error.code === 'bad_request'
        ? new Rejection(error.message, { cause: error })
        : error
    })
    await work(image, type)
  } finally {
    await image.drop()
  }
}

const tooLarge = () => new Rejection(`The image is larger than ${maxDocumentBytes >> 20} MB`)

/** The place where it lies has it, and does not give it. */
class UnreadableImage extends Error {}
/** Of a folder, by name; of SFTP, by number: no such file, no permission, failure. */
const unreadable: readonly unknown[] = ['EACCES', 'EPERM', 'EIO', 'ELOOP', 'EISDIR', 'ENOENT', 2, 3, 4]

async function* bounded(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const piece of content) {
      size += piece.length
      if (size > maxDocumentBytes) throw tooLarge()
      yield piece
    }
  } catch (error) {
    const isUnreadable = error instanceof Error && 'code' in error && unreadable.includes(error.code)
    throw isUnreadable ? new UnreadableImage('The image cannot be read', { cause: error }) : error
  }
}

/** The Tdoc that an earlier reading made of this very image; undefined when nobody has its name. */
async function findKnown(
  db: Db,
  { imageFileName, loanNumber, sha256 }: { imageFileName: string; loanNumber: string; sha256: Buffer },
): Promise<string | undefined> {
  const tdoc = await db
    .selectFrom('tdoc')
    .select(['id', 'type', 'buyerLoanNumber', 'imageSha256'])
    .where(({ fn }) => fn<string>('lower', ['imageFileName']), '=', imageFileName.toLowerCase())
    .where('type', '<>', 'ESCALATION')
    .executeTakeFirst()
  if (!tdoc) return undefined
  const isSame =
    tdoc.type === 'AUTOMATIC' && tdoc.buyerLoanNumber === loanNumber && tdoc.imageSha256?.equals(sha256) === true
  if (!isSame) throw new Rejection('The image file name is in use')
  return tdoc.id
}

type Outcome = { tdocId: string; isKnown?: true } | { reason: string }

const noteRow = ({ db }: IntakeHouse, runId: string, line: IndexLine, outcome: Outcome) =>
  inTransaction(db, (tx) => writeRow(tx, runId, line, outcome))

/** Notes what became of a row, once, and counts it. */
async function writeRow(db: Db, runId: string, { rowNumber, cells }: IndexLine, outcome: Outcome) {
  await db
    .insertInto('intakeRow')
    .values({
      ...{ runId, rowNumber },
      ...('reason' in outcome ? { reason: outcome.reason, cells: JSON.stringify(cells) } : outcome),
    })
    .execute()
  const counted = 'reason' in outcome ? 'rejectedCount' : outcome.isKnown ? 'knownCount' : 'createdCount'
  await db
    .updateTable('intakeRun')
    .set((eb) => ({ [counted]: eb(counted, '+', 1) }))
    .where('id', '=', runId)
    .execute()
}

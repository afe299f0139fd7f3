import type { Loan } from '@portal/contract/loan/model'
import { isReviewer, mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Ctx, Sla } from '../lib/ctx.ts'
import { type Db, inTransaction } from '../lib/db.ts'
import { AppError } from '../lib/errors.ts'
import { insertTdocs, loanFactsOf } from '../tdoc/insert-tdoc.ts'
import { type LockedTdoc, lockTdocsUnseen } from '../tdoc/lock.ts'
import { admitTdoc } from '../tdoc/perform.ts'
import { answerTdocs, saidBy } from '../tdoc/set-response.ts'
import { holdActor } from '../user/hold-actor.ts'
import {
  findByImages,
  findReturned,
  findSaid,
  findVendorLoans,
  type Known,
  namesLoanOf,
  saidKey,
} from './find-known.ts'
import type { FoundLoan } from './find-loans.ts'
import type { CaptureLine, Wish } from './read-capture.ts'
import { tellResponses } from './tell-responses.ts'

/** Why a row is not applied: nothing was written of it. */
export class Rejection extends Error {}

/** An upload as its rows are applied: in whose name, for whom, and when it came. */
export type Upload = {
  id: string
  actor: Actor
  sla: Sla
  vendorId: string
  uploadedAt: Date
  fileName: string
  /** Whether image names that no Tdoc has become Tdocs; otherwise their rows are rejected. */
  createsTdocs: boolean
}

export type Batch = {
  upload: Upload
  lines: readonly CaptureLine[]
  loans: ReadonlyMap<string, FoundLoan>
  /** Why none of its rows is applied; null where they are. */
  refused: string | null
}

type House = { db: Db; clock: () => Date }

const unreadableLoan = 'What LoanDock says of this loan cannot be read'
/** One sentence for an image that nobody has and for one of another vendor. */
const unknownImage = 'Your company has no Tdoc with this image file name'
/** One sentence for a missing loan and for one of another vendor: a file must not reveal which loans exist. */
const unknownLoan = 'LoanDock does not know this loan, or it is not with your company'

/**
 * Applies the rows of a batch in one transaction, and notes what became of each and how far the file is read. Each row goes
 * by the rules of the verbs that its uploader would use, with the rights that they have now; what they come to is written
 * for all rows at once. Throws 403 when the uploader may not any more.
 */
export const applyRows = (house: House, { upload, lines, loans, refused }: Batch): Promise<void> =>
  noteRows(house, upload.id, lines, async (db, todo, rowCount) => {
    if (refused !== null) return refusedAll(todo, refused)
    const { actor, sla } = upload
    const ctx: Ctx = { actor, sla, db, now: house.clock() }
    return applyAll(ctx, { upload, loans, rowCount }, todo)
  })

/** Notes rows that are not applied, with why. */
export const refuseRows = (
  house: Pick<House, 'db'>,
  uploadId: string,
  lines: readonly CaptureLine[],
  why: string,
): Promise<void> => noteRows(house, uploadId, lines, async (_, todo) => refusedAll(todo, why))

const refusedAll = (lines: readonly CaptureLine[], why: string): Ends =>
  new Map(lines.map(({ rowNumber }) => [rowNumber, why]))

/** Works on the rows that are not done yet, and notes what they came to, in one transaction. */
const noteRows = (
  { db }: Pick<House, 'db'>,
  uploadId: string,
  lines: readonly CaptureLine[],
  work: (db: Db, todo: readonly CaptureLine[], rowCount: number) => Promise<Ends>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const upload = await tx
      .selectFrom('captureUpload')
      .select(['readTo', 'state', 'rowCount'])
      .where('id', '=', uploadId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Another node went on with this file, as when this one was thought dead: what it did is done.
    const todo = upload.state === 'PROCESSING' ? lines.filter(({ rowNumber }) => rowNumber > upload.readTo) : []
    const last = todo.at(-1)
    if (!last) return
    const ends = await work(tx, todo, upload.rowCount ?? 0)
    const outcomes = todo.map((line) => outcomeOf(line, ends.get(line.rowNumber)))
    await tx
      .insertInto('captureRow')
      .values(
        outcomes.map(({ cells, ...outcome }) => ({ ...outcome, uploadId, cells: cells && JSON.stringify(cells) })),
      )
      .execute()
    const rejected = outcomes.filter(({ reason }) => reason !== null).length
    await tx
      .updateTable('captureUpload')
      .set((eb) => ({
        readTo: last.rowNumber,
        appliedCount: eb('appliedCount', '+', outcomes.length - rejected),
        rejectedCount: eb('rejectedCount', '+', rejected),
        problem: null,
      }))
      .where('id', '=', uploadId)
      .execute()
  })

/** What a row came to: the Tdoc that it answered, or why it was rejected. */
type End = { tdocId: string } | string
type Ends = Map<number, End>
type Outcome = { rowNumber: number; tdocId: string | null; reason: string | null; cells: readonly string[] | null }

function outcomeOf(line: CaptureLine, end: End | undefined): Outcome {
  const { rowNumber, cells } = line
  if (!('wish' in line)) return { rowNumber, tdocId: null, reason: line.reason, cells }
  if (end === undefined) throw new Error(`Row ${rowNumber} came to nothing`)
  if (typeof end !== 'string') return { rowNumber, tdocId: end.tdocId, reason: null, cells: null }
  return { rowNumber, tdocId: null, reason: end, cells }
}

const imageOf = ({ imageFileName }: Wish) => imageFileName.toLowerCase()

/** Applies what can be applied; answers with what each row came to, by its number. */
async function applyAll(
  ctx: Ctx,
  { upload, loans, rowCount }: Pick<Batch, 'upload' | 'loans'> & { rowCount: number },
  lines: readonly CaptureLine[],
): Promise<Ends> {
  const wanted = lines.flatMap((line) => ('wish' in line ? [{ rowNumber: line.rowNumber, wish: line.wish }] : []))
  const known = await findByImages(
    ctx.db,
    wanted.map(({ wish }) => wish.imageFileName),
  )
  const made = upload.createsTdocs ? await makeNew(ctx, upload, wanted, known, loans) : new Map<string, string | null>()
  // Locked once, in the order of their ids, whatever the order of the file.
  const locked = await lockTdocsUnseen(ctx.db, [
    ...wanted.flatMap(({ wish }) => known.get(imageOf(wish))?.id ?? []),
    ...[...made.values()].filter((id) => id !== null),
  ])
  // After the Tdocs, as whoever takes somebody's work away does (docs/decisions/017-people.md).
  await holdActor(ctx, (person) => isReviewer(person) && person.companyId === upload.vendorId)
  const byId = new Map(locked.map((tdoc) => [tdoc.id, tdoc]))
  const said = await findSaid(ctx, locked)
  const returned = await findReturned(ctx.db, locked, upload.uploadedAt)
  const ends: Ends = new Map()
  const answers: { tdoc: LockedTdoc; response: Wish }[] = []
  for (const { rowNumber, wish } of wanted) {
    try {
      const loan = loans.get(wish.buyerLoanNumber)
      const id = known.get(imageOf(wish))?.id ?? made.get(wish.imageFileName)
      if (id === undefined) throw new Rejection(whyNotMade(upload, loan))
      const tdoc = id === null ? undefined : byId.get(id)
      // Somebody else's: of whose is not told.
      if (!tdoc || !mayViewTdoc(ctx.actor, tdoc))
        throw new Rejection(upload.createsTdocs ? 'This image file name is in use' : unknownImage)
      if (known.has(imageOf(wish))) checkLoan(wish, tdoc, loan)
      await admitTdoc(ctx, tdoc, 'set-response')
      if (returned.has(tdoc.id)) throw new Rejection('It was returned after this file was uploaded')
      if (!isAsItStands(wish, tdoc, said)) answers.push({ tdoc, response: wish })
      ends.set(rowNumber, { tdocId: tdoc.id })
    } catch (error) {
      ends.set(rowNumber, reasonOf(error))
    }
  }
  const tell = tellResponses(ctx, upload, rowCount)
  await answerTdocs(ctx, { answers, at: upload.uploadedAt, tell })
  return ends
}

function whyNotMade({ createsTdocs }: Upload, loan: FoundLoan | undefined): string {
  if (!createsTdocs) return unknownImage
  return loan === 'UNREADABLE' ? unreadableLoan : unknownLoan
}

function checkLoan(wish: Wish, tdoc: LockedTdoc, loan: FoundLoan | undefined) {
  if (namesLoanOf(tdoc, wish)) return
  if (loan === 'UNREADABLE') throw new Rejection(unreadableLoan)
  if (tdoc.buyerLoanNumber !== loan?.loanNumber) throw new Rejection('This image belongs to another loan')
}

/** Whether a row says what stands already, as when a file comes twice: then there is nothing to write, and nobody to tell. */
function isAsItStands(wish: Wish, tdoc: LockedTdoc, said: ReadonlySet<string>): boolean {
  const { tprResponse, tprEstimatedDateOfReview } = saidBy(tdoc, wish)
  const isAnswered = tdoc.status === 'REVIEW_PENDING' && !tdoc.isReturned && tdoc.tprResponse === tprResponse
  const isSameDay = tdoc.tprEstimatedDateOfReview === tprEstimatedDateOfReview
  return isAnswered && isSameDay && (!wish.comment || said.has(saidKey(tdoc.id, wish.comment)))
}

/** What a verb refuses before it writes is the row's rejection; all else is a failure. */
function reasonOf(error: unknown): string {
  const isRefused =
    error instanceof AppError && ['conflict', 'not_found', 'forbidden', 'bad_request'].includes(error.code)
  if (isRefused || error instanceof Rejection) return error.message
  throw error
}

type Wanted = { rowNumber: number; wish: Wish }

/**
 * Makes the Tdocs of rows whose image is new: for loans of third-party review, and for those that the vendor has Tdocs of
 * already. What LoanDock knows of others is not theirs to learn by a file. Answers with their ids by the image, null where
 * somebody took its name meanwhile.
 */
async function makeNew(
  ctx: Ctx,
  { vendorId, uploadedAt }: Upload,
  wanted: readonly Wanted[],
  known: ReadonlyMap<string, Known>,
  loans: Batch['loans'],
): Promise<Map<string, string | null>> {
  const news = wanted.flatMap(({ wish }) => {
    const loan = loans.get(wish.buyerLoanNumber)
    return known.has(imageOf(wish)) || !loan || loan === 'UNREADABLE' ? [] : [{ wish, loan }]
  })
  const others = news.flatMap(({ loan }) => (loan.kind === 'TPR' ? [] : [loan.loanNumber]))
  const own = await findVendorLoans(ctx.db, vendorId, others)
  const isTheirs = ({ kind, loanNumber }: Loan) => kind === 'TPR' || own.has(loanNumber)
  const theirs = news.filter(({ loan }) => isTheirs(loan))
  const made = await insertTdocs(
    ctx,
    theirs.map(({ wish, loan }) => ({
      ...loanFactsOf(loan),
      type: 'AUTOMATIC',
      imageFileName: wish.imageFileName,
      vendorId,
      categories: ['TPR'],
      receivedAt: uploadedAt,
    })),
  )
  return new Map(theirs.map(({ wish: { imageFileName } }) => [imageFileName, made.get(imageFileName) ?? null]))
}

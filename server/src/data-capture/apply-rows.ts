import { rowChanged } from '@portal/contract/data-capture/messages'
import { isReviewer } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Ctx, Sla } from '../lib/ctx.ts'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { notify } from '../lib/notify.ts'
import { insertTdocs, toLoanFacts } from '../tdoc/create/insert-tdoc.ts'
import { type LockedTdoc, lockTdocsUnchecked } from '../tdoc/lock.ts'
import {
  answerTdocs,
  type Response,
  type ResponseNotice,
} from '../tdoc/set-response.ts'
import { lockActor } from '../user/lock-person.ts'
import {
  type Effect,
  type FoundLoan,
  findEffect,
  Rejection,
  refuseHidden,
  refuseRepeat,
  toReason,
  whyNotCreated,
} from './find-effect.ts'
import * as stored from './find-known.ts'
import { findNewTdocs } from './find-new-tdocs.ts'
import { type Marks, markEffect } from './mark-rows.ts'
import type { Answer, AnswerLine, CaptureLine } from './read-capture.ts'

/** An upload with the reviewer who sent it. */
export type Upload = {
  id: string
  actor: Actor
  sla: Sla
  vendorId: string
  uploadedAt: Date
  fileName: string
  /**
   * Whether rows with an unknown image file name create Tdocs; otherwise they
   * are rejected.
   */
  createsTdocs: boolean
  /** What its preview said that each row does, if it was uploaded with one. */
  marks?: Marks | undefined
}

export type Batch = {
  upload: Upload
  lines: readonly CaptureLine[]
  loans: ReadonlyMap<string, FoundLoan>
}

type Deps = { db: Db; clock: () => Date }

/**
 * Applies a batch in one transaction with its uploader's current rights. Throws
 * 403 if they lost them.
 */
export const applyRows = (
  deps: Deps,
  { upload, lines, loans }: Batch,
): Promise<void> =>
  recordRows(deps, upload.id, lines, (db, todo, rowCount) => {
    const ctx: Ctx = {
      actor: upload.actor,
      sla: upload.sla,
      db,
      now: deps.clock(),
    }
    return applyAll(ctx, { upload, lines: todo, loans }, rowCount)
  })

export const refuseRows = (
  deps: Pick<Deps, 'db'>,
  uploadId: string,
  lines: readonly CaptureLine[],
  reason: string,
) =>
  recordRows(
    deps,
    uploadId,
    lines,
    async (_db, todo) =>
      new Map(todo.map(({ rowNumber }) => [rowNumber, { reason }])),
  )

type Results = Map<number, { tdocId: string } | { reason: string }>

/**
 * Runs `work` for the rows that are not done yet, and records its results in
 * the same transaction.
 */
const recordRows = (
  { db }: Pick<Deps, 'db'>,
  uploadId: string,
  lines: readonly CaptureLine[],
  work: (
    db: Db,
    todo: readonly CaptureLine[],
    rowCount: number,
  ) => Promise<Results>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const upload = await tx
      .selectFrom('captureUpload')
      .select(['readTo', 'state', 'rowCount'])
      .where('id', '=', uploadId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Another node may have continued with this file.
    const todo =
      upload.state === 'PROCESSING'
        ? lines.filter(({ rowNumber }) => rowNumber > upload.readTo)
        : []
    const last = todo.at(-1)
    if (!last) return
    const results = await work(tx, todo, upload.rowCount ?? 0)
    const rows = todo.map((line) => {
      const { rowNumber, cells } = line
      const result =
        'answer' in line ? results.get(rowNumber) : { reason: line.reason }
      if (!result) throw new Error(`Row ${rowNumber} has no result`)
      const isRejected = 'reason' in result
      return {
        uploadId,
        rowNumber,
        ...result,
        cells: isRejected ? JSON.stringify(cells) : null,
      }
    })
    await tx.insertInto('captureRow').values(rows).execute()
    const rejected = rows.filter(({ cells }) => cells !== null).length
    await tx
      .updateTable('captureUpload')
      .set((eb) => ({
        readTo: last.rowNumber,
        appliedCount: eb('appliedCount', '+', rows.length - rejected),
        rejectedCount: eb('rejectedCount', '+', rejected),
        problem: null,
      }))
      .where('id', '=', uploadId)
      .execute()
  })

const toImageKey = ({ imageFileName }: Answer) => imageFileName.toLowerCase()

async function applyAll(
  ctx: Ctx,
  { upload, lines, loans }: Batch,
  rowCount: number,
): Promise<Results> {
  const rows = lines.flatMap((line) => ('answer' in line ? [line] : []))
  const answers = rows.map(({ answer }) => answer)
  const known = await stored.findByImages(ctx.db, answers)
  const created = upload.createsTdocs
    ? await createTdocs(ctx, upload, answers, known, loans)
    : new Map<string, string | null>()
  // In the order of their ids, whatever the order of the file.
  const locked = await lockTdocsUnchecked(ctx.db, [
    ...answers.flatMap((answer) => known.get(toImageKey(answer))?.id ?? []),
    ...[...created.values()].filter((id) => id !== null),
  ])
  // After the Tdocs, in the same order as reassigning someone's work
  // (docs/decisions/017-people.md).
  await lockActor(
    ctx,
    (person) => isReviewer(person) && person.companyId === upload.vendorId,
  )
  const byId = new Map(locked.map((tdoc) => [tdoc.id, tdoc]))
  const comments = await stored.findComments(ctx, locked)
  const returned = await stored.findReturned(ctx.db, locked, upload.uploadedAt)
  const applied = await findAppliedRows(ctx.db, upload.id, rows)
  const facts = { loans, comments, returned }
  const results: Results = new Map()
  const changes: { tdoc: LockedTdoc; response: Response }[] = []
  for (const line of rows) {
    const { rowNumber, answer } = line
    try {
      refuseRepeat(line, applied)
      const tdoc = findTdoc(ctx, upload, answer, {
        known,
        created,
        byId,
        loans,
      })
      const effect = await findEffect(ctx, facts, answer, tdoc)
      const isNew = !known.has(toImageKey(answer))
      refuseOtherEffect(upload, rowNumber, isNew, effect)
      if (effect) changes.push({ tdoc, response: effect.response })
      results.set(rowNumber, { tdocId: tdoc.id })
      applied.add(rowNumber)
    } catch (error) {
      results.set(rowNumber, { reason: toReason(error) })
    }
  }
  const notifyAll = notifyResponses(ctx, upload, rowCount)
  await answerTdocs(ctx, { answers: changes, at: upload.uploadedAt, notifyAll })
  return results
}

/** Throws if a row does something else than its preview said. */
function refuseOtherEffect(
  { marks }: Upload,
  rowNumber: number,
  isNew: boolean,
  effect: Effect,
) {
  if (!marks) return
  const kindOfKnown = effect ? 'UPDATED' : 'UNCHANGED'
  const mark = markEffect(isNew ? 'NEW' : kindOfKnown, effect?.changes ?? [])
  if (marks.get(rowNumber) !== mark) throw new Rejection(rowChanged)
}

/** The earlier rows with the images of these rows that were applied. */
async function findAppliedRows(
  db: Db,
  uploadId: string,
  rows: readonly AnswerLine[],
): Promise<Set<number>> {
  const earlier = rows.flatMap(({ earlierRows = [] }) => earlierRows)
  if (earlier.length === 0) return new Set()
  const applied = await db
    .selectFrom('captureRow')
    .select('rowNumber')
    .where('uploadId', '=', uploadId)
    .where((eb) => eb('rowNumber', '=', eb.fn.any(eb.val(earlier))))
    .where('reason', 'is', null)
    .execute()
  return new Set(applied.map(({ rowNumber }) => rowNumber))
}

type TdocSources = Pick<Batch, 'loans'> & {
  known: ReadonlyMap<string, stored.KnownTdoc>
  created: ReadonlyMap<string, string | null>
  byId: ReadonlyMap<string, LockedTdoc>
}

/** The Tdoc of a row: the known one, or the one that the row created. */
function findTdoc(
  ctx: Ctx,
  { createsTdocs }: Upload,
  answer: Answer,
  { known, created, byId, loans }: TdocSources,
): LockedTdoc {
  const knownId = known.get(toImageKey(answer))?.id
  const id = knownId ?? created.get(answer.imageFileName)
  if (id === undefined || (!knownId && answer.tprResponse === undefined)) {
    const loan = loans.get(answer.buyerLoanNumber)
    throw new Rejection(whyNotCreated(createsTdocs, answer, loan))
  }
  const tdoc = byId.get(id ?? '')
  refuseHidden(ctx, createsTdocs, tdoc)
  return tdoc
}

/**
 * Creates the Tdocs of new images, for loans of third-party review or of the
 * vendor. Null if another Tdoc took the name.
 */
async function createTdocs(
  ctx: Ctx,
  { vendorId, uploadedAt }: Upload,
  answers: readonly Answer[],
  known: ReadonlyMap<string, stored.KnownTdoc>,
  loans: Batch['loans'],
): Promise<Map<string, string | null>> {
  const allowed = await findNewTdocs(ctx.db, answers, {
    vendorId,
    known,
    loans,
  })
  const created = await insertTdocs(
    ctx,
    allowed.map(({ answer, loan }) => ({
      ...toLoanFacts(loan),
      type: 'AUTOMATIC',
      imageFileName: answer.imageFileName,
      vendorId,
      categories: ['TPR'],
      receivedAt: uploadedAt,
    })),
  )
  return new Map(
    allowed.map(({ answer: { imageFileName } }) => [
      imageFileName,
      created.get(imageFileName) ?? null,
    ]),
  )
}

/** Up to this many answers of a file are notified one by one. */
const maxEach = 20

/**
 * Notifies people of each answer, or once of the whole file if there are more
 * than twenty (docs/decisions/022).
 */
const notifyResponses =
  (
    ctx: Ctx,
    upload: Pick<Upload, 'uploadedAt' | 'fileName'>,
    rowCount: number,
  ) =>
  async (notices: readonly ResponseNotice[]): Promise<void> => {
    for (const [action, some] of Map.groupBy(
      notices,
      (notice) => notice.action,
    )) {
      const here = Map.groupBy(
        some.flatMap(({ to }) => to.filter((id) => id !== ctx.actor.id)),
        (id) => id,
      )
      const earlier = await countNotifications(ctx, upload.uploadedAt, action, [
        ...here.keys(),
      ])
      const isTooMany = (id: string) =>
        (here.get(id)?.length ?? 0) + (earlier.get(id)?.each ?? 0) > maxEach
      for (const { to, ...notice } of some)
        await notify(ctx, { ...notice, to: to.filter((id) => !isTooMany(id)) })
      const rows = `${rowCount.toLocaleString('en-US')} rows`
      const ofFile = [...here.keys()].filter(
        (id) => isTooMany(id) && !earlier.get(id)?.whole,
      )
      const description = [ctx.actor.name, upload.fileName, rows].join(' · ')
      await notify(ctx, { action, entityId: null, to: ofFile, description })
    }
  }

/**
 * The notifications that these people already received for this file: for
 * single Tdocs, and for the whole file.
 */
async function countNotifications(
  { db, actor }: Ctx,
  since: Date,
  action: ResponseNotice['action'],
  people: readonly string[],
) {
  if (people.length === 0)
    return new Map<string, { each: number; whole: number }>()
  const rows = await db
    .selectFrom('notification')
    .select(({ fn }) => [
      'userId',
      fn.count<number>('entityId').as('each'),
      fn.countAll<number>().as('all'),
    ])
    .where((eb) => eb('userId', '=', eb.fn.any(eb.val(people))))
    .where('actorId', '=', actor.id)
    .where('action', '=', action)
    .where('createdAt', '>=', since)
    .groupBy('userId')
    .execute()
  return new Map(
    rows.map(({ userId, each, all }) => [userId, { each, whole: all - each }]),
  )
}
